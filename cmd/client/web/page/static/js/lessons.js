// The lessons that there are, one a game, with the files that they are made of;
// and how far the reader has come in each.

import * as prefs from './prefs.js';

const files = {
  square4: () => import('../lessons/square4.json', { with: { type: 'json' } }),
  teeko: () => import('../lessons/teeko.json', { with: { type: 'json' } }),
  othello: () => import('../lessons/othello.json', { with: { type: 'json' } }),
  blokus: () => import('../lessons/blokus.json', { with: { type: 'json' } }),
};

export const words = {
  en: () => import('../lessons/lang/en.json', { with: { type: 'json' } }),
  ru: () => import('../lessons/lang/ru.json', { with: { type: 'json' } }),
  el: () => import('../lessons/lang/el.json', { with: { type: 'json' } }),
  he: () => import('../lessons/lang/he.json', { with: { type: 'json' } }),
};

// lessonOf loads the lesson of a game; null where there is none.
export const lessonOf = (game) => (Object.hasOwn(files, game) ? files[game] : null);

// progress is the ticks behind a link to a lesson: how many of its steps are
// done, in a few signs, or nothing where none is.
export function progress(game) {
  const { done, of } = prefs.learned(game);
  if (!done.length) return '';
  return done.length >= of ? '✓' : `${done.length}/${of}`;
}
