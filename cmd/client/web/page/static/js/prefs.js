// What this browser remembers: language, theme, games seen, seat tokens.
// A browser that refuses storage still plays; it only forgets, and so does a board
// in a frame of another page.

import { note, embedded } from './place.js';

const prefix = 'quadrille.';

// forgetful is a storage that lasts as long as the page.
function forgetful() {
  const all = new Map();
  return { getItem: (key) => all.get(key) ?? null, setItem: (key, text) => all.set(key, text), removeItem: (key) => all.delete(key) };
}

const own = embedded ? forgetful() : null;
const storage = () => own ?? localStorage; // which a browser may refuse to give

export function get(key, otherwise = null) {
  try {
    const text = storage().getItem(prefix + key);
    return text === null ? otherwise : text;
  } catch {
    return otherwise;
  }
}

export function set(key, value) {
  try {
    if (value === null) storage().removeItem(prefix + key);
    else storage().setItem(prefix + key, value);
  } catch {
    // storage is full or forbidden
  }
}

function getJSON(key, otherwise) {
  try {
    return JSON.parse(get(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

// tokens are the secrets of a game's seats that this browser holds, by seat.
export const tokens = (id) => getJSON('tokens.' + id, {});

export function keepToken(id, seat, token) {
  set('tokens.' + id, JSON.stringify({ ...tokens(id), [seat]: token }));
}

// takeTokens keeps the secrets of a shared address (#p2=SECRET) and takes them out
// of the address bar. seats is a pattern of whose they are.
export function takeTokens(id, seats) {
  const found = [...location.hash.matchAll(new RegExp(`(${seats})=([\\w.~-]+)`, 'g'))];
  for (const [, seat, token] of found) keepToken(id, seat, token);
  if (found.length) note('');
}

export function dropToken(id, seat) {
  const { [seat]: _, ...others } = tokens(id);
  set('tokens.' + id, Object.keys(others).length ? JSON.stringify(others) : null);
}

// random is a word of 128 bits.
export function random() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// freshToken is a secret with which this browser asks for a seat.
export const freshToken = random;

// reader is a word by which the tabs of this browser are counted once among those
// who watch.
export function reader() {
  if (!get('reader')) set('reader', random());
  return get('reader') ?? '';
}

// played are the seats of a game that this browser has acted for.
export const played = (id) => getJSON('played.' + id, []);

export function keepPlayed(id, seat) {
  const before = played(id);
  if (!before.includes(seat)) set('played.' + id, JSON.stringify([...before, seat]));
}

// exercises is the score in those of a game, as score.js has it.
export const exercises = (game) => getJSON('exercises.' + game, {});

export const keepExercises = (game, score) => set('exercises.' + game, score && JSON.stringify(score));

// others are the secrets of seats that this browser plays for others, by seat: in
// a game that is passed by links.
export const others = (id) => getJSON('others.' + id, {});

export function keepOther(id, seat, token) {
  set('others.' + id, JSON.stringify({ ...others(id), [seat]: token }));
}

// passes are the games of this browser by what tells links of one game from others.
const passes = () => getJSON('passes', {});

// passed are the games that links with such an id are of, the newest first.
export const passed = (id) => passes()[id] ?? [];

// passOf is the id of the links of a game, null when there is none yet.
export const passOf = (game) => Object.keys(passes()).find((id) => passed(id).includes(game)) ?? null;

export function keepPass(id, game) {
  set('passes', JSON.stringify({ ...passes(), [id]: [game, ...passed(id).filter((one) => one !== game)] }));
  return id;
}

function dropPass(game) {
  const rest = Object.entries(passes()).map(([id, games]) => [id, games.filter((one) => one !== game)]).filter(([, games]) => games.length);
  set('passes', rest.length ? JSON.stringify(Object.fromEntries(rest)) : null);
}

// notes are what of its file a game does not have, until the reader has seen them.
export const notes = (id) => getJSON('notes.' + id, []);

export const keepNotes = (id, list) => set('notes.' + id, list.length ? JSON.stringify(list) : null);

// learned is how far the reader has come in a game's lesson: {done, of}, the names
// of the steps done and how many there are.
export const learned = (game) => ({ done: [], of: 0, ...getJSON('learned.' + game, {}) });

export function keepLearned(game, step, of) {
  const { done } = learned(game);
  set('learned.' + game, JSON.stringify({ done: done.includes(step) ? done : [...done, step], of }));
}

const remembered = 12;

// seen lists the games that this browser showed, newest first:
// {id, game, title, over, turns, when}.
export const seen = () => getJSON('seen', []).filter((g) => g && typeof g.id === 'string');

export function remember(game) {
  const others = seen().filter((g) => g.id !== game.id);
  set('seen', JSON.stringify([game, ...others].slice(0, remembered)));
}

export function forget(id) {
  set('seen', JSON.stringify(seen().filter((g) => g.id !== id)));
  set('tokens.' + id, null);
  set('played.' + id, null);
  set('notes.' + id, null);
  set('others.' + id, null);
  dropPass(id);
}
