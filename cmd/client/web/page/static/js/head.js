// The head of the page: where the start is, how the server is reached, and what
// the reader likes.

import { h, icon, fill } from './dom.js';
import * as prefs from './prefs.js';
import * as sound from './sound.js';
import { t, languages } from './i18n.js';
import { address } from './place.js';
import { network } from './app.js';

const root = document.documentElement;

function languageChoice(changed) {
  const select = h('select', { id: 'language', 'aria-label': t('head.language'), change: () => {
    prefs.set('lang', select.value);
    changed(select.value);
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

// header is what the head of the page has; changed(lang) is called when another
// language is chosen.
export function header(changed) {
  return [
    h('a', { class: 'brand', href: address(), 'aria-label': 'Quadrille' }, icon('mark'), h('span', {}, 'Quadrille')),
    h('span', { id: 'link', class: 'link', role: 'status' }),
    network() ?? '',
    h('span', { class: 'choices' }, soundSwitch(), languageChoice(changed), themeChoice()),
  ];
}
