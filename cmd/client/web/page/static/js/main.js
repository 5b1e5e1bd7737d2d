// The page: its head, and below it the part that the address names.

import { h, button, fill, refusal } from './dom.js';
import { t, load } from './i18n.js';
import { later } from './later.js';
import { place, travel, reach, embedded } from './place.js';
import { header } from './head.js';
import * as notice from './notice.js';
import { startPage } from './start.js';
import { gamePage } from './game.js';
import { drops } from './load.js';

const root = document.documentElement;

// part shows the part that the address names, and returns what ends it.
async function part(main) {
  const { kind, name } = place();
  if (kind === 'g') return gamePage(main, name);
  const passed = !embedded && /^#game=/.test(location.hash);
  if (!kind && !passed) return startPage(main);
  const pages = await later(() => import('./pages.js'));
  if (passed) return pages.passedPage(main);
  switch (kind) {
    case 'learn': return pages.learnPage(main, name);
    case 'c': return pages.wallPage(main, name);
    case 'exercises': return pages.exercisesPage(main);
    case 'kept': return pages.keptPage(main);
    case 'embed': return pages.embedPage(main, name);
    default: return pages.beginPage(main);
  }
}

let leave = () => {}; // ends what is shown
let drawn = Promise.resolve();
let wanted = null; // what is drawn next

// after draws something when what is being drawn is there; of several that are
// wanted meanwhile only the last.
function after(draw) {
  const mine = (wanted = draw);
  const next = () => (wanted === mine ? draw() : undefined);
  drawn = drawn.then(next, next);
}

// speak draws everything anew in a language.
async function speak(lang) {
  end();
  await load(lang);
  document.getElementById('skip').textContent = t('head.skip');
  const focused = document.activeElement?.id;
  fill(document.getElementById('top'), header((other) => after(() => speak(other))));
  notice.draw();
  if (focused) document.getElementById(focused)?.focus();
  await show();
  root.dataset.ready = lang;
}

// arrive shows what the address names now, for which the reader came from another
// part of the page: scroll is how far down it is to be.
async function arrive(scroll) {
  end();
  const shown = show(true);
  const stop = reach(scroll);
  await shown;
  const others = leave;
  leave = () => { stop(); others(); };
}

// end leaves what is shown, with the questions that are open.
function end() {
  leave();
  leave = () => {};
  document.querySelectorAll('dialog').forEach((dialog) => dialog.close());
}

async function show(focus = false) {
  document.title = 'Quadrille';
  document.getElementById('link').textContent = '';
  const main = h('main', { id: 'main', tabindex: -1 }); // what still comes for the part before is not drawn into this one
  document.getElementById('main').replaceWith(main);
  if (focus) main.focus({ preventScroll: true });
  try {
    leave = await part(main);
  } catch (error) {
    fill(main, refusal(t('error.network')), button({ 'data-action': 'reload', click: () => location.reload() }, 'restart', t('do.reload')));
    throw error;
  }
}

document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('main').focus();
});
if (!embedded) drops();
travel((scroll) => after(() => arrive(scroll)));
notice.watch();
after(() => speak(root.lang).finally(notice.begin));
