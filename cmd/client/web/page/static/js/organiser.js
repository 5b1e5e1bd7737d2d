// What the organiser of a competition does on its page, and how one is begun.

import { h, button, fill } from './dom.js';
import * as api from './api.js';
import * as prefs from './prefs.js';
import { t, tOr, number } from './i18n.js';
import { refuse } from './load.js';
import { confirm } from './dialogs.js';
import { levels } from './seats.js';
import { ruleFields } from './rules.js';
import { address, go } from './place.js';
import { polite } from './announce.js';

const role = 'organiser';

export class Organiser {
  // changed(results) is called with how the competition stands after a change.
  constructor(id, changed) {
    this.id = id;
    this.api = api.competition(id);
    this.changed = changed;
    this.verdict = h('div', {});
    this.secret = h('input', { type: 'password', id: 'secret', autocomplete: 'off', required: true });
    this.ask = h('form', { class: 'row', submit: (event) => {
      event.preventDefault();
      prefs.keepToken(id, role, this.secret.value.trim());
      this.draw(this.now);
    } }, h('label', { for: 'secret' }, t('wall.secret')), this.secret, button({ type: 'submit' }, 'next', t('ask.ok')));
    const one = (name, icon, click, kind = '') => button({ 'data-action': name, class: kind, click }, icon, t(`wall.${name}`));
    this.start = one('start', 'play', () => this.do('start'), 'primary');
    this.stop = one('stop', 'close', () => this.do('stop'));
    this.again = one('again', 'restart', () => this.restart());
    this.partner = h('select', { id: 'partner', 'aria-label': t('wall.spar') });
    this.spar = one('spar', 'people', () => this.add());
    this.sparring = h('div', { class: 'row' }, this.partner, this.spar);
    this.buttons = h('div', {}, h('div', { class: 'row' }, this.start, this.stop, this.again), this.sparring);
    this.join = h('p', { class: 'note' }, t('wall.join'), h('code', { dir: 'ltr' }, `${location.origin}/api/v1/competitions/${id}`));
    this.element = h('details', { class: 'box organise', open: Boolean(this.held()) }, h('summary', {}, t('wall.organise')),
      this.join, this.ask, this.buttons, this.verdict);
  }

  held() { return prefs.tokens(this.id)[role]; }

  draw(results) {
    this.now = results;
    const given = this.id === 'othello';
    this.element.hidden = given && !results.organised;
    this.join.hidden = given;
    this.ask.hidden = Boolean(this.held());
    this.buttons.hidden = !this.held();
    this.start.hidden = results.running;
    this.stop.hidden = !results.running || results.finished;
    this.sparring.hidden = given;
    if (!this.partner.options.length) this.partners(results.game);
  }

  async partners(game) {
    fill(this.partner, levels.map((level) => h('option', { value: level }, t('seats.level', { level: number(level) }))));
    const { games } = await api.catalogue().catch(() => ({ games: [] }));
    const engines = games.find((info) => info.name === game)?.engines ?? [];
    this.partner.append(...engines.map((engine) => h('option', { value: engine, 'data-guest': 'yes' }, engine)));
  }

  async run(doing) {
    fill(this.verdict);
    try {
      await doing();
    } catch (error) {
      if (!error.words) throw error;
      if (error.code === 'forbidden') {
        prefs.keepToken(this.id, role, '');
        this.draw(this.now);
      }
      refuse(this.verdict, error);
    }
  }

  do(what) { return this.run(async () => this.changed(await this.api.organise(what, this.held()))); }

  async restart() {
    if (this.now.finished || await confirm(t('wall.askAgain'), t('wall.again'))) await this.do('restart');
  }

  add() {
    const chosen = this.partner.selectedOptions[0];
    const partner = chosen.dataset.guest ? { engine: chosen.value } : { level: Number(chosen.value) };
    return this.run(async () => {
      await this.api.join(partner, this.held());
      this.changed(await this.api.results());
    });
  }
}

// form asks what competition to hold.
function form(games, errors) {
  const game = h('select', { id: 'game' }, games.map((info) => h('option', { value: info.name }, tOr('game.', info.name, info.title))));
  const place = h('div');
  let rules;
  const choose = () => {
    rules = ruleFields(games.find((info) => info.name === game.value));
    fill(place, h('details', { class: 'rules' }, h('summary', {}, t('rules.title')), rules.element));
  };
  game.addEventListener('change', choose);
  choose();
  const amount = (id, label, value, most) => {
    const input = h('input', { type: 'number', id, inputmode: 'numeric', required: true, min: 1, max: most, value });
    return { input, element: h('label', { class: 'field', for: id }, h('span', {}, label), input) };
  };
  const [rounds, boards, clock] = [amount('rounds', t('wall.rounds'), 1, 10), amount('count', t('wall.count'), 4, 20), amount('clock', t('wall.clock'), 10, 3600)];
  const submit = button({ class: 'primary', type: 'submit', id: 'hold' }, 'play', t('wall.begin'));
  return h('form', { class: 'setup', submit: async (event) => {
    event.preventDefault();
    submit.disabled = true;
    try {
      const made = await api.beginCompetition({ game: game.value, rules: rules.changed(), rounds: Number(rounds.input.value), boards: Number(boards.input.value), clock: Number(clock.input.value) });
      prefs.keepToken(made.id, role, made.organiser);
      go(address('c', made.id));
    } catch (error) {
      submit.disabled = false;
      refuse(errors, error);
    }
  } },
  h('label', { class: 'field', for: 'game' }, h('span', {}, t('wall.game')), game), place,
  rounds.element, boards.element, clock.element, submit);
}

// beginPage is where a competition is begun. It returns what ends it.
export function beginPage(main) {
  const errors = h('div', { class: 'errors' });
  const place = h('div', {});
  main.className = 'start';
  document.title = t('wall.title');
  polite(document.title);
  const more = h('p', {});
  fill(main, h('h1', {}, t('wall.title')), h('p', { class: 'note' }, t('wall.what')), place, errors, more);
  api.catalogue().then(({ games, alone }) => {
    fill(place, alone ? h('p', {}, t('wall.alone')) : form(games, errors));
    if (!alone) fill(more, h('a', { href: address('c', 'othello') }, t('wall.othello')));
  }).catch((error) => refuse(errors, error));
  return () => {};
}
