// The page: its head, and below it the start page or a game.

import { h, icon, fill } from './dom.js';
import * as prefs from './prefs.js';
import * as sound from './sound.js';
import { t, load, languages } from './i18n.js';
import { later } from './later.js';
import { startPage } from './start.js';
import { gamePage } from './game.js';
import { drops } from './load.js';

const root = document.documentElement;

function languageChoice() {
  const select = h('select', { id: 'language', 'aria-label': t('head.language'), change: () => {
    prefs.set('lang', select.value);
    show(select.value);
  } });
  for (const [code, name] of Object.entries(languages)) select.append(h('option', { value: code, lang: code }, name));
  select.value = root.lang;
  return select;
}

function themeChoice() {
  const select = h('select', { id: 'theme', 'aria-label': t('head.theme'), change: () => {
    prefs.set('theme', select.value === 'auto' ? null : select.value);
    if (select.value === 'auto') delete root.dataset.theme;
    else root.dataset.theme = select.value;
  } });
  select.append(
    h('option', { value: 'auto' }, t('head.themeAuto')),
    h('option', { value: 'light' }, t('head.themeLight')),
    h('option', { value: 'dark' }, t('head.themeDark')),
  );
  select.value = root.dataset.theme || 'auto';
  return select;
}

function soundSwitch() {
  const el = h('button', { type: 'button', id: 'sound', class: 'quiet', 'aria-label': t('head.sound'), title: t('head.sound'), click: () => {
    sound.turn(!sound.isOn());
    draw();
    sound.play('move');
  } });
  const draw = () => {
    el.setAttribute('aria-pressed', String(sound.isOn()));
    fill(el, icon(sound.isOn() ? 'sound' : 'mute'));
  };
  draw();
  return el;
}

function header() {
  return [
    h('a', { class: 'brand', href: '/', 'aria-label': 'Quadrille' }, icon('mark'), h('span', {}, 'Quadrille')),
    h('span', { id: 'link', class: 'link', role: 'status' }),
    h('span', { class: 'choices' }, soundSwitch(), languageChoice(), themeChoice()),
  ];
}

// page shows what the address names, and returns what ends it.
async function page(main) {
  const [, kind, name] = location.pathname.match(/^\/(g|c|learn|exercises|wall)(?:\/([a-z0-9]+))?$/) ?? [];
  if (kind === 'g') return gamePage(main, name);
  if (!kind) return startPage(main);
  const pages = await later(() => import('./pages.js'));
  switch (kind) {
    case 'learn': return pages.learnPage(main, name);
    case 'c': return pages.wallPage(main, name);
    case 'exercises': return pages.exercisesPage(main);
    default: return pages.beginPage(main);
  }
}

let leave = () => {};
let drawn = Promise.resolve();

// show draws everything in a language, after what is being drawn; drawing again
// is how the language changes.
function show(lang) {
  const next = () => draw(lang);
  drawn = drawn.then(next, next);
}

async function draw(lang) {
  leave();
  await load(lang);
  document.title = 'Quadrille';
  document.getElementById('skip').textContent = t('head.skip');
  fill(document.getElementById('top'), header());
  const before = document.getElementById('main');
  const main = before.cloneNode(false); // what still comes for the page before is not drawn into this one
  before.replaceWith(main);
  leave = await page(main);
  root.dataset.ready = lang;
}

drops();
show(root.lang);
