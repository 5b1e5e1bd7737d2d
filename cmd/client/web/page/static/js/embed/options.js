// What a board in a frame of another page is to be: the parameters of its address
// and of messages to it. Both are read here, and what is wrong with them is told to
// those who write pages, in English.

import { languages } from '../i18n.js';

// Wrong says what is wrong with a parameter or a message, and what would be right.
export class Wrong extends Error {
  constructor(text, code = 'bad-message') {
    super(text);
    this.code = code;
  }
}

const most = 1 << 16; // characters of a text

// shown is a value as it is shown to who wrote it.
export function shown(value) {
  let text = typeof value;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch { /* it goes round in a circle, or is a number of a kind that has no JSON */ }
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const oneOf = (...words) => ({ right: words.join(', '), read: (text) => (words.includes(text) ? text : undefined) });
const whole = (least, greatest) => ({
  right: `a whole number from ${least} to ${greatest}`,
  read: (text) => (/^\d{1,5}$/.test(text) && text >= least && text <= greatest ? Number(text) : undefined),
});
const strength = {
  right: 'a number from 1 to 9, in tenths such as 4.5 if need be, or 10',
  read: (text) => (/^([1-8](\.\d)?|9|10)$/.test(text) ? Number(text) : undefined),
};
const like = (pattern, right) => ({ right, read: (text) => (pattern.test(text) ? text : undefined) });
const words = (text) => text.split(/[\s,]+/).filter(Boolean);

// parts are what a frame shows besides the board and what is needed to play.
export const parts = ['status', 'steps', 'tools', 'players', 'turns', 'link'];

const list = {
  right: `some of ${parts.join(', ')}, with commas between them, or nothing`,
  read: (text) => (words(text).every((word) => parts.includes(word)) ? words(text) : undefined),
};

const rules = {
  right: 'NAME=VALUE, with commas or spaces between several',
  read(text) {
    const pairs = words(text).map((word) => word.match(/^([^=]+)=([^=]+)$/));
    return pairs.every(Boolean) ? Object.fromEntries(pairs.map(([, name, value]) => [name, value])) : undefined;
  },
};

const turns = { right: 'turns with spaces between them', read: (text) => text.split(/\s+/).filter(Boolean) };
const place = whole(0, 10000);
const at = { right: `first, last or ${place.right}`, read: (text) => (text === 'first' ? 0 : text === 'last' ? null : place.read(text)) };

function origin(text) {
  try {
    return new URL(text).origin === text ? text : undefined;
  } catch {
    return undefined;
  }
}

// Parameters by their names: what is right, and read(text), which is undefined for
// what is not.
const starts = { game: like(/^[a-z0-9]{1,20}$/, 'the name of a game, such as teeko'), rules, fen: like(/^[^\n]+$/, 'a position in one line'), turns, record: like(/\S/, 'a game as a text') };
const plays = { mode: oneOf('play', 'view'), level: strength, seat: oneOf('p1', 'p2', 'p3', 'p4', 'all', 'none'), at };
const looks = { theme: oneOf('auto', 'light', 'dark'), turned: whole(0, 3), show: list };

// names of parameters: of how a game begins, of a new game, of looks, and of an
// address.
export const begins = Object.keys(starts);
export const ofNew = [...begins, ...Object.keys(plays)];
export const ofLooks = Object.keys(looks);
export const ofAddress = [...ofNew, ...ofLooks, 'lang', 'origin'];

const fields = {
  ...starts, ...plays, ...looks,
  lang: oneOf(...Object.keys(languages)),
  origin: { right: 'the origin of the page around, as location.origin has it there', read: origin },
  turn: like(/^\S+$/, 'a turn as the notation of the game writes it'),
  to: { right: `first, back, forward, last or ${place.right}`, read: (text) => (['first', 'back', 'forward', 'last'].includes(text) ? text : place.read(text)) },
};

// read reads parameters that may have some names: texts, or numbers where one is
// wanted.
export function read(given, names) {
  const found = {};
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) throw new Wrong(names.length ? `there is no ${shown(name)} here; there are: ${names.join(', ')}` : `there is no ${shown(name)} here; nothing follows this command`);
    const text = typeof value === 'number' ? String(value) : value;
    found[name] = typeof text === 'string' && text.length <= most ? fields[name].read(text) : undefined;
    if (found[name] === undefined) throw new Wrong(`${name} is ${fields[name].right}, not ${shown(value)}`);
  }
  return found;
}

// ofPage are the parameters in the address of the frame.
export function ofPage() {
  const given = new URLSearchParams(location.search);
  const mode = given.get('embed');
  given.delete('embed');
  const twice = [...given.keys()].find((name) => given.getAll(name).length > 1);
  if (twice) throw new Wrong(`${twice} is there twice`);
  const options = read({ ...Object.fromEntries(given), ...(mode && { mode }) }, ofAddress);
  const { hash } = location;
  if (hash && !hash.startsWith('#game=')) throw new Wrong(`behind the # stands a game as a link of the page has it, #game=…, not ${shown(hash)}`);
  return hash ? { ...options, link: hash } : options;
}
