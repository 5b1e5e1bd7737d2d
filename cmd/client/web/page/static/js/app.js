// The page in a folder as an app: it can be installed, and says when there is no
// network. In a frame of another page it is none.

import { h, button, fill } from './dom.js';
import { t } from './i18n.js';
import { local } from './place.js';

const possible = local && parent === window;

// installed says whether this is the window of an installed page. Safari on phones
// and tablets says so in its own way.
const installed = () => navigator.standalone === true || ['standalone', 'fullscreen', 'minimal-ui'].some((mode) => matchMedia(`(display-mode: ${mode})`).matches);

// byHand says whether the page is installed by the browser's menu alone, which this
// one tells nobody of.
const byHand = () => 'standalone' in navigator && navigator.maxTouchPoints > 1;

let offer = null; // of the browser, to install the page
const hear = new Set();

function take(event) {
  offer = event;
  for (const draw of hear) draw();
}

if (possible) {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // there is a button of ours for it
    take(event);
  });
  addEventListener('appinstalled', () => take(null));
}

// installer says how the page is installed, where that can be done: {element, end()}.
export function installer() {
  const element = h('div', { class: 'install' });
  const install = async () => {
    const asked = offer;
    take(null); // it can be asked for once
    await asked.prompt();
  };
  const draw = () => {
    const can = possible && !installed();
    element.hidden = !can || !(offer || byHand());
    fill(element, element.hidden ? null : offer
      ? [button({ 'data-action': 'install', click: install }, 'save', t('install.do')), h('small', {}, t('install.why'))]
      : h('p', { class: 'note' }, t('install.byHand')));
  };
  hear.add(draw);
  draw();
  return { element, end: () => hear.delete(draw) };
}

let sign = null; // in the head, anew in every language

function drawSign() {
  if (sign) sign.textContent = navigator.onLine ? '' : t('head.offline');
}

if (possible) for (const type of ['online', 'offline']) addEventListener(type, drawSign);

// network is a sign that says when there is none.
export function network() {
  if (!possible) return null;
  sign = h('span', { id: 'network', role: 'status', title: t('head.offlineWhy') });
  drawSign();
  return sign;
}
