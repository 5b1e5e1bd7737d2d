// Questions and boxes on top of the page.

import { h, button } from './dom.js';
import { t, tOr } from './i18n.js';
import * as prefs from './prefs.js';
import { catalogue } from './api.js';
import { seatFields, seatName, openSeats } from './seats.js';
import { link } from './place.js';

// ask shows a dialog and resolves with what the chosen button stands for, or
// null where it was closed. A body that has answers of its own is a function that
// is given how to close the dialog with one.
export function ask(title, body, buttons) {
  return new Promise((done) => {
    let answer = null;
    const close = (value) => { answer = value(); dialog.close(); };
    const content = typeof body === 'function' ? body((value) => close(() => value)) : body;
    const dialog = h('dialog', { 'aria-label': title, close: () => { dialog.remove(); done(answer); } },
      h('form', { method: 'dialog', submit: (event) => { event.preventDefault(); if (buttons.length) close(buttons[0].value); } },
        h('h2', {}, title), content,
        h('div', { class: 'row end' },
          button({ click: () => close(() => null), 'data-answer': 'no' }, null, buttons.length ? t('ask.no') : t('ask.close')),
          buttons.map((b) => button({ class: 'primary', type: 'submit', 'data-answer': 'yes' }, null, b.text)))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const confirm = (question, yes) => ask(question, null, [{ text: yes, value: () => true }]);

// seats asks who plays. Without the catalogue nobody else's engines are to be had.
export async function seats(state, title = t('do.seats')) {
  const { games, alone } = await catalogue().catch(() => ({ games: [] }));
  const engines = games.find((game) => game.name === state.game)?.engines;
  const fields = seatFields(state.game, state.names, state.seats, engines, !alone && openable(state));
  return ask(title, fields.element, [{ text: t('ask.ok'), value: () => fields.value() }]);
}

// openable says whether seats may be opened: before the first turn of a game in
// which every person has a seat of his own.
function openable({ seats: all, turns, pending }) {
  return turns.length + pending.length === 0 && all.every((seat) => seat.kind !== 'person' || seat.guarded);
}

// copy puts a text on the clipboard, also where a page without TLS may
// not use the clipboard by itself.
async function copy(input, said) {
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    document.execCommand('copy');
  }
  said.textContent = t('share.copied');
}

// copyable shows a text that can be copied, in one line or in so many.
export function copyable(label, value, rows = 1) {
  const props = { readonly: true, dir: 'ltr', value, 'aria-label': label, focus: () => input.select() };
  const input = rows > 1 ? h('textarea', { ...props, rows, spellcheck: 'false' }) : h('input', { ...props, type: 'text' });
  const said = h('span', { class: 'said', role: 'status' });
  return h('div', { class: 'field address' }, h('span', {}, label), h('div', { class: 'row' }, input, button({ 'data-action': 'copy', 'aria-label': t('share.copyWhat', { what: label }), click: () => copy(input, said) }, 'copy', t('share.copy'))), said);
}

// carriedPart shows the link that has the whole game in it, or why there is none.
function carriedPart({ address, bare, fits, refusal }) {
  const send = navigator.share && address ? button({ 'data-action': 'send', click: () => navigator.share({ url: address }).catch(() => {}) }, 'share', t('pass.send')) : null;
  return h('section', { class: 'carried' }, h('h3', {}, t('pass.part')), h('p', {}, refusal ?? t('pass.why')),
    address ? [copyable(t('pass.link'), address), send,
      h('p', { class: 'note' }, fits ? t('pass.length', { n: address.length }) : t('pass.long', { n: address.length }), ' ', bare ? t('pass.bare') : '')] : null);
}

// share shows the game's address and, for guarded seats whose secrets this
// browser has, the address that lets another play the seat; and the one that has
// the whole game in it, {address, bare, fits} or {refusal}, which is all that
// others can open where nobody else reaches the games.
export async function share(state, carried) {
  const { alone } = await catalogue().catch(() => ({}));
  const held = prefs.tokens(state.id);
  const guarded = state.seats.map((seat, i) => ({ seat, i, id: `p${i + 1}` })).filter(({ seat, id }) => seat.guarded && held[id]);
  const served = () => [
    h('p', {}, openSeats(state).length ? t('share.open') : guarded.length > 1 ? t('share.guarded') : guarded.length ? t('share.mine') : t('share.why')),
    copyable(openSeats(state).length || !guarded.length ? t('share.link') : t('share.watch'), link('g', state.id)),
    ...guarded.map(({ i, id }) => copyable(guarded.length > 1 ? t('share.seat', { seat: seatName(state.names, i) }) : t('share.device'), link('g', state.id, `${id}=${held[id]}`))),
  ];
  return ask(t('share.title', { game: tOr('game.', state.game, state.title) }), h('div', {}, alone ? null : served(), carriedPart(carried)), []);
}
