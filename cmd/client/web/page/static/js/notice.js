// What the page says of itself where it needs no server: that what plays is being
// loaded or cannot be, that a new version is there, or that this browser does not
// keep the page's files.

import { h, button, fill, verbatim } from './dom.js';
import { t } from './i18n.js';
import { local, embedded } from './place.js';
import { later } from './later.js';
import { onState } from './connection.js';

const soon = 1000; // ms in which nobody misses a sign of progress

let state = {}; // of the files
let host = {}; // of what plays, as onState has it
let slow = false;
let spoken = false; // whether there is a language

// ofFile says what is wrong with a file of the folder.
const ofFile = (fault) => t(`kept.file.${fault.kind}`, fault);

// troubles are why nothing plays.
function troubles() {
  if (host.lacks) return [h('span', {}, t(host.insecure ? 'kept.insecure' : 'kept.lacks', { what: host.lacks }))];
  if (!host.failed) return null;
  const why = host.failed.kind ? ofFile(host.failed) : verbatim(host.failed);
  return [h('span', {}, t('kept.broken'), ' ', why), button({ 'data-action': 'again', click: () => location.reload() }, 'restart', t('kept.again'))];
}

// loading is how much of the program has come.
function loading() {
  if (!slow || !host.loaded || host.open) return null;
  return [h('label', { for: 'loaded' }, t('kept.loading')), h('progress', { id: 'loaded', max: local.size, value: host.loaded })];
}

// draw says it, in the language that is spoken.
export function draw() {
  const bar = document.getElementById('notice');
  spoken = true;
  const use = state.use;
  const said = troubles() ?? loading();
  if (said) return fill(bar, ...said);
  if (!use && !state.failed) return fill(bar);
  return fill(bar, h('span', {}, use ? t('kept.waiting') : state.fault ? [ofFile(state.fault), ' ', t('kept.online')] : t('kept.not')),
    use ? button({ 'data-action': 'renew', click: use }, 'restart', t('kept.use')) : null,
    button({ class: 'quiet', 'aria-label': t('ask.close'), title: t('ask.close'), click: () => tell({}) }, 'close'));
}

// watch says from now on how what plays is loaded.
export function watch() {
  const drawn = () => { if (spoken) draw(); };
  setTimeout(() => {
    slow = true;
    drawn();
  }, soon);
  onState((now) => {
    const bar = document.getElementById('loaded');
    host = now;
    if (bar && host.loaded) bar.value = host.loaded; // drawn anew it would be read out anew
    else drawn();
  });
}

function tell(news) {
  state = news;
  if (spoken) draw();
}

// begin has the files kept, once what plays answers or does not: it is not to wait
// for that, and what the page was loaded with need not be loaded twice then.
export async function begin() {
  if (!local || embedded) return;
  await new Promise((done) => { onState((now) => { if (now.open || now.failed || now.lacks) done(); }); });
  const { keep } = await later(() => import('./keep.js'));
  keep(local, { waiting: (use) => tell({ use }), failed: (fault) => tell({ failed: true, fault }) });
}
