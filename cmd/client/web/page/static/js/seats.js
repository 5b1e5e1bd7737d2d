// Who plays: fields for the seats of a game.

import { h } from './dom.js';
import { t, tOr, number } from './i18n.js';

const levels = 10;
export const usual = 4; // level

// seatIndex is the place of a seat, such as 'p2', in lists of seats.
export const seatIndex = (seat) => Number(seat.slice(1)) - 1;

export const seatName = (names, i) => tOr('seat.', names[i], names[i]);

export const nameOf = (names, seat) => seatName(names, seatIndex(seat));

// unaided says whether people with seats of their own play each other at present,
// in which the computer helps nobody.
export const unaided = ({ result, seats }) => result === 'none' && seats.filter((seat) => seat.kind === 'person' && seat.guarded).length > 1;

// whoPlays is what people call who plays a seat: by his name, or by the seat's.
export const whoPlays = (live, seat) => live.seats[seatIndex(seat)]?.name || nameOf(live.names, seat);

// openSeats are the seats that wait for somebody.
export const openSeats = ({ seats = [] }) => seats.map((seat, i) => seat.kind === 'open' && `p${i + 1}`).filter(Boolean);

// levelWords say who plays about as a level does, in a game or in any.
const levelWords = (game, level) => tOr('level.', `${game}.${level}`, tOr('level.', level, ''));

function levelChoice(game, label) {
  return h('select', { class: 'level', 'aria-label': label }, Array.from({ length: levels }, (_, i) =>
    h('option', { value: i + 1 }, t('seats.levelWords', { level: number(i + 1), words: levelWords(game, i + 1) }))));
}

// guest stands before the name of an engine that is none of the server's own, as
// a choice.
const guest = 'guest:';

function row(game, names, i, seat, engines, openable) {
  const name = seatName(names, i);
  const kind = h('select', { class: 'kind', 'aria-label': t('seats.who', { seat: name }) },
    seat.kind === 'open' ? null : h('option', { value: 'person' }, t('seats.person')),
    openable || seat.kind === 'open' ? h('option', { value: 'open' }, t('seats.open')) : null,
    h('option', { value: 'engine' }, t('seats.engine')),
    engines.map((engine) => h('option', { value: guest + engine }, engine)));
  const level = levelChoice(game, t('seats.levelOf', { seat: name }));
  const change = () => { level.hidden = kind.value !== 'engine'; };
  kind.value = engines.includes(seat.engine) ? guest + seat.engine : seat.kind;
  level.value = seat.level || usual;
  kind.addEventListener('change', change);
  change();
  const element = h('div', { class: 'seat', 'data-seat': `p${i + 1}` },
    h('span', { class: `mark ${game} p${i + 1}`, 'aria-hidden': 'true' }), h('span', { class: 'name' }, name), kind, level);
  const value = () => {
    if (kind.value === 'engine') return { kind: 'engine', level: Number(level.value) };
    if (kind.value === 'open') return { kind: 'open' };
    return kind.value === 'person' ? { kind: 'person', name: seat.name } : { kind: 'engine', engine: kind.value.slice(guest.length) };
  };
  return { element, value };
}

// seatFields returns {element, show(count), value()}. Without seats given the
// first is a person and the others are the server's engine; engines are the names
// of those that others brought. A seat may be left open where that is said.
export function seatFields(game, names, count, seats = [], engines = [], openable = false) {
  const rows = names.map((_, i) => row(game, names, i, seats[i] || { kind: i === 0 ? 'person' : 'engine' }, engines, openable));
  let shown = count;
  const show = (n) => {
    shown = n;
    rows.forEach((r, i) => { r.element.hidden = i >= n; });
  };
  show(count);
  return {
    element: h('fieldset', { class: 'seats' }, h('legend', {}, t('seats.title')), rows.map((r) => r.element)),
    show,
    value: () => rows.slice(0, shown).map((r) => r.value()),
  };
}
