// A game's page: the state comes from the server by events, every change goes
// to the server, and the views draw what came back.

import { h, button, fill, touch, verbatim, refusal, shortcut, holding } from './dom.js';
import * as api from './api.js';
import * as prefs from './prefs.js';
import { t, tOr } from './i18n.js';
import * as announce from './announce.js';
import * as sound from './sound.js';
import { follow, showLink } from './stream.js';
import { viewFor } from './boards/index.js';
import { seatIndex, nameOf, unaided, openSeats } from './seats.js';
import { statusText, endFor, mustPass } from './words.js';
import { settings } from './rules.js';
import { lessonOf } from './lessons.js';
import { Players } from './players.js';
import { History } from './history.js';
import { Trial } from './trial.js';
import { actionBar, side, rotated } from './actions.js';
import { Analysis } from './analysis.js';
import { Review } from './review.js';
import { Requests, rematch, offerDraw } from './requests.js';
import { Clocks } from './clock.js';
import { Company } from './company.js';
import { SolutionBar } from './solution.js';
import * as dialogs from './dialogs.js';
import { told } from './load.js';
import { save } from './save.js';
import { whole, Passing } from './pass.js';
import { address } from './place.js';

export class Table {
  constructor(main, id) {
    this.id = id;
    this.main = main;
    this.api = api.game(id);
    this.live = null; // the present state
    this.past = null; // the state shown when an earlier turn is looked at
    this.view = null;
    this.busy = null; // the end of the change under way
    this.marked = []; // turns that a hint named
    this.company = new Company(this);
    this.passing = new Passing(this);
    this.solution = new SolutionBar(this);
  }

  // kind is the class of the page's main part.
  get kind() { return 'game'; }

  // begin shows the game; its state is given where it is known already.
  begin(state) {
    this.main.className = this.kind;
    this.main.dataset.game = this.id;
    fill(this.main, h('p', { class: 'loading' }, t('game.loading')));
    this.listen();
    if (state) this.arrive(state);
    else this.check();
  }

  listen() {
    this.stop?.();
    const hear = { watching: (news) => this.company.count(news.count), solution: (news) => this.solution.tell(news) };
    this.stop = follow(this.company.address(), () => this.api.state(), (news, kind) => (hear[kind] ? hear[kind](news) : this.arrive(news, true)), (link) => this.link(link), ['state', 'watching', 'solution']);
  }

  end() {
    this.stop();
    this.leave();
  }

  // check asks once by an ordinary request, whose refusal can be read.
  async check() {
    try {
      this.arrive(await this.api.state());
    } catch (error) {
      if (error.code === 'not-found' && this.main.isConnected) this.link('gone');
    }
  }

  link(link) {
    showLink(link);
    if (link === 'open' && this.unreached) this.refuse('');
    if (link === 'gone') this.gone();
  }

  // gone says that there is no such game, or none any more: it may have been deleted
  // in another tab.
  gone() {
    this.end();
    this.view = null;
    this.main.dataset.can = false;
    document.title = 'Quadrille';
    fill(this.main, h('p', { class: 'refusal', role: 'alert' }, t('error.not-found')), h('p', {}, h('a', { href: address() }, t('game.start'))));
  }

  // arrive takes a state from the server. Replies may come later than the
  // events that followed them; such old news is dropped. Only an event tells
  // anything new, who thinks, about the version that is shown already.
  arrive(state, event = false) {
    if (!this.main.isConnected) return; // the page has been left
    const before = this.live;
    if (before && (event ? state.version < before.version : state.version <= before.version)) return;
    this.live = state;
    if (before?.version < state.version) this.free?.();
    if (this.company.asks(state)) return;
    if (this.view && before && before.version !== state.version) this.settle();
    if (!this.view || before?.game !== state.game || JSON.stringify(before?.rules) !== JSON.stringify(state.rules)) this.build(state);
    if (this.past && this.past.at > state.turns.length) this.past = null;
    prefs.remember({ id: this.id, game: state.game, title: state.title, over: state.result !== 'none', turns: state.turns.length, when: Date.now() });
    this.tell(before, state);
    this.draw();
  }

  // settle takes away what was said about the position before.
  settle() {
    this.mark([]);
    this.solution.moved();
    fill(this.verdict);
  }

  turnText(token, state = this.live) { return this.view.turnText?.(token, state) ?? token; }

  shown() { return this.trial.state || this.past || this.live; }

  // mine says whether the reader may act for a seat.
  mine(seat) {
    const s = this.live.seats[seatIndex(seat)];
    return s?.kind === 'person' && (!s.guarded || seat in prefs.tokens(this.id));
  }

  // own is the seat in whose name the reader asks for what is no turn: the one
  // to move, or else the first that is the reader's.
  own() {
    const { turn } = this.live;
    return this.mine(turn) ? turn : this.hand()[0];
  }

  // hand are all the seats that the reader may act for.
  hand() { return this.live.seats.map((_, i) => `p${i + 1}`).filter((seat) => this.mine(seat)); }

  // self is the only seat that the reader has played or holds the token of. At a
  // screen that people share nobody is meant alone, and there is none.
  self() {
    const seats = prefs.played(this.id);
    const held = seats.length ? seats : Object.keys(prefs.tokens(this.id));
    return held.length === 1 ? held[0] : null;
  }

  canAct() { return !openSeats(this.live).length && !this.past && !this.trial.on && this.live.result === 'none' && this.mine(this.live.turn); }

  // canPlay says whether a turn may be made on the board that is shown: the
  // game's, or one of the reader's own, which begins with a turn tried out in an
  // earlier position.
  canPlay() {
    if (this.trial.on) return this.trial.board.can();
    return this.past ? this.past.result === 'none' : this.canAct() && !this.busy;
  }

  build(state) {
    this.leave();
    const kind = viewFor(state.game);
    this.view = kind.create({
      state,
      act: (action) => this.act({ action }),
      move: (move) => this.act({ move }),
      try: (action) => this.api.try(action, this.live.turn),
      mine: (seat) => this.mine(seat),
      tell: (words, kind, text) => this.say(words, kind, text),
      refuse: (words, text) => this.refuse(words, text),
      clear: () => this.refuse(''),
    });
    this.trial = new Trial(this);
    this.players = new Players(this);
    this.history = new History(this);
    this.analysis = new Analysis(this);
    this.review = new Review(this);
    this.requests = new Requests(this);
    this.clocks = new Clocks(this);
    this.status = h('h1', { class: 'status', id: 'status' });
    this.hintLine = h('p', { class: 'phase', id: 'phase' });
    this.verdict = h('div', { id: 'verdict' });
    this.reason = h('p', { id: 'reason', role: 'status' });
    this.arrange(kind);
    this.labels();
    this.view.rotate?.(side(state.game));
  }

  // arrange puts the parts of the table into the page.
  arrange(kind) {
    const actions = this.actions();
    fill(this.main,
      h('div', { class: 'head' }, this.clocks.element, this.status, h('div', { class: 'say' }, this.verdict, this.reason, this.hintLine), this.ending, this.history.banner, this.company.element, this.passing.element, this.requests.element, this.solution.element, this.buttons.pass),
      this.view.element, this.view.tray, actions,
      h('aside', { class: 'side' }, told(this.id), this.players.element, this.analysis.element, this.review.element, this.history.element, this.help(kind)));
    this.players.element.append(this.company.foot);
  }

  // labels shows the names of places, or not, as it was left; N on the board does
  // what the button does.
  labels() {
    if (!this.view.names) return;
    this.label(prefs.get('labels') !== null);
    shortcut(this.view.element, 'KeyN', this.buttons.label);
  }

  // leave ends what the views of the game shown so far still do.
  leave() {
    this.analysis?.end();
    this.clocks?.end();
    this.history?.end();
    this.review?.end();
    this.view?.end?.();
  }

  actions() {
    const one = (name, click, extra = {}) => button({ 'data-action': name, click: () => click.call(this), ...extra }, name, t(`do.${name}`));
    this.buttons = {
      pass: one('pass', () => this.act({ action: 'pass' }), { class: 'primary' }),
      hint: one('hint', this.hint),
      undo: one('undo', this.undo),
      try: this.trial.toggle,
      draw: one('draw', () => offerDraw(this)),
      resign: one('resign', this.resign),
      restart: one('restart', this.restart),
      rotate: one('rotate', this.rotate, { hidden: !viewFor(this.live.game).sides }),
      label: one('label', () => this.label(prefs.get('labels') === null), { 'aria-keyshortcuts': 'N', hidden: !this.view.names }),
    };
    const keep = one('save', () => save(this));
    const share = one('share', this.share);
    const { pass, hint, undo, try: tryOut, ...others } = this.buttons;
    this.buttons.rematch = button({ class: 'primary', 'data-action': 'rematch', click: () => rematch(this) }, 'restart', t('do.rematch'));
    this.ending = h('div', { class: 'ending row', hidden: true }, this.buttons.rematch, this.review.ending, h('a', { class: 'button', href: address() }, t('do.new')));
    return actionBar([hint, undo, tryOut], [...Object.values(others), share, keep]);
  }

  help(kind) {
    const { game } = this.live;
    const list = settings(this.live);
    const details = h('details', { class: 'box help', open: prefs.get('help') === null, toggle: () => prefs.set('help', details.open ? null : 'closed') },
      h('summary', {}, t('game.help')),
      h('p', {}, tOr('help.', kind.name, t('help.other')), ' ', lessonOf(game) ? h('a', { href: address('learn', game) }, t('start.learnTry')) : null),
      touch() ? null : h('p', {}, t('help.keys'), ' ', tOr('help.keys.', kind.name, '')),
      h('p', {}, t('help.history')),
      list.length ? [h('h2', {}, t('rules.title')), h('ul', { class: 'rule-words' }, list.map((words) => h('li', {}, words)))] : null);
    return details;
  }

  // draw shows the board and, when nothing on it moves any more, all else.
  draw() {
    if (!this.view || !this.main.isConnected) return; // a seat is asked for first, or the page has been left
    const drawing = (this.drawing = Symbol('draw'));
    this.main.dataset.version = this.live.version;
    const goOn = holding(this.main);
    const rest = () => {
      this.drawRest();
      goOn();
    };
    const moving = this.view.update(this.shown(), { can: this.canPlay() });
    if (!moving) {
      rest();
      return;
    }
    this.main.dataset.can = false;
    moving.then(() => { if (this.drawing === drawing && this.main.isConnected) rest(); });
  }

  drawRest() {
    const state = this.shown();
    const { live } = this;
    this.main.dataset.turn = live.turn;
    this.main.dataset.result = live.result;
    this.main.dataset.at = this.past ? this.past.at : '';
    this.main.dataset.tried = this.trial.on ? `${state.turns.length}.${state.pending.length}` : '';
    this.main.dataset.can = this.canAct() && !this.busy;
    this.status.textContent = this.trial.on ? statusText(state) : statusText(state, this.mine(live.turn), Boolean(this.past), this.self());
    this.clocks.draw(live, `${this.status.textContent} · ${tOr('game.', live.game, live.title)}`);
    fill(this.hintLine, this.advice(),
      live.detail ? h('small', { id: 'detail', lang: 'en', dir: 'ltr' }, live.detail) : null);
    this.main.dataset.end = state === live ? endFor(state, this.self()) : '';
    this.ending.hidden = state !== live || state.result === 'none';
    this.requests.draw(live);
    this.drawButtons(state);
    this.players.draw(live, state);
    this.company.draw(live);
    this.solution.draw();
    this.passing.draw(live);
    this.history.draw();
    this.analysis.position(state, Boolean(this.past));
    this.review.draw();
  }

  // advice is what may be done on the board that is shown.
  advice() {
    if (this.past && !this.trial.on) return t('trial.may');
    const { game, phase } = this.shown();
    return this.canPlay() ? tOr('phase.', `${game}.${phase}`, '') : this.company.words(this.live);
  }

  // drawButtons leaves those that stay as they are while a change is under way,
  // since one that is disabled loses the focus.
  drawButtons(state) {
    const { live, trial } = this;
    const over = live.result !== 'none';
    const some = Boolean(this.own());
    const can = this.canAct();
    this.buttons.pass.hidden = !((can || this.canPlay()) && mustPass(state));
    this.buttons.hint.disabled = !can;
    this.buttons.hint.hidden = unaided(live);
    this.buttons.undo.disabled = trial.on ? !trial.begun() : !some || Boolean(this.past) || live.reason === 'timeout' || !(live.turns.length || live.pending.length);
    trial.toggle.disabled = !trial.on && state.result !== 'none';
    this.buttons.draw.hidden = live.seats.length > 2 || live.result !== 'none';
    this.buttons.draw.disabled = !some;
    this.buttons.resign.hidden = live.seats.length > 2;
    this.buttons.resign.disabled = over || !some;
    this.buttons.restart.disabled = !some;
    this.buttons.restart.hidden = over; // which would lose it; a rematch keeps it
    this.buttons.rematch.hidden = !over || !some || Boolean(live.later);
    this.company.drawButtons(live, this.buttons, trial.on);
  }

  // tell says what has happened since the state before.
  tell(before, state) {
    if (!before) announce.polite(statusText(state, this.mine(state.turn), false, this.self()));
    if (!before || (before.version === state.version && before.stuck === state.stuck)) return;
    const status = (of) => statusText(of, this.mine(of.turn), false, this.self());
    const said = [];
    const n = before.turns.length;
    if (before.turns.some((turn, i) => turn !== state.turns[i])) said.push(t('said.undone'));
    else if (state.turns.length > n) {
      const fresh = state.turns.slice(n).map((turn) => this.turnText(turn, state));
      said.push(t('said.turns', { turns: fresh.join(', ') }));
    }
    said.push(...this.company.news(before, state));
    if (said.length || status(before) !== status(state)) said.push(status(state)); // what is asked for says itself
    if (state.turns.length === n && `${state.pending}` !== `${before.pending}` && this.canAct()) said.push(tOr('phase.', `${state.game}.${state.phase}`, ''));
    if (said.length) announce.polite(said.join(' '));
    sound.after(before, state, (seat) => (this.self() ? seat === this.self() : this.mine(seat)));
  }

  // say shows how things stand with the turn that is being made; what was said
  // about an earlier try goes.
  say(words, kind, text) {
    if (words) fill(this.verdict);
    this.reason.className = kind;
    fill(this.reason, words, verbatim(text));
  }

  refuse(words, text, code) {
    this.unreached = code === 'network'; // goes when it is reached again
    fill(this.verdict, words ? refusal(words, text) : null);
    if (words) announce.urgent(words);
  }

  // change does one thing to the game, after what is under way, and shows what
  // came of it. When an event tells of a later version nobody waits for the answer any
  // more: it may come late, or never, since the connection broke off after the change.
  async change(doing) {
    while (this.busy) await this.busy;
    let done;
    const mine = new Promise((resolve) => { done = resolve; });
    const free = () => {
      if (this.busy === mine) this.busy = null;
      done();
    };
    const { version } = this.live;
    Object.assign(this, { busy: mine, free });
    this.refuse('');
    try {
      const state = await doing();
      if (state?.version) this.arrive(state);
      return state;
    } catch (error) {
      if (!error.words) throw error;
      if (error.code === 'network' && this.live?.version !== version) return undefined; // the board shows what came of it
      if (error.code === 'conflict') await this.check();
      this.refuse(error.words(), error.message, error.code);
      return undefined;
    } finally {
      free();
      this.draw();
    }
  }

  act(change) {
    if (this.trial.on || this.past) return this.trial.play(change);
    if (!this.canAct() || this.busy) return undefined;
    prefs.keepPlayed(this.id, this.live.turn);
    return this.change(() => this.api.act({ ...change, version: this.live.version }, this.live.turn));
  }

  // mark points out a turn that a hint named, point a line that is looked at
  // for a while.
  mark(tokens) {
    this.marked = tokens;
    this.view.mark?.(tokens);
  }

  point(tokens) { this.view.mark?.(tokens ?? this.marked); }

  label(on) {
    prefs.set('labels', on ? 'on' : null);
    this.buttons.label.setAttribute('aria-pressed', String(on));
    this.view.names(on);
  }

  rotate() {
    this.view.rotate(rotated(this.live.game));
    this.point(null);
  }

  hint() {
    return this.change(async () => {
      const { move } = await this.api.hint({ movetime: 1000 }, this.live.turn);
      this.mark([move]);
      const words = t('game.hint', { move: this.view.turnWords?.(move) ?? this.turnText(move) });
      fill(this.verdict, h('p', { class: 'hint' }, words));
      announce.polite(words);
    });
  }

  // undo leaves it to the server what to take back: the last thing that a
  // person decided, with what engines answered to it.
  undo() {
    if (this.trial.on) return this.trial.back();
    const seat = this.own();
    return this.change(() => this.api.undo({ version: this.live.version }, seat));
  }

  async resign() {
    const seat = this.own();
    const name = nameOf(this.live.names, seat);
    if (await dialogs.confirm(t('ask.resign', { seat: name }), t('do.resign'))) {
      prefs.keepPlayed(this.id, seat);
      await this.change(() => this.api.resign(seat));
    }
  }

  async restart() {
    if (!(await dialogs.confirm(t('ask.restart'), t('do.restart')))) return;
    this.past = null;
    await this.change(() => this.api.restart(this.live.turn));
  }

  // share shows the links of the game, one of which has all of it.
  async share() {
    const carried = await whole(this).catch((error) => {
      if (!error.words) throw error;
      return { refusal: error.words() };
    });
    await dialogs.share(this.live, carried);
  }

  async changeSeats() {
    const seats = await dialogs.seats(this.live);
    if (seats) await this.change(() => this.api.seats(seats, this.live.turn));
  }

  // look shows the position after a number of turns, of the line that is tried
  // out or of the game; null is the last.
  look(turns) {
    this.refuse('');
    this.mark([]);
    if (this.trial.on && (turns === null || turns >= this.trial.from)) return this.trial.look(turns);
    this.trial.leave();
    return this.history.look(turns);
  }

  // present shows the game as it stands.
  present() {
    this.trial.leave();
    return this.look(null);
  }
}

// gamePage shows a game and returns what ends it.
export function gamePage(main, id) {
  prefs.takeTokens(id, 'p[1-9]');
  const table = new Table(main, id);
  table.begin(api.begun(id));
  return () => table.end();
}
