// The start page: choose a game, its rules and who plays; or go on with one.

import { h, button, fill, refill, icon } from './dom.js';
import * as api from './api.js';
import * as prefs from './prefs.js';
import { t, tOr, date } from './i18n.js';
import { ruleFields } from './rules.js';
import { inviteFields } from './join.js';
import { Lobby } from './lobby.js';
import { seatFields } from './seats.js';
import { clockChoice } from './clock-choice.js';
import { polite } from './announce.js';
import { viewFor } from './boards/index.js';
import { begin as make, loaders, refuse } from './load.js';
import { lessonOf, progress } from './lessons.js';
import { local, address, go } from './place.js';
import { installer } from './app.js';

// cards are the games to choose from.
function cards(games, choose) {
  return h('div', { class: 'cards', role: 'radiogroup', 'aria-label': t('start.choose') }, games.map((game, i) =>
    h('div', { class: 'choice' }, h('label', { class: 'card', 'data-game': game.name },
      h('input', { type: 'radio', name: 'game', value: game.name, checked: i === 0, change: () => choose(game) }),
      h('span', { class: 'picture' }, icon(viewFor(game.name).icon)),
      h('span', { class: 'name' }, tOr('game.', game.name, game.title)),
      h('span', { class: 'about' }, tOr('about.', game.name, ''))), learn(game))));
}

// learn leads to the lesson of a game, with ticks for how far the reader has come.
function learn(game) {
  if (!lessonOf(game.name)) return null;
  const ticks = progress(game.name);
  return h('a', { class: 'button learn', 'data-learn': game.name, href: address('learn', game.name), 'aria-label': `${t('start.learnGame', { game: tOr('game.', game.name, game.title) })} ${ticks}`.trim() },
    h('span', { class: 'label' }, t('start.learn')), ticks ? h('span', { class: 'ticks' }, ticks) : null);
}

// setup is the form below the cards, for the chosen game.
function setup(game, alone, errors) {
  const rules = ruleFields(game);
  const seats = seatFields(game.name, game.names, [], game.engines, !alone);
  rules.element.addEventListener('change', () => seats.show(viewFor(game.name).seats?.(game.names, rules.all()) ?? game.names));
  const clock = clockChoice();
  const guard = h('input', { type: 'checkbox', id: 'guard' });
  const invite = inviteFields(() => seats.value(), guard);
  seats.element.addEventListener('change', invite.show);
  const submit = button({ class: 'primary', type: 'submit', id: 'begin' }, 'play', t('start.begin'));
  const settings = h('details', { class: 'rules' }, h('summary', {}, t('rules.title')),
    clock.element,
    alone ? null : h('label', { class: 'check' }, guard, h('span', {}, t('start.guard'), h('small', {}, t('start.guardWhy')))),
    game.options?.length ? rules.element : null);
  settings.addEventListener('invalid', () => { settings.open = true; }, true); // so that the browser can say what is wrong there
  const form = h('form', { class: 'setup', submit: (event) => {
    event.preventDefault();
    submit.disabled = true;
    begin({ game: game.name, rules: rules.changed(), tokens: guard.checked, clock: clock.value(), ...invite.value() }, errors)
      .finally(() => { submit.disabled = false; });
  } },
  h('h2', {}, tOr('game.', game.name, game.title)),
  seats.element,
  invite.element,
  settings,
  h('div', { class: 'row' }, submit, practice(game.name)));
  return form;
}

// practice leads to the exercises of a game.
function practice(game) {
  return h('a', { class: 'button', 'data-action': 'exercises', href: address('exercises', '', game) }, icon('target'), h('span', { class: 'label' }, t('exercise.title')));
}

async function begin(spec, errors) {
  try {
    await make(spec);
  } catch (error) {
    refuse(errors, error);
  }
}

// byLink takes an address that somebody sent.
function byLink() {
  const input = h('input', { type: 'text', id: 'address', autocomplete: 'off', dir: 'ltr', placeholder: local ? '#game=…' : '/g/…' });
  return h('form', { class: 'by-link', submit: (event) => {
    event.preventDefault();
    const [, whole] = input.value.match(/#(game=\S+)/) ?? [];
    if (whole) return go(address('', '', whole));
    const found = input.value.trim().match(/([a-z0-9]{6,64})(?:#(\S*))?$/);
    return found && go(address('g', found[1], found[2]));
  } },
  h('label', { for: 'address' }, t('start.address')), input,
  button({ type: 'submit' }, 'next', t('start.open')));
}

// withoutServer leads to the page that plays without this server, where the server
// has it and the browser lets it run.
function withoutServer() {
  const link = document.getElementById('offline');
  return link && isSecureContext ? h('p', {}, h('a', { href: link.href }, t('start.offline')), h('small', {}, t('start.offlineWhy'))) : null;
}

function seenList() {
  const list = h('ul', { class: 'seen' });
  const element = h('section', { class: 'box' }, h('h2', {}, t('start.seen')), list);
  const row = (game) => {
    const name = tOr('game.', game.game, game.title);
    return h('li', {},
      h('a', { href: address('g', game.id) },
        h('strong', {}, name),
        h('span', {}, game.over ? t('start.over') : t('start.turnCount', { n: game.turns })),
        h('time', {}, date(game.when))),
      button({ class: 'quiet', 'data-action': 'forget', 'aria-label': `${t('start.forget')}: ${name}, ${date(game.when)}`, title: t('start.forget'), click: () => { prefs.forget(game.id); draw(); } }, 'close'));
  };
  const draw = () => {
    const games = prefs.seen();
    refill(list, games.map(row));
    element.hidden = !games.length;
  };
  draw();
  return element;
}

// startPage draws the start page and returns what ends it.
export function startPage(main) {
  const errors = h('div', { class: 'errors' });
  const place = h('div', { class: 'place' });
  const listed = h('div', { class: 'listed' });
  const others = { wall: h('p', {}, h('a', { href: address('wall') }, t('wall.title'))) };
  for (const part of Object.values(others)) part.hidden = true; // until it is known that there are others
  const install = installer();
  let lobby = null;
  let left = false;
  main.className = 'start';
  polite(t('start.title'));
  fill(main, h('h1', {}, t('start.title')), place, errors);
  // The rest comes below the games to choose from, or these would move it.
  const rest = () => main.append(listed, seenList(),
    h('section', { class: 'box other' }, h('h2', {}, t('start.other')), h('div', { class: 'row' }, loaders(errors), byLink()), others.wall, withoutServer(),
      local ? h('p', {}, h('a', { href: address('kept'), 'data-action': 'kept' }, t('kept.title'))) : null, install.element));
  api.catalogue().then(({ games, alone }) => {
    const form = h('div', {}, setup(games[0], alone, errors));
    if (!left && !alone) {
      fill(listed, (lobby = new Lobby(games)).element);
      for (const part of Object.values(others)) part.hidden = false;
    }
    fill(place, cards(games, (game) => fill(form, setup(game, alone, errors))), form);
  }).catch((error) => refuse(errors, error)).finally(rest);
  return () => {
    left = true;
    install.end();
    lobby?.end();
  };
}
