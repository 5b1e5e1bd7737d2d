// Who plays: fields for the seats of a game.

import { h, fill } from './dom.js';
import { t, tOr, number } from './i18n.js';

// levels are those that people choose from: the whole ones, and those half way between
// two. Between the last two there is none.
export const levels = [...Array.from({ length: 17 }, (_, i) => 1 + i / 2), 10];
export const usual = 4; // level

// seatIndex is the place of a seat, such as 'p2', in lists of seats.
export const seatIndex = (seat) => Number(seat.slice(1)) - 1;

// A seat that has several colours is called by all of them, as Blue+Red.
const colourName = (name) => tOr('seat.', name, name);
const partsOf = (name) => name.split('+');

export const seatName = (names, i) => (names[i] === undefined ? undefined : partsOf(names[i]).map(colourName).join(' + '));

export const nameOf = (names, seat) => seatName(names, seatIndex(seat));

// acting is what people call who acts: by his seat or, where seats have not simply
// one colour each, by the colour, a shared one with the seat that plays it.
export function acting(state) {
  const seat = nameOf(state.names, state.turn);
  const colour = state.colours[state.colour];
  if (state.colours.length === state.names.length && colour.seats.length === 1) return seat;
  return colour.seats.length > 1 ? t('seats.shared', { colour: colourName(colour.name), seat }) : colourName(colour.name);
}

// seatMark is the sign of a seat, or those of its colours, which take turns in the
// order of the seats' first ones, then of their second ones.
export function seatMark(game, names, i, attributes = { 'aria-hidden': 'true' }) {
  const all = names.map(partsOf);
  const order = [0, 1, 2, 3].flatMap((nth) => all.map((parts) => parts[nth])).filter(Boolean);
  const own = all[i] ?? [];
  const mark = (at, more) => h('span', { class: `mark ${game} p${at + 1}`, ...more });
  if (own.length < 2) return mark(i, attributes);
  return h('span', { class: 'both', ...attributes }, own.map((name) => mark(order.indexOf(name))));
}

// unaided says whether people with seats of their own play each other at present,
// in which the computer helps nobody.
export const unaided = ({ result, seats }) => result === 'none' && seats.filter((seat) => seat.kind === 'person' && seat.guarded).length > 1;

// whoPlays is what people call who plays a seat: by his name, or by the seat's.
export const whoPlays = (live, seat) => live.seats[seatIndex(seat)]?.name || nameOf(live.names, seat);

// openSeats are the seats that wait for somebody.
export const openSeats = ({ seats = [] }) => seats.map((seat, i) => seat.kind === 'open' && `p${i + 1}`).filter(Boolean);

// levelWords say who plays about as a level does, in a game or in any.
const levelWords = (game, level) => tOr('level.', `${game}.${level}`, tOr('level.', level, ''));

// levelChoice offers the levels, and the one that a seat has already.
function levelChoice(game, now) {
  const all = levels.includes(now) ? levels : [...levels, now].sort((a, b) => a - b);
  return h('select', { class: 'level' }, all.map((level) => h('option', { value: level },
    Number.isInteger(level) ? t('seats.levelWords', { level: number(level), words: levelWords(game, level) }) : number(level))));
}

// guest stands before the name of an engine that is none of the server's own, as
// a choice.
const guest = 'guest:';

function row(game, i, seat, engines, openable) {
  const kind = h('select', { class: 'kind' },
    seat.kind === 'open' ? null : h('option', { value: 'person' }, t('seats.person')),
    openable || seat.kind === 'open' ? h('option', { value: 'open' }, t('seats.open')) : null,
    h('option', { value: 'engine' }, t('seats.engine')),
    engines.map((engine) => h('option', { value: guest + engine }, engine)));
  const level = levelChoice(game, seat.level || usual);
  const change = () => { level.hidden = kind.value !== 'engine'; };
  kind.value = engines.includes(seat.engine) ? guest + seat.engine : seat.kind;
  level.value = seat.level || usual;
  kind.addEventListener('change', change);
  change();
  const element = h('div', { class: 'seat', 'data-seat': `p${i + 1}` });
  const call = (names) => {
    const name = seatName(names, i);
    kind.setAttribute('aria-label', t('seats.who', { seat: name }));
    level.setAttribute('aria-label', t('seats.levelOf', { seat: name }));
    fill(element, seatMark(game, names, i), h('span', { class: 'name' }, name), kind, level);
  };
  const value = () => {
    if (kind.value === 'engine') return { kind: 'engine', level: Number(level.value) };
    if (kind.value === 'open') return { kind: 'open' };
    return kind.value === 'person' ? { kind: 'person', name: seat.name } : { kind: 'engine', engine: kind.value.slice(guest.length) };
  };
  return { element, value, call };
}

// seatFields returns {element, show(names), value()}, for at most so many seats as
// there are names at first. Without seats given the first is a person and the others
// are the server's engine; engines are the names of those that others brought. A
// seat may be left open where that is said.
export function seatFields(game, names, seats = [], engines = [], openable = false) {
  const rows = names.map((_, i) => row(game, i, seats[i] || { kind: i === 0 ? 'person' : 'engine' }, engines, openable));
  let shown = 0;
  const show = (now) => {
    shown = now.length;
    rows.forEach((r, i) => {
      r.element.hidden = i >= shown;
      if (i < shown) r.call(now);
    });
  };
  show(names);
  return {
    element: h('fieldset', { class: 'seats' }, h('legend', {}, t('seats.title')), rows.map((r) => r.element)),
    show,
    value: () => rows.slice(0, shown).map((r) => r.value()),
  };
}
