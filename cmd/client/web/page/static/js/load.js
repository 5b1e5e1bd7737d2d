// Games from files and texts that other programs wrote: chosen, dropped on the
// page or pasted. The server reads them; where there are several, one is chosen.

import { h, button, fill, icon, refusal } from './dom.js';
import * as api from './api.js';
import * as prefs from './prefs.js';
import { t } from './i18n.js';
import { urgent } from './announce.js';
import { ask } from './dialogs.js';
import { local, address, go } from './place.js';
import { listing, about, most } from './listing.js';

const largest = 8 << 20; // bytes that are read; the server takes fewer

// refuse shows why something did not come about.
export function refuse(place, error) {
  const words = error.words ? error.words() : String(error);
  fill(place, refusal(words, error.message));
  urgent(words);
}

// begin makes a game and goes to its page. What of a file the game does not have
// is told there.
export async function begin(spec) {
  const { state, tokens, notes } = await api.create(spec);
  (tokens || []).forEach((token, i) => { if (token) prefs.keepToken(state.id, `p${i + 1}`, token); });
  prefs.keepNotes(state.id, notes || []);
  if (local) navigator.storage?.persist?.().catch(() => {}); // there is something to lose now; some browsers ask
  go(address('g', state.id));
}

// bytes is a file for a request, which need not be text.
export function bytes(file) {
  if (file.size > largest) throw new api.ApiError('too-large', '');
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done({ data: reader.result.slice(reader.result.indexOf(',') + 1) });
    reader.onerror = () => fail(new api.ApiError('bad-position', reader.error.message));
    reader.readAsDataURL(file);
  });
}

// open begins a game of a source, {record} or {data}: the only one, or the one
// that is chosen. careful asks for the only one too; read is called when the
// server has read the source.
async function open(source, careful, read) {
  const found = await api.contents(source);
  read();
  const [first] = found.games;
  if (found.count === 1 && first.refusal) throw new api.ApiError('bad-position', first.refusal);
  const chosen = found.count === 1 && !careful ? first.number : await choose(found);
  if (chosen) await begin({ ...source, number: chosen });
}

// take does so with a file or a text and shows in a place what went wrong.
async function take(given, place, careful = false) {
  fill(place, h('p', { class: 'note', role: 'status' }, t('load.reading')));
  try {
    await open(typeof given === 'string' ? { record: given } : await bytes(given), careful, () => fill(place));
  } catch (error) {
    if (!error.words) throw error;
    refuse(place, error);
  }
}

// refusals lists those that cannot be read.
export function refusals(games) {
  if (!games.length) return null;
  return h('details', { class: 'refused' }, h('summary', {}, t('load.refused', { n: games.length })),
    h('ul', { dir: 'ltr', lang: 'en' }, games.slice(0, most).map((game) => h('li', {}, `${game.number}: ${game.refusal}`))),
    games.length > most ? h('p', {}, t('load.more', { n: games.length - most })) : null);
}

// choose asks for one of the games of a file and resolves with its number.
function choose({ games, count, notes }) {
  return ask(t('load.choose'), (close) => {
    const list = listing((game) => h('li', {}, button({ class: 'found', 'data-number': game.number, click: () => close(game.number) }, null, about(game))));
    list.draw(games.filter((game) => !game.refusal));
    return h('div', { class: 'load' },
      h('p', { class: 'note' }, t('load.new')),
      list.parts, refusals(games.filter((game) => game.refusal)),
      count > games.length ? h('p', { class: 'note' }, t('load.unlisted', { n: count - games.length })) : null,
      notes.length ? h('ul', { class: 'note', dir: 'ltr', lang: 'en' }, notes.slice(0, most).map((note) => h('li', {}, note))) : null);
  }, []);
}

// paste takes a game as text.
function paste() {
  const field = h('textarea', { id: 'pasted', rows: 8, dir: 'ltr', spellcheck: 'false', autocomplete: 'off', 'aria-describedby': 'pasted-why' });
  const errors = h('div', { class: 'errors' });
  const submit = button({ class: 'primary', 'data-action': 'paste', click: async () => {
    submit.disabled = true;
    await take(field.value, errors).finally(() => { submit.disabled = false; });
  } }, 'load', t('start.open'));
  return ask(t('load.paste'), h('div', { class: 'load' },
    h('p', { class: 'note', id: 'pasted-why' }, t('load.forms')),
    h('label', { class: 'field' }, h('span', {}, t('load.text')), field), errors, h('div', { class: 'row end' }, submit)), []);
}

// loaders are the buttons for a file and for a text.
export function loaders(errors) {
  const input = h('input', { type: 'file', id: 'record', class: 'sr', 'aria-describedby': 'load-why', change: async () => {
    const [file] = input.files;
    if (file) await take(file, errors);
    input.value = '';
  } });
  return h('div', { class: 'loaders' },
    h('div', { class: 'row' },
      h('label', { class: 'button', for: 'record' }, icon('load'), h('span', { class: 'label' }, t('start.load')), input),
      button({ 'data-action': 'pasting', click: paste }, 'copy', t('load.paste'))),
    h('p', { class: 'note', id: 'load-why' }, t('load.drop')));
}

// dropped is what a drag holds that could be a game.
const dropped = (event) => event.dataTransfer?.types.includes('Files') || (event.dataTransfer?.types.includes('text/plain') && !event.target.closest?.('input, textarea'));

// drops takes files and texts that are dropped anywhere on the page. A game that
// is looked at is left only for one that was chosen.
export function drops() {
  const root = document.body;
  const main = () => document.getElementById('main');
  const place = () => (main().matches('.start, .game') ? main().querySelector('.errors, #verdict') : null); // where words go
  const on = (type, run) => addEventListener(type, (event) => { if (place() && dropped(event)) { event.preventDefault(); run(event); } });
  on('dragover', () => { root.dataset.drop = t('load.here'); });
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) delete root.dataset.drop; });
  on('drop', ({ dataTransfer }) => {
    delete root.dataset.drop;
    take(dataTransfer.files[0] ?? dataTransfer.getData('text/plain'), place(), main().classList.contains('game'));
  });
}

// told shows what of its file a game does not have, until it is closed.
export function told(id) {
  const notes = prefs.notes(id);
  const element = h('section', { class: 'box notes', hidden: !notes.length, 'aria-label': t('load.notes') },
    h('h2', {}, t('load.notes')),
    h('ul', { dir: 'ltr', lang: 'en' }, notes.map((note) => h('li', {}, note))),
    button({ click: () => { prefs.keepNotes(id, []); element.hidden = true; } }, 'close', t('ask.close')));
  return element;
}
