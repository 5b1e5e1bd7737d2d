// What a turn is worth to the side that makes it, as an info of a search says.

import { t, number } from './i18n.js';

const sure = 10000; // a score beyond it is a win in the search's eyes, without a proof
const even = 25; // a guess within it is no advantage

const one = (n) => number(n, { signDisplay: 'exceptZero', maximumFractionDigits: Math.abs(n) < 10 ? 1 : 0 }).replace('-', '−');

// proved is {kind, text, words}: the distance is in turns of both sides, this one
// included; where a game is counted out in points it is by how many.
function proved({ score, proof }) {
  const kind = proof || (score.mate > 0 ? 'win' : 'loss');
  const n = score.mate === undefined ? Math.round(Math.abs(score.cp) / 100) : Math.abs(score.mate);
  if (kind === 'draw') return { kind, text: '=', words: t('worth.draw') };
  const words = score.mate === undefined ? t(`worth.by.${kind}`, { n }) : t(`worth.in.${kind}`, { n });
  return { kind, text: `${kind === 'win' ? '+' : '−'}${number(n)}`, words };
}

function guessed(text, cp) {
  return { kind: cp > even ? 'win' : cp < -even ? 'loss' : 'draw', text: `${text}?`, words: t('worth.guess', { score: text }) };
}

// worthOf is {sure, kind, text, words} of an info for the side to move: kind is
// 'win', 'draw' or 'loss', proved where sure and else what it looks like.
export function worthOf(info, seat) {
  if (info.proof && info.score) return { sure: true, ...proved(info) };
  if (info.scores?.length) {
    const share = info.scores[seat];
    const fair = 10000 / info.scores.length;
    return { sure: false, ...guessed(number(share / 10000, { style: 'percent' }), share - fair) };
  }
  const { cp } = info.score;
  if (Math.abs(cp) >= sure) return { sure: false, ...guessed(cp > 0 ? '+' : '−', cp) };
  return { sure: false, ...guessed(one(cp / 100), cp) };
}
