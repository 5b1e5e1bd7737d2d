// A game to take along: as a file in any form that holds it, as a picture, and
// as text to copy.

import { h, button } from './dom.js';
import { t, tOr } from './i18n.js';
import { ask, copyable } from './dialogs.js';
import { pictureOf, png } from './picture.js';

// download gives the reader a file that the page made.
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60000); // a browser may ask before it saves
}

// losses names what a form leaves out: lines of a record's head, or comments.
function losses(lost) {
  const words = lost.map((tag) => tOr('save.tag.', /^P\d$/.test(tag) ? 'names' : tag, tag));
  return [...new Set(words)].join(', ');
}

// doing returns what does something, and then says there what it returned or that
// it failed.
const doing = (said, run) => async () => {
  try {
    said.textContent = (await run()) ?? '';
  } catch {
    said.textContent = t('save.failed');
  }
};

// row is a form with a file to download, which file(form) gets, or why there is none.
function row({ form, name, end, lost, refusal }, file, said) {
  const words = refusal ? [t('save.cannot'), h('bdi', { lang: 'en', dir: 'ltr' }, refusal)]
    : lost.length ? t('save.lost', { what: losses(lost) }) : t('save.all');
  const id = `save-${form}`;
  const click = doing(said, async () => download(await file(form), name + end));
  const link = button({ 'data-form': form, disabled: Boolean(refusal), 'aria-describedby': id, click }, 'save');
  link.append(h('span', { class: 'label' }, tOr('save.form.', form, form), ' ', h('bdi', { dir: 'ltr' }, end)));
  return h('li', {}, link, h('small', { id }, words));
}

// pictures are the board as it is shown, with no marks of where one may play.
function pictures(table, name, said) {
  const drawing = () => {
    table.view.update(table.shown(), { can: false });
    const found = pictureOf(table.view.element.firstElementChild);
    table.draw();
    return found;
  };
  const svg = doing(said, () => download(new Blob([new XMLSerializer().serializeToString(drawing())], { type: 'image/svg+xml' }), `${name}.svg`));
  const bitmap = doing(said, async () => download(await png(drawing()), `${name}.png`));
  const copy = doing(said, async () => {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png(drawing()) })]);
    return t('share.copied');
  });
  return h('div', { class: 'row' },
    button({ 'data-picture': 'png', click: bitmap }, 'save', 'PNG'),
    button({ 'data-picture': 'svg', click: svg }, 'save', 'SVG'),
    isSecureContext && window.ClipboardItem ? button({ 'data-picture': 'copy', click: copy }, 'copy', t('save.copyPicture')) : null);
}

// turnsOf are the turns of a position as a text that can be read again. Turns alone say
// neither which game they are of nor where and by which rules it began; so the position
// of the start stands before them, but for those of a transcript, which begin as is usual.
async function turnsOf(table, state, forms) {
  const turns = state.turns.join(' ');
  if (turns && forms.some(({ form, refusal }) => form === 'transcript' && !refusal)) return turns;
  const start = state.start === 'startpos' ? (await table.api.at(0)).fen : state.start;
  return turns ? `${start} moves ${turns}` : start;
}

// save shows what a game can be saved as. Files are of the whole game; picture,
// turns and position are of what is shown.
export async function save(table) {
  const state = table.shown();
  let forms, record, turns;
  try {
    [{ forms }, record] = await Promise.all([table.api.records(), table.api.record()]);
    turns = await turnsOf(table, state, forms);
  } catch (error) {
    if (!error.words) throw error;
    table.refuse(error.words(), error.message, error.code);
    return undefined;
  }
  const said = h('p', { class: 'said', role: 'status' });
  const written = h('p', { class: 'said', role: 'status' });
  const part = (title, ...body) => h('section', {}, h('h3', {}, title), ...body);
  return ask(t('save.title', { game: tOr('game.', state.game, state.title) }), h('div', { class: 'save' },
    part(t('save.file'), h('ul', { class: 'forms' }, forms.map((one) => row(one, table.api.file, written))), written),
    part(t('save.picture'), pictures(table, forms[0].name, said), said),
    part(t('save.text'),
      copyable(t('save.turns'), turns),
      copyable(t('save.position'), state.fen),
      copyable(t('save.record'), record, 4))), []);
}
