// Exercises: positions in which one turn, or very few, wins or holds the draw.
// The board is the reader's own; the engine proves what his turns are worth, and
// shows on the board what the other side makes of a wrong one.

import { h, button, fill, pause, verbatim, holding } from './dom.js';
import * as api from './api.js';
import * as announce from './announce.js';
import { t, tOr } from './i18n.js';
import { nameOf } from './seats.js';
import { endFor, mustPass, statusText } from './words.js';
import { Sandbox } from './sandbox.js';
import { Study } from './study.js';
import { distance } from './worth.js';
import { Analysis } from './analysis.js';
import { SolutionBar } from './solution.js';
import { confirm } from './dialogs.js';
import { Score } from './score.js';
import { note } from './place.js';

const patience = 10000; // ms for the proof of what a turn is worth
const look = 700; // ms between a wrong turn and the answer to it
const marked = 4; // turns that a hint leaves

class Page {
  constructor(main) {
    this.main = main;
    this.sets = new Map(); // exercises by game
    this.api = {}; // for the analysis, which is of the board here, and what solves its game
    this.past = null;
    this.marked = []; // by the analysis
    this.solution = new SolutionBar(this);
    this.solving = null; // { address, study } of the game whose solution is followed
  }

  async begin() {
    this.main.className = 'game exercises';
    this.frame();
    try {
      for (const one of await api.exercises()) {
        if (!this.sets.has(one.game)) this.sets.set(one.game, []);
        this.sets.get(one.game).push(one);
      }
    } catch (error) {
      if (!error.words) throw error;
      this.say('bad', error.words());
      return;
    }
    if (!this.main.isConnected) return; // the page has been left
    const games = [...this.sets.keys()];
    fill(this.games, games.map((game) => h('option', { value: game }, tOr('game.', game, game))));
    this.games.disabled = false;
    const wanted = location.hash.slice(1);
    await this.choose(games.includes(wanted) ? wanted : games[0]);
  }

  end() {
    this.leave();
    this.follow(null);
  }

  // leave ends what goes on at the board.
  leave() {
    this.study?.end();
    this.analysis?.end();
    this.board?.view?.end?.();
  }

  frame() {
    const one = (name, icon, run, extra = {}) => button({ 'data-action': name, click: () => run.call(this), ...extra }, icon, t(`do.${name}`));
    this.games = h('select', { id: 'game', 'aria-label': t('start.choose'), disabled: true, change: () => this.choose(this.games.value) });
    this.status = h('h1', { class: 'status', id: 'status' });
    this.verdict = h('div', { id: 'verdict' });
    this.reason = h('p', { id: 'reason', role: 'status' });
    this.grade = h('p', { class: 'note', id: 'phase' });
    this.next = one('next', 'next', this.another, { class: 'primary' });
    this.head = h('div', { class: 'head' }, this.status, h('div', { class: 'say' }, this.verdict, this.reason, this.grade), this.solution.element, this.next);
    // Who has not answered yet has more room for the board without the first one.
    const skip = button({ 'data-action': 'skip', click: () => this.another() }, 'next', t('do.next'));
    this.buttons = { again: one('again', 'undo', this.again), on: one('on', 'play', this.playOn), hint: one('hint', 'hint', this.hint), solution: one('solution', 'target', this.solve), pass: one('pass', 'pass', () => this.board.act('pass')), skip };
    this.actions = h('div', { class: 'actions', role: 'toolbar', 'aria-label': t('do.all') }, Object.values(this.buttons));
    this.score = h('ul', { class: 'score' });
    this.side = h('aside', { class: 'side' });
    this.box = h('section', { class: 'box', 'aria-label': t('exercise.title') }, h('h2', {}, t('exercise.title')), this.games, this.score,
      h('p', { class: 'note' }, t('exercise.how')), h('p', { class: 'note' }, t('exercise.where')), one('reset', 'close', this.reset, { class: 'quiet' }));
    fill(this.main, this.head, this.actions, this.side);
    fill(this.side, this.box);
  }

  async choose(game) {
    this.game = game;
    this.games.value = game;
    note(game);
    this.record = new Score(game, this.sets.get(game));
    await this.another();
  }

  // another shows the next exercise.
  async another() {
    const goOn = holding(this.main);
    this.leave();
    this.given = this.record.next(this.given?.id);
    this.answered = false;
    this.hinted = false;
    this.reply = null; // of the other side, to a turn that was right
    const { game, rules, fen } = this.given;
    const board = new Sandbox({ game, rules: rules ?? {}, start: fen }, {
      changed: (state) => { if (this.board === board) this.changed(state); },
      refused: (error) => this.say('bad', error.words(), error.message),
    });
    this.board = board;
    this.analysis = null;
    this.from = 0; // turns played when it is the reader's turn
    this.busy = true;
    const state = await board.begin();
    if (!state || this.board !== board || !this.main.isConnected) return; // another has been chosen meanwhile, or the page left
    if (this.solving?.address !== api.solution(state).address) this.follow(null);
    this.names = state.names;
    this.view = this.board.create({ tell: (words, kind) => this.tell(words, kind), refuse: (words) => this.say('bad', words), clear: () => this.say() });
    this.trial = { on: true, board: this.board };
    this.live = { result: 'none', seats: [] };
    this.analysis = new Analysis(this);
    this.analysis.element.hidden = true;
    fill(this.main, this.head, this.view.element, this.view.tray, this.actions, this.side);
    fill(this.side, this.box, this.analysis.element);
    this.ask();
    goOn();
  }

  // ask waits for the reader's turn in the position that the exercise begins with.
  ask() {
    if (!this.main.isConnected) return;
    const seat = nameOf(this.names, this.board.state.turn);
    this.seat = this.board.state.turn;
    this.status.textContent = this.given.aim === 'win' ? t('exercise.win', { seat }) : t('exercise.draw', { seat });
    document.title = `${this.status.textContent} · ${t('exercise.title')}`;
    this.grade.textContent = `${t('exercise.turns', { n: this.given.turns.length })} ${t('exercise.grade', { grade: this.given.grade })}`;
    this.say();
    this.wait(true);
    announce.polite(this.status.textContent);
  }

  // wait lets the reader act or not.
  wait(may) {
    this.busy = !may;
    this.board.locked = !may;
    this.board.draw();
    this.draw();
  }

  draw() {
    if (!this.main.isConnected) return;
    const { state } = this.board;
    const playing = !this.busy && state.result === 'none';
    const goOn = holding(this.main);
    this.main.dataset.exercise = this.given.id;
    this.main.dataset.can = playing;
    this.main.dataset.turns = `${state.turns.length}.${state.pending.length}`;
    this.buttons.hint.hidden = this.buttons.solution.hidden = this.answered === 'right' || this.from > 0;
    this.buttons.hint.disabled = this.hinted || !playing;
    this.buttons.again.hidden = !state.turns.length && !state.pending.length;
    this.buttons.on.hidden = !this.reply;
    this.next.hidden = !this.answered;
    this.buttons.skip.hidden = Boolean(this.answered);
    this.buttons.pass.hidden = !(playing && mustPass(state));
    fill(this.score, this.record.words().map((words) => h('li', {}, words)));
    this.analysis.element.hidden = !this.answered;
    if (this.answered) this.analysis.position(state, false);
    goOn();
  }

  say(kind, words, text) {
    fill(this.verdict, kind ? h('p', { class: kind === 'bad' ? 'refusal' : 'hint' }, words, verbatim(text)) : null);
    fill(this.reason);
    this.main.dataset.said = kind ?? '';
    if (kind) announce.polite(words);
  }

  tell(words, kind) {
    this.reason.className = kind;
    this.reason.textContent = words ?? '';
  }

  point(tokens) { this.view.mark?.(tokens ?? this.marked); }

  turnText(token, state = this.board.state) { return this.view.turnText?.(token, state) ?? token; }

  // changed is told of every state of the board; a complete turn of the reader's
  // is judged.
  changed(state) {
    if (!this.analysis) return;
    this.view.worth?.(new Map());
    this.view.mark?.([]);
    this.solution.moved();
    if (!this.busy && state.turns.length > this.from) this.judge(state);
    else this.draw();
  }

  // judge proves what the reader's turn was worth.
  async judge(state) {
    this.reply = null;
    this.wait(false);
    if (state.result === 'none') this.say('hint', t('exercise.judging'));
    const found = await this.prove(state);
    if (state !== this.board.state) return; // the reader has gone elsewhere
    const turn = state.turns.at(-1);
    if (!found.kind && this.from > 0) {
      this.reply = found.reply;
      this.say('hint', t('exercise.unknown'));
      this.draw();
      return;
    }
    const right = found.kind ? found.kind === this.given.aim || found.kind === 'win' : this.from === 0 && this.given.turns.includes(turn);
    if (!this.answered) this.record.take(this.given, right, this.hinted);
    this.answered = right ? 'right' : this.answered || 'wrong';
    if (right) {
      this.reply = found.reply;
      this.say('hint', `${t('exercise.right')} ${this.ends(found, state)}`);
      this.wait(false);
      return;
    }
    this.say('bad', `${t('exercise.wrong')} ${this.ends(found, state)}`);
    this.draw();
    await pause(look);
    if (found.reply && state === this.board.state) await this.board.move(found.reply);
    this.draw();
  }

  // prove is {kind, turns or points, reply}: 'win', 'draw' or 'loss' for who has just
  // moved, with what the other side answers.
  prove(state) {
    if (!this.main.isConnected) return new Promise(() => {}); // nothing goes on here
    if (state.result !== 'none') return Promise.resolve({ kind: endFor(state, this.seat), over: true });
    this.study?.end();
    this.follow(state);
    return new Promise((done) => {
      let last = {};
      this.study = new Study(this.board.analysisAddress({ exact: true, movetime: patience }), {
        info: (info) => { if (info.score) last = info; },
        end: (code, move) => {
          const { score = {}, proof } = last;
          const same = state.turn === this.seat; // the other side had to pass
          const kind = same ? proof : { win: 'loss', loss: 'win', draw: 'draw' }[proof];
          done({ kind, ...distance(score, this.view.counted), reply: move });
        },
      });
    });
  }

  // follow shows how the game of a state is being solved, which a proof has begun where
  // the computer solves such games; null is none.
  follow(state) {
    const { address, solve } = state ? api.solution(state) : {};
    if (this.solving?.address === address) return;
    this.solving?.study.end();
    this.solving = null;
    this.api.solve = solve;
    this.solution.tell({ stage: 'none' });
    if (!state) return;
    const study = new Study(address, {
      solution: (now) => this.solution.tell(now),
      end: () => { if (this.solving?.study === study) this.follow(null); },
    });
    this.solving = { address, study };
  }

  // own and change are for the bar of the solution: nobody's seat is asked for here.
  own() { return undefined; }

  async change(doing) {
    try {
      await doing();
    } catch (error) {
      if (!error.words) throw error;
      this.say('bad', error.words(), error.message);
    }
  }

  // ends says what a turn leads to.
  ends({ kind, over, turns, points }, state) {
    if (over) return statusText(state);
    if (!kind) return '';
    if (kind === 'draw') return this.given.aim === 'draw' ? t('exercise.holds') : t('exercise.lets.draw');
    if (kind === 'win') return turns ? t('exercise.then.turns', { n: turns }) : points ? t('exercise.then.points', { n: points }) : t('exercise.then.only');
    return turns ? t('exercise.lets.turns', { n: turns }) : points ? t('exercise.lets.points', { n: points }) : t('exercise.lets.only');
  }

  // again goes back to the position of the exercise.
  async again() {
    this.study?.end();
    this.busy = true;
    this.reply = null;
    this.from = 0;
    this.board.cut([]);
    if (await this.board.look(0)) this.ask();
  }

  // playOn has the other side answer a turn that was right.
  async playOn() {
    const { reply } = this;
    this.reply = null;
    this.busy = true;
    const state = await this.board.move(reply);
    if (!state) { // it can be tried again
      this.reply = reply;
      return;
    }
    this.say();
    this.from = state.turns.length;
    if (state.result !== 'none') this.say('hint', statusText(state));
    if (state.turn === this.seat || state.result !== 'none') this.wait(true);
    else this.judge(state);
  }

  // hint leaves a few turns to choose from, the right one among them.
  hint() {
    this.hinted = true;
    const { legal } = this.board.state;
    const right = legal.find((turn) => this.given.turns.includes(turn)) ?? legal[0];
    const others = legal.filter((turn) => !this.given.turns.includes(turn)).sort(() => Math.random() - 0.5);
    const few = [right, ...others.slice(0, marked - 1)];
    this.view.worth?.(new Map(few.map((turn) => [turn, { kind: 'draw', sure: false, text: '?', words: t('exercise.maybe'), rank: 2, key: '?' }])));
    this.say('hint', t('exercise.hint'));
    this.draw();
  }

  // solve plays a right turn.
  async solve() {
    const [turn] = this.given.turns;
    if (!this.answered) this.record.take(this.given, false, this.hinted);
    this.answered = 'wrong';
    await this.again();
    this.busy = true;
    const state = await this.board.move(turn);
    if (!state) {
      this.wait(true);
      return;
    }
    this.wait(false);
    const found = await this.prove(state);
    if (state !== this.board.state) return;
    this.reply = found.reply;
    this.say('hint', `${t('exercise.solution', { move: this.view.turnWords?.(turn) ?? this.turnText(turn) })} ${this.ends(found, state)}`);
    this.draw();
  }

  async reset() {
    if (!(await confirm(t('ask.reset'), t('do.reset')))) return;
    this.record.reset();
    this.draw();
  }
}

// exercisesPage shows exercises and returns what ends the page.
export function exercisesPage(main) {
  const page = new Page(main);
  page.begin();
  return () => page.end();
}
