// A lesson: small boards on which the rules of a game are met by trying. What a
// turn is worth the engine says: it accepts it or refuses it in its own words,
// and how the position then stands. A lesson names only which of these it asks
// for; lessons_test.go plays all of them.

import { h, button, fill, verbatim, holding } from './dom.js';
import * as prefs from './prefs.js';
import * as announce from './announce.js';
import { t, tOr, more } from './i18n.js';
import { mustPass } from './words.js';
import { later } from './later.js';
import { lessonOf, words } from './lessons.js';
import { begin as make } from './load.js';
import { Sandbox } from './sandbox.js';
import { viewFor } from './boards/index.js';
import { address, note } from './place.js';

const weakest = 1; // the level of the first game

class Lesson {
  constructor(main, game) {
    this.main = main;
    this.game = game;
  }

  async begin() {
    const load = lessonOf(this.game);
    await more(words);
    if (!load) {
      fill(this.main, h('p', { class: 'loading' }, t('learn.none'), ' ', h('a', { href: address() }, t('game.start'))));
      return;
    }
    const { first, refusals, steps } = (await later(load)).default;
    if (!this.main.isConnected) return; // the page has been left
    Object.assign(this, { first, steps });
    this.refusals = refusals.map(({ says, why }) => ({ says: new RegExp(says), why }));
    this.main.className = 'game lesson';
    this.frame();
    await this.open(this.named());
  }

  // named is the step that the address names, behind #.
  named() { return Math.max(0, Math.min(this.steps.length, Number(location.hash.slice(1)) || 1) - 1); }

  end() { this.board?.view?.end?.(); }

  title() { return tOr('game.', this.game, this.game); }

  frame() {
    const one = (name, icon, words, run, extra = {}) => button({ 'data-action': name, click: () => run.call(this), ...extra }, icon, words);
    this.status = h('h1', { class: 'status', id: 'status' });
    this.task = h('p', { class: 'task', id: 'task' });
    this.verdict = h('div', { id: 'verdict' });
    this.reason = h('p', { id: 'reason', role: 'status' });
    this.next = one('next', 'next', t('learn.next'), this.forward, { class: 'primary' });
    this.firstGame = one('first', 'play', t('learn.play'), this.play, { class: 'primary' });
    this.again = one('again', 'undo', t('learn.again'), () => this.open(this.at), { class: 'primary' });
    this.pass = one('pass', 'pass', t('do.pass'), () => this.board.act('pass'), { class: 'primary' });
    this.show = one('show', 'hint', t('learn.show'), this.reveal);
    this.head = h('div', { class: 'head' }, this.status, h('div', { class: 'say' }, this.task, this.verdict, this.reason),
      h('div', { class: 'row answers' }, this.next, this.firstGame, this.again, this.pass));
    this.actions = h('div', { class: 'actions' }, this.show);
    this.list = h('ol', { class: 'lesson-steps', 'aria-label': t('learn.steps') });
    this.side = h('aside', { class: 'side' }, h('section', { class: 'box' }, h('h2', {}, t('learn.title', { game: this.title() })), this.list));
  }

  // open begins a step.
  async open(at) {
    this.board?.view?.end?.();
    this.at = at;
    this.step = this.steps[at];
    this.state = 'asked';
    note(String(at + 1));
    const { rules = {}, fen = 'startpos', turns = [], pending = [] } = this.step;
    const board = new Sandbox({ game: this.game, rules, start: fen, turns, pending }, {
      changed: (state) => { if (this.board === board && board.view) this.changed(state); },
      refused: (error) => { if (this.board === board) this.refused(error); },
    });
    this.board = board;
    const state = await board.begin();
    if (this.board !== board || !this.main.isConnected) return;
    if (!state) {
      fill(this.main, this.head, this.side);
      this.draw();
      return;
    }
    this.seat = state.turn;
    this.view = board.create({
      try: (action) => this.tried(action), mine: (seat) => seat === this.seat, tell: (text, kind, more) => this.tell(text, kind, more),
      refuse: (text) => this.say('bad', text), clear: () => { if (this.state === 'asked') this.say(); },
    });
    const goOn = holding(this.main);
    fill(this.main, this.head, this.view.element, this.view.tray, this.actions, this.side);
    this.say();
    this.draw();
    goOn();
    announce.polite(`${this.status.textContent}. ${this.task.textContent}`);
  }

  text(suffix = '') { return t(`lesson.${this.game}.${this.step.name}${suffix}`); }

  // say puts words below the task: what was wrong or what is right.
  say(kind, text, more) {
    this.tell('');
    fill(this.verdict, text ? h('p', { class: kind === 'bad' ? 'refusal' : 'hint' }, text, verbatim(more)) : null);
    if (text) announce[kind === 'bad' ? 'urgent' : 'polite'](text);
  }

  tell(text, kind = '', more = '') {
    this.reason.className = kind;
    fill(this.reason, text || null, verbatim(more));
  }

  // why is the word for a refusal of the engine's, or undefined.
  why(code, text) {
    return code === 'illegal-move' ? this.refusals.find(({ says }) => says.test(text))?.why : undefined;
  }

  // refused says why a turn is wrong, in the reader's language and in the engine's
  // own words. To be refused so may be what is asked for.
  refused(error) {
    const kind = this.why(error.code, error.message);
    const text = kind ? t(`refused.${this.game}.${kind}`) : error.words();
    if (this.state === 'asked' && kind && kind === this.step.goal.refused) {
      this.reached();
      fill(this.task, text);
      announce.polite(text);
      this.say('hint', this.text('.done'), `${error.code}: ${error.message}`);
    } else this.say('bad', text, error.message);
  }

  // tried is what a view asks about a place that may be wrong.
  async tried(action) {
    const { board } = this;
    const found = await board.try(action);
    const { error } = found;
    if (error && this.board === board && this.state === 'asked' && this.why(error.code, error.text) === this.step.goal.refused) {
      this.refused({ code: error.code, message: error.text, words: () => '' });
    }
    return found;
  }

  // changed is told of every state of the board; a complete turn is judged.
  changed(state) {
    this.view.mark?.([]);
    if (this.state !== 'asked' || state.pending.length || state.turns.length === (this.step.turns ?? []).length) return;
    const { play, result } = this.step.goal;
    const good = result ? state.result === result : play === 'any' || play?.includes(state.turns.at(-1));
    if (good) {
      this.reached();
      this.say('hint', this.text('.done'));
      if (this.step.then) this.board.move(this.step.then);
      return;
    }
    this.state = 'missed';
    this.lock();
    this.say('bad', this.step.other ? this.text('.other') : t('learn.allowed'));
    this.draw();
    this.again.focus();
  }

  lock() {
    this.board.locked = true;
    this.board.draw();
  }

  reached() {
    this.state = 'reached';
    this.lock();
    prefs.keepLearned(this.game, this.step.name, this.steps.length);
    this.draw();
    (this.next.hidden ? this.firstGame : this.next).focus();
  }

  draw() {
    if (!this.main.isConnected) return; // the page has been left
    const last = this.at === this.steps.length - 1;
    const reached = this.state === 'reached';
    const { state } = this.board;
    this.status.textContent = `${this.title()} · ${t('learn.step', { n: this.at + 1, of: this.steps.length })}`;
    document.title = this.status.textContent;
    fill(this.task, reached && last ? t('learn.end') : this.text());
    this.next.hidden = !reached || last;
    this.firstGame.hidden = !reached || !last;
    this.again.hidden = this.state !== 'missed';
    this.pass.hidden = this.state !== 'asked' || !state || !mustPass(state);
    this.show.disabled = this.state !== 'asked';
    this.main.dataset.lesson = `${this.at + 1} ${this.state}`;
    const { done } = prefs.learned(this.game);
    fill(this.list, this.steps.map(({ name }, i) => h('li', {},
      button({ class: 'turn', 'aria-current': i === this.at ? 'step' : 'false', 'aria-label': `${t('learn.step', { n: i + 1, of: this.steps.length })}${done.includes(name) ? `, ${t('learn.solved')}` : ''}`, click: () => this.open(i) }, null,
        done.includes(name) ? `${i + 1} ✓` : String(i + 1)))));
  }

  forward() { return this.open(this.at + 1); }

  reveal() {
    if (this.step.show === 'pass') this.pass.focus();
    else this.view.mark?.([this.step.show]);
  }

  // play begins a first game, with the rules beside the board.
  async play() {
    try {
      const { names } = this.board.state;
      const seats = (viewFor(this.game).seats?.(names, this.first) ?? names).map((_, i) => (i ? { kind: 'engine', level: weakest } : { kind: 'person' }));
      prefs.set('help', null);
      await make({ game: this.game, rules: this.first, seats });
    } catch (error) {
      if (!error.words) throw error;
      this.say('bad', error.words(), error.message);
    }
  }
}

// learnPage shows the lesson of a game and returns what ends the page.
export function learnPage(main, game) {
  const lesson = new Lesson(main, game);
  lesson.begin();
  return () => lesson.end();
}
