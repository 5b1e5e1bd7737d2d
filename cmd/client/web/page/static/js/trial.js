// A line of turns that the reader tries out from a position of the game, for
// all sides, on a board of his own. Nothing of it reaches the game.

import { h, button, fill } from './dom.js';
import { t } from './i18n.js';
import { turnItems } from './history.js';
import { Sandbox } from './sandbox.js';
import { statusText } from './words.js';
import * as announce from './announce.js';
import { play } from './sound.js';

export class Trial {
  constructor(table) {
    this.table = table;
    this.board = null; // with the line, once there is one
    this.from = 0; // turns of the game before it
    this.on = false; // whether it is shown in the game's place
    this.heading = h('h3', {});
    this.list = h('ol', { class: 'turns' });
    const drop = button({ class: 'quiet', 'data-action': 'drop', 'aria-label': t('trial.drop'), title: t('trial.drop'), click: () => this.drop() }, 'close');
    this.element = h('div', { class: 'trial', hidden: true }, h('div', { class: 'row' }, this.heading, drop), this.list);
    this.toggle = button({ 'data-action': 'try', 'aria-pressed': 'false', click: () => (this.on ? this.table.present() : this.open()) }, 'branch', t('do.try'));
  }

  // state is what is shown in the game's place, or null.
  get state() { return this.on ? this.board.state : null; }

  // open begins a line at what the table shows.
  open() {
    const { table } = this;
    const state = table.shown();
    this.from = state.turns.length;
    this.board = this.own(state);
    this.on = true;
    table.refuse('');
    table.mark([]);
    table.draw();
  }

  // show opens a line that somebody else knows, which begins after a number of
  // turns of the game. It stands at its beginning, with its first turn drawn in.
  async show(from, line) {
    const { table } = this;
    const board = this.own({ ...table.live, legal: null, pending: [], turns: [...table.live.turns.slice(0, from), ...line] });
    if (!(await board.look(from))) return;
    Object.assign(this, { board, from, on: true });
    table.refuse('');
    table.mark(line.slice(0, 1));
    table.draw();
  }

  // own is a board of the reader's own.
  own(position) {
    const { table } = this;
    return new Sandbox(position, {
      changed: () => { if (this.on) table.draw(); },
      refused: (error) => table.refuse(error.words(), error.message, error.code),
    });
  }

  // play tries an action or a turn.
  async play(change) {
    if (!this.on) this.open();
    this.table.refuse('');
    this.table.mark([]);
    const state = await this.board.play(change);
    if (state) play('move');
    if (!state || state.pending.length) return;
    const turn = this.table.turnText(state.turns.at(-1), state);
    announce.polite(`${t('said.turns', { turns: turn })} ${statusText(state)}`);
  }

  look(turns) { return this.board.look(turns ?? this.board.turns.length); }

  back() {
    this.table.refuse('');
    return this.board.back();
  }

  // words say what is shown, and whether the game waits for the reader.
  words() {
    const { live } = this.table;
    return [t('trial.banner'), live.result === 'none' && this.table.mine(live.turn) ? t('trial.yours') : ''].join(' ').trim();
  }

  // begun says whether there is something to take back.
  begun() { return this.on && (this.board.at > this.from || this.board.state.pending.length > 0); }

  // leave shows the game again; the line stays.
  leave() {
    this.on = false;
    if (this.board?.turns.length === this.from) this.board = null;
  }

  drop() {
    const { on } = this;
    this.on = false;
    this.board = null;
    if (on) this.table.present();
    else this.table.draw();
  }

  draw() {
    const line = this.board?.turns.slice(this.from) ?? [];
    this.toggle.setAttribute('aria-pressed', String(this.on));
    this.element.hidden = !line.length;
    const key = `${this.from} ${line.join(' ')}`;
    if (this.key !== key) this.fill(line);
    this.key = key;
    [...this.list.children].forEach((item, i) => {
      item.firstChild.setAttribute('aria-current', this.on && this.board.at === this.from + i + 1 ? 'step' : 'false');
    });
  }

  fill(line) {
    this.heading.textContent = t('trial.title', { n: this.from });
    const text = (turn) => this.table.turnText(turn, this.board.state);
    fill(this.list, turnItems(line, this.from + 1, { name: 'data-tried', text, go: (turn) => this.go(turn) }));
  }

  // go shows a position of the line.
  go(turns) {
    this.on = true;
    return this.look(turns);
  }
}
