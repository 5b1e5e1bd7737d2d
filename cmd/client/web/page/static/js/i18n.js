// Words of the chosen language. A message is a string with {places}, or, where
// a number decides the form, an object of Intl's plural categories.

import { later } from './later.js';

export const languages = { en: 'English', ru: 'Русский', el: 'Ελληνικά', he: 'עברית' };

// Where the words are; a browser loads those of one language.
const files = {
  en: () => import('../lang/en.json', { with: { type: 'json' } }),
  ru: () => import('../lang/ru.json', { with: { type: 'json' } }),
  el: () => import('../lang/el.json', { with: { type: 'json' } }),
  he: () => import('../lang/he.json', { with: { type: 'json' } }),
};

let messages = {};
let lang = 'en';
let numbers = new Intl.NumberFormat('en');
let plurals = new Intl.PluralRules('en');

export async function load(wanted) {
  lang = wanted in languages ? wanted : 'en';
  messages = (await later(files[lang])).default;
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
