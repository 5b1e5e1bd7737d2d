// What a turn is worth to the side that makes it, as an info of a search says.

import { t, number } from './i18n.js';

// measures says whether a score is one in the unit of the game. One beyond says that
// the search takes the game for won or lost, and how far beyond says nothing.
export const measures = (cp) => Math.abs(cp) < 10000;

const even = 25; // a guess within it is no advantage

const one = (n) => number(n, { signDisplay: 'exceptZero', maximumFractionDigits: Math.abs(n) < 10 ? 1 : 0 }).replace('-', '−');

// distance is how far the end of a proved game is: {turns} of both sides, this
// one included, {points} where the view says that scores are points, or nothing.
export function distance(score, points) {
  if (score.mate) return { turns: Math.abs(score.mate) };
  return points && score.cp && measures(score.cp) ? { points: Math.round(Math.abs(score.cp) / 100) } : {};
}

function proved({ score, proof: kind }, counted) {
  if (kind === 'draw') return { kind, text: '=', words: t('worth.draw') };
  const { turns, points } = distance(score, counted);
  const sign = kind === 'win' ? '+' : '−';
  if (turns) return { kind, text: sign + number(turns), words: t(`worth.in.${kind}`, { n: turns }) };
  if (points) return { kind, text: sign + number(points), words: t(`worth.by.${kind}`, { n: points }) };
  return { kind, text: sign, words: t(`worth.only.${kind}`) };
}

function guessed(text, cp) {
  return { kind: cp > even ? 'win' : cp < -even ? 'loss' : 'draw', text: `${text}?`, words: t('worth.guess', { score: text }) };
}

// worthOf is {sure, kind, text, words} of an info for the side to move: kind is
// 'win', 'draw' or 'loss', proved where sure and else what it looks like. counted
// says whether scores are points of the game.
export function worthOf(info, seat, counted) {
  if (info.proof && info.score) return { sure: true, ...proved(info, counted) };
  if (info.scores?.length) {
    const share = info.scores[seat];
    const fair = 10000 / info.scores.length;
    return { sure: false, ...guessed(number(share / 10000, { style: 'percent' }), share - fair) };
  }
  const { cp } = info.score;
  if (!measures(cp)) return { sure: false, ...guessed(cp > 0 ? '+' : '−', cp) };
  return { sure: false, ...guessed(one(cp / 100), cp) };
}
