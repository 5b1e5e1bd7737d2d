// A list of games with a search, whether they are of a file or of this browser.

import { h, dotted, refill } from './dom.js';
import { t, tOr, number } from './i18n.js';
import { taggedLevel } from './players.js';

export const most = 60; // games that are shown at once; the search finds the others
const few = 12; // games that need no search

// player says who a record's tag names.
function player(tag) {
  if (!tag || tag === 'human') return t('seats.person');
  return taggedLevel(tag) ?? tag;
}

function result({ result, players = [] }) {
  if (!result) return null;
  const n = Number(result.match(/^p(\d)win$/)?.[1]);
  const tag = players[n - 1];
  return n ? t('load.won', { name: tag && tag !== 'human' ? player(tag) : t('load.side', { n }) }) : t('load.draw');
}

// about is what a row says of a game.
export function about(game) {
  const { players = [], event, date, turns } = game;
  const more = [tOr('game.', game.game, game.game), event, date, result(game), t('start.turnCount', { n: turns })].filter(Boolean);
  return h('span', {},
    h('strong', {}, `${number(game.number)}. `, players.length ? h('bdi', {}, players.map(player).join(' – ')) : ''),
    h('small', {}, dotted(more)));
}

// listing shows games, each as the row that it becomes. draw is given them, and
// later those that are left.
export function listing(row) {
  const list = h('ul', { class: 'games' });
  const said = h('p', { class: 'note', role: 'status' });
  const search = h('input', { type: 'search', id: 'search', autocomplete: 'off', input: () => show() });
  const field = h('label', { class: 'field' }, h('span', {}, t('load.search')), search);
  let texts = new Map();
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    const found = [...texts.keys()].filter((game) => words.every((word) => texts.get(game).includes(word)));
    refill(list, found.slice(0, most).map(row));
    said.textContent = t('load.count', { n: found.length }) + (found.length > most ? ` ${t('load.first', { n: most })}` : '');
  };
  const draw = (games) => {
    texts = new Map(games.map((game) => [game, [game.number, ...(game.players ?? []), game.event, game.date, tOr('game.', game.game, '')].join(' ').toLowerCase()]));
    field.hidden = games.length <= few && !search.value;
    show();
  };
  return { parts: [field, said, list], draw };
}
