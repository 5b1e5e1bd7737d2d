// A game that somebody sent as a link: it is gone on with here, or a game of this
// browser goes on with its turns.

import { h, dotted, fill, refusal } from './dom.js';
import * as api from './api.js';
import * as prefs from './prefs.js';
import { t, tOr } from './i18n.js';
import { refuse } from './load.js';
import { nameOf } from './seats.js';
import { address, go } from './place.js';
import { unwrap } from './pass.js';

// shared is how many turns two lists begin with alike.
function shared(a, b) {
  const differs = a.findIndex((turn, i) => turn !== b[i]);
  return differs < 0 ? a.length : differs;
}

const sameRules = (a, b) => Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => b[key] === value);

// find is the game of this browser that a link with that id is of: {state, alike}.
// One of another line of play is none.
async function find(id, sent) {
  for (const game of prefs.passed(id)) {
    const state = await api.game(game).state().catch((error) => {
      if (error.code === 'not-found') return null;
      throw error;
    });
    if (!state || state.game !== sent.game || state.start !== sent.start || !sameRules(state.rules, sent.rules)) continue;
    const alike = shared(state.turns, sent.turns);
    if (alike === state.turns.length || alike === sent.turns.length) return { state, alike };
  }
  return null;
}

// goOn plays the turns of a link that a game does not have. Where that breaks off
// the link may be opened again.
async function goOn({ state, alike }, sent) {
  let now = state;
  const table = api.game(state.id);
  if (now.pending.length && sent.turns.length > alike) now = await table.undo({ to: alike, version: now.version }, now.turn);
  for (const move of sent.turns.slice(alike)) now = await table.act({ move, version: now.version }, now.turn);
}

// resigned is the seat of two that gave the game up, as a link says.
function resigned({ result }, sent, state) {
  const winner = result?.match(/^p([12])win$/)?.[1];
  return winner && sent.result === 'none' && state.result === 'none' && state.seats.length === 2 ? `p${3 - winner}` : null;
}

class Sent {
  constructor(main, id, record, sent, about) {
    Object.assign(this, { main, id, record, sent, about });
    this.errors = h('div', { class: 'errors' });
  }

  // ask asks whom the reader plays.
  ask() {
    const { sent, about } = this;
    const title = t('pass.title', { game: tOr('game.', sent.game, sent.title) });
    document.title = title;
    const players = about.players ?? [];
    const over = sent.result !== 'none' || about.result;
    const seats = sent.scores.map((_, i) => ({ seat: `p${i + 1}`, name: players[i] ?? '' })).filter(({ name }) => !name.startsWith('engine '));
    const line = [players.map((name) => (name === 'human' ? '' : name)).filter(Boolean).join(' – '), t('start.turnCount', { n: sent.turns.length }),
      over ? t('start.over') : t('pass.turn', { seat: nameOf(sent.names, sent.turn) })].filter(Boolean);
    const choice = (seat, words, name) => h('label', { class: 'check', 'data-seat': seat },
      h('input', { type: 'radio', name: 'seat', value: seat, checked: seat === (over ? 'all' : sent.turn) }),
      h('span', { class: 'name' }, words), name ? h('bdi', {}, name) : null);
    const form = h('form', { class: 'box join', submit: (event) => {
      event.preventDefault();
      this.make(new FormData(form).get('seat') ?? 'all', submit);
    } },
    h('h1', {}, title),
    h('p', { class: 'note' }, dotted(line)),
    prefs.passed(this.id).length ? h('p', {}, t('pass.copy')) : null,
    h('fieldset', { class: 'join-seats' }, h('legend', {}, t('pass.who')),
      seats.map(({ seat, name }) => choice(seat, nameOf(sent.names, seat), name === 'human' ? '' : name)),
      choice('all', t('pass.all'))),
    this.errors, h('div', { class: 'row' }, h('button', { class: 'primary', type: 'submit', 'data-action': 'take' }, t('pass.go'))));
    const submit = form.querySelector('button[type=submit]');
    fill(this.main, form);
  }

  // make makes the game: the reader has the key of one seat at hand, and those of
  // the others for the turns that come by links.
  async make(seat, submit) {
    submit.disabled = true;
    try {
      const { state, tokens } = await api.create({ record: this.record, tokens: seat !== 'all' });
      (tokens ?? []).forEach((token, i) => { if (token) (`p${i + 1}` === seat ? prefs.keepToken : prefs.keepOther)(state.id, `p${i + 1}`, token); });
      prefs.keepPass(this.id, state.id);
      go(address('g', state.id));
    } catch (error) {
      if (!error.words) throw error;
      refuse(this.errors, error);
      submit.disabled = false;
    }
  }
}

// arrive shows what a link is of.
async function arrive(main) {
  const { id, record } = await unwrap(location.hash);
  const [sent, { games: [about] }] = await Promise.all([api.position({ record }), api.contents({ record })]);
  const found = await find(id, sent);
  if (!main.isConnected) return;
  if (!found) {
    new Sent(main, id, record, sent, about).ask();
    return;
  }
  const here = address('g', found.state.id);
  if (found.alike === sent.turns.length && found.state.turns.length > found.alike) {
    fill(main, h('section', { class: 'box' }, h('p', {}, t('pass.older')), h('p', {}, h('a', { class: 'button', href: here }, t('pass.open')))));
    return;
  }
  await goOn(found, sent);
  const gone = resigned(about, sent, await api.game(found.state.id).state());
  if (gone) await api.game(found.state.id).resign(gone);
  if (main.isConnected) go(here);
}

// passedPage shows the game in the address and returns what ends it.
export function passedPage(main) {
  main.className = 'start';
  fill(main, h('p', { class: 'loading' }, t('load.reading')));
  arrive(main).catch((error) => {
    if (!error.words) throw error;
    fill(main, h('div', { role: 'alert' }, refusal(error.words(), error.message)), h('p', {}, h('a', { href: address() }, t('game.start'))));
  });
  return () => {};
}
