// What the page says of its own files where it needs no server: that a new version
// is there, or that this browser does not keep them.

import { h, button, fill } from './dom.js';
import { t } from './i18n.js';
import { local } from './place.js';
import { later } from './later.js';

let state = {};

// draw says it, in the language that is spoken.
export function draw() {
  const bar = document.getElementById('notice');
  const use = state.use;
  if (!use && !state.failed) return fill(bar);
  fill(bar, h('span', {}, use ? t('kept.waiting') : t('kept.not')),
    use ? button({ 'data-action': 'renew', click: use }, 'restart', t('kept.use')) : null,
    button({ class: 'quiet', 'aria-label': t('ask.close'), title: t('ask.close'), click: () => tell({}) }, 'close'));
}

function tell(news) {
  state = news;
  draw();
}

// begin has the files kept, once the page is there: what it was loaded with need
// not be loaded twice then.
export async function begin() {
  if (!local) return;
  const { keep } = await later(() => import('./keep.js'));
  keep(local, { waiting: (use) => tell({ use }), failed: () => tell({ failed: true }) });
}
