// What can be done with a game besides playing: the row of buttons, and the side
// from which its board is looked at.

import { h, button } from './dom.js';
import { t } from './i18n.js';
import * as prefs from './prefs.js';
import { viewFor } from './boards/index.js';

// actionBar has what is wanted often and, where there is little room, the rest
// behind a button.
export function actionBar(often, rest) {
  const more = button({ class: 'more', 'data-action': 'more', 'aria-expanded': 'false', click: () => {
    const open = more.getAttribute('aria-expanded') === 'false';
    more.setAttribute('aria-expanded', String(open));
    if (open) rest.find((el) => !el.hidden && !el.disabled)?.focus();
  } }, 'more', t('do.more'));
  return h('div', { class: 'actions', role: 'toolbar', 'aria-label': t('do.all') }, often, more, h('div', { class: 'rest' }, rest));
}

const key = (game) => `side.${game}`;

// side is how many quarters clockwise the reader has turned the boards of a game.
export function side(game) {
  const { sides } = viewFor(game);
  const quarters = Number(prefs.get(key(game)));
  return sides && [0, 1, 2, 3].includes(quarters) && quarters % (4 / sides) === 0 ? quarters : 0;
}

// rotated turns them on to the next side, which this browser remembers.
export function rotated(game) {
  const next = (side(game) + 4 / viewFor(game).sides) % 4;
  prefs.set(key(game), next ? String(next) : null);
  return next;
}
