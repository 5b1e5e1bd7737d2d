// Words of the chosen language. A message is a string with {places}, or, where
// a number decides the form, an object of Intl's plural categories. Where there is
// no server, a message that has a second one, with this at the end of its key,
// gives way to it.

import { later } from './later.js';
import { local } from './place.js';

export const languages = { en: 'English', ru: 'Русский', el: 'Ελληνικά', he: 'עברית' };

// Where the words are; a browser loads those of one language.
const files = {
  en: () => import('../lang/en.json', { with: { type: 'json' } }),
  ru: () => import('../lang/ru.json', { with: { type: 'json' } }),
  el: () => import('../lang/el.json', { with: { type: 'json' } }),
  he: () => import('../lang/he.json', { with: { type: 'json' } }),
};

const alone = '.local';

let messages = {};
let lang = 'en';
let numbers = new Intl.NumberFormat('en');
let plurals = new Intl.PluralRules('en');

function fitting(all) {
  if (!local) return all;
  const own = Object.entries(all).filter(([key]) => key.endsWith(alone)).map(([key, message]) => [key.slice(0, -alone.length), message]);
  return { ...all, ...Object.fromEntries(own) };
}

export async function load(wanted) {
  lang = wanted in languages ? wanted : 'en';
  messages = fitting((await later(files[lang])).default);
  numbers = new Intl.NumberFormat(lang);
  plurals = new Intl.PluralRules(lang);
  const root = document.documentElement;
  root.lang = lang;
  root.dir = lang === 'he' ? 'rtl' : 'ltr';
}

// more loads words that only some pages need.
export async function more(others) { messages = { ...messages, ...(await later(others[lang])).default }; }

export const language = () => lang;
export const number = (n, options) => (options ? new Intl.NumberFormat(lang, options).format(n) : numbers.format(n));
export const date = (when) => new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(when);

function put(text, values) {
  return text.replace(/\{(\w+)\}/g, (all, name) => {
    const value = values[name];
    if (value === undefined) return all;
    return typeof value === 'number' ? number(value) : value;
  });
}

// t is the message of a key. values.n decides the plural.
export function t(key, values = {}) {
  const message = messages[key];
  if (message === undefined) return key;
  if (typeof message === 'string') return put(message, values);
  return put(message[plurals.select(values.n)] ?? message.other, values);
}

// tOr is for words that come from the server: the message of prefix and word,
// or, for one that the page has never heard of, the word as the server says it.
export function tOr(prefix, word, otherwise, values = {}) {
  return prefix + word in messages ? t(prefix + word, values) : otherwise;
}
