// The table of a board in a frame: the parts of the page's own, laid out for a
// frame of any shape, and what the page around is told.

import { h, button, icon, fill } from '../dom.js';
import * as api from '../api.js';
import { t, tOr } from '../i18n.js';
import { Table } from '../game.js';
import { confirm } from '../dialogs.js';
import { side } from '../actions.js';
import { viewFor } from '../boards/index.js';
import { whole } from '../pass.js';
import { Wrong } from './options.js';

export class Board extends Table {
  constructor(main, id, frame) {
    super(main, id);
    this.frame = frame;
  }

  get kind() { return 'embed'; }

  // show shows the game, after so many turns; null is the present.
  show(state, at) {
    this.begin(state);
    if (at !== null) this.look(at);
  }

  mine(seat) { return !this.frame.views() && super.mine(seat); }

  canPlay() { return this.canAct() && !this.busy; } // nothing is tried out here

  act(change) { return this.canAct() ? super.act(change) : undefined; }

  advice() {
    const { game, phase } = this.shown();
    return this.canPlay() ? tOr('phase.', `${game}.${phase}`, '') : '';
  }

  arrange() {
    this.actions();
    const { hint, undo, rotate, pass } = this.buttons;
    const anew = button({ 'data-action': 'new', click: () => this.anew() }, 'restart', t('do.new'));
    this.open = h('a', { class: 'button', 'data-part': 'link', target: '_blank', rel: 'noopener', 'aria-label': t('embed.open'), title: t('embed.open') }, icon('mark'));
    const tools = this.frame.views() ? [rotate] : [hint, undo, anew, rotate];
    for (const tool of tools) tool.title = tool.textContent;
    fill(this.main,
      h('div', { class: 'head', 'data-part': 'status' }, this.status, h('div', { class: 'say' }, this.verdict, this.reason, this.hintLine), pass),
      this.view.element, this.view.tray,
      h('div', { class: 'controls', role: 'toolbar', 'aria-label': t('do.all') },
        h('div', { class: 'steps', dir: 'ltr', 'data-part': 'steps' }, Object.values(this.history.steps)),
        h('div', { 'data-part': 'tools' }, tools), this.open),
      h('div', { class: 'side' },
        h('div', { 'data-part': 'players' }, this.players.list), h('div', { 'data-part': 'turns' }, this.history.opening, this.history.list)));
  }

  async anew() {
    const running = this.live.result === 'none' && this.live.turns.length > 0;
    if (running && !(await confirm(t('ask.restart'), t('do.restart')))) return;
    this.frame.talk.after(() => this.frame.again().catch((error) => this.refuse(error.words?.() ?? String(error), error.message)));
  }

  // link is how the host is reached. One that has lost the game, because the page was
  // put aside, is given it anew.
  link(state) {
    if (state === 'lost') this.check();
  }

  async check() {
    try {
      this.arrive(await this.api.state());
    } catch (error) {
      if (error.code !== 'not-found' || !this.live || !this.main.isConnected) return;
      const { game, rules, start, turns, seats } = this.live;
      const { state } = await api.create({ game, rules, fen: start, turns, seats: seats.map(({ kind, level, name }) => ({ kind, level, name })) });
      if (!this.main.isConnected || !this.live) return;
      this.stop();
      Object.assign(this, { id: state.id, api: api.game(state.id), live: null });
      this.main.dataset.game = this.id;
      this.arrive(state);
      this.listen();
    }
  }

  // tell tells the page around what has happened.
  tell(before, state) {
    super.tell(before, state);
    const { talk } = this.frame;
    whole(this).then(({ address }) => { if (this.live === state) this.open.href = address; }).catch(() => {});
    if (!before || before.version === state.version) return;
    const from = before.turns.length;
    const played = state.turns.length > from && before.turns.every((turn, i) => turn === state.turns[i]) ? state.turns.slice(from) : [];
    played.forEach((turn, i) => talk.say('turn', async () => ({
      turn, number: from + i + 1, seat: i ? (await this.api.at(from + i)).turn : before.turn,
    })));
    if (state.result !== 'none' && before.result === 'none') {
      talk.say('end', () => ({ result: state.result, reason: state.reason, scores: state.scores, position: this.position() }));
    }
  }

  drawRest() {
    super.drawRest();
    this.main.dataset.frame = this.frame.views() ? 'view' : 'play';
    const shown = `${this.live.version} ${this.history.at()}`;
    if (this.said !== undefined && this.said !== shown) this.frame.talk.say('position', () => ({ position: this.position() }));
    this.said = shown;
  }

  // position is what is shown, as it is told.
  position() {
    const { game, rules, start, turns, seats } = this.live;
    const { fen, turn, result, reason, scores, legal, pending } = this.past ?? this.live;
    return { game, rules, start, turns, at: this.past?.at ?? turns.length, fen, turn, result, reason, scores, legal, pending, seats: seats.map(({ kind, level }) => ({ kind, level })) };
  }

  // playFor plays a turn in the name of the reader.
  async playFor(move) {
    if (move === undefined) throw new Wrong('turn is missing: a turn as the notation of the game writes it');
    const { live } = this;
    if (live.result !== 'none') throw new Wrong('the game is over; "new" begins another', 'game-over');
    if (!this.mine(live.turn)) throw new Wrong(this.frame.views() ? 'this board is only looked at; "new" with the mode play begins one that is played' : `${live.turn} is to play, and that is a level; wait for its turn`, 'not-your-turn');
    await this.present();
    this.arrive(await this.api.act({ move, version: live.version }, live.turn));
  }

  async takeBack() {
    if (this.frame.views()) throw new Wrong('this board is only looked at; "go" goes back', 'not-your-turn');
    this.arrive(await this.api.undo({ version: this.live.version }, this.own()));
  }

  // goTo shows the position after a number of turns, or a step from what is shown.
  async goTo(to) {
    if (to === undefined) throw new Wrong('to is missing: first, back, forward, last or a number of turns');
    const { length } = this.live.turns;
    const at = typeof to === 'number' ? to : this.history.to[to]() ?? length;
    if (at < 0 || at > length) throw new Wrong(typeof to === 'number' ? `there are ${length} turns, so to is 0 to ${length}, not ${to}` : `nothing is ${to === 'back' ? 'before' : 'behind'} what is shown`);
    await this.look(at);
  }

  flip() {
    if (!viewFor(this.live.game).sides) throw new Wrong('the board of this game looks the same from all sides');
    this.rotate();
  }

  // turn shows the board from the side that was asked for.
  turn() { this.view.rotate?.(side(this.live.game)); }
}
