// A board of the reader's own: a position of no game, with a line of turns from
// it. The server says how each position stands and what may be played; the
// line is kept here and nowhere else.

import * as api from './api.js';
import { viewFor } from './boards/index.js';

let shown = 0; // positions so far, so that views take each for another one

export class Sandbox {
  // of is a position, {game, rules, start, turns?, pending?}, such as a state.
  // changed(state) is called with every state to draw, and refused(error) with
  // an ApiError for what may not be played.
  constructor(of, { changed, refused } = {}) {
    const { game, rules, start, turns = [], pending = [] } = of;
    this.origin = { game, rules, fen: start };
    this.turns = turns; // the whole line
    this.pending = pending;
    this.changed = changed;
    this.refused = refused;
    this.known = new Map(); // states by their number of turns
    this.state = null; // what is shown
    this.locked = false; // whether a view lets the reader act
    this.busy = null; // the end of the request under way
    this.view = null;
    if (of.legal) this.show(this.own(of)); // a state need not be asked for
  }

  // at is the number of turns that have been played in what is shown.
  get at() { return this.state.turns.length; }

  own(answer) {
    const state = { ...answer, at: undefined, thinking: undefined, version: `own ${++shown}` };
    if (!state.pending.length) this.known.set(state.turns.length, state);
    return state;
  }

  show(state) {
    this.state = state;
    this.pending = state.pending;
    this.draw();
    this.changed?.(state);
    return state;
  }

  draw() { this.view?.update(this.state, { can: this.can() }); }

  can() { return !this.locked && !this.busy && this.state.result === 'none'; }

  // begin asks how the position stands that the board begins with.
  begin() { return this.go({ turns: this.turns, pending: this.pending }); }

  act(action) { return this.play({ action }); }

  move(move) { return this.play({ move }); }

  // play performs {action} or {move} in the position shown. The turns that
  // followed it in the line are replaced unless they begin with the same one.
  play(change) {
    const { turns, pending } = this.state;
    return this.go({ turns, pending, ...change });
  }

  // look shows the line after a number of turns.
  async look(turns) {
    while (this.busy) await this.busy;
    const at = Math.max(0, Math.min(turns, this.turns.length));
    const state = this.known.get(at);
    return state ? this.show(state) : this.go({ turns: this.turns.slice(0, at) });
  }

  // back takes back the turn that has begun, or else the last one, with all
  // that followed it in the line.
  async back() {
    while (this.busy) await this.busy;
    const { turns, pending } = this.state;
    this.cut(turns.slice(0, pending.length ? turns.length : Math.max(0, turns.length - 1)));
    return this.look(this.turns.length);
  }

  cut(turns) {
    this.turns = turns;
    for (const at of this.known.keys()) if (at > turns.length) this.known.delete(at);
  }

  // go shows the position that comes of {turns, pending} and a change, unless
  // another is being asked for. It returns the state, or undefined when that was
  // refused.
  async go(to) {
    if (this.busy) return undefined;
    let done;
    this.busy = new Promise((resolve) => { done = resolve; });
    try {
      const answer = await api.position({ ...this.origin, ...to });
      this.origin.fen = answer.start; // drawn, where it was left to chance
      if (!answer.turns.every((turn, i) => turn === this.turns[i])) this.cut(answer.turns);
      this.busy = null;
      return this.show(this.own(answer));
    } catch (error) {
      if (!error.words) throw error;
      this.busy = null;
      if (this.state) this.draw();
      this.refused?.(error);
      return undefined;
    } finally {
      this.busy = null;
      done();
    }
  }

  // try says why an action would be refused, as {error}; null where it would
  // not.
  async try(action) {
    const { turns, pending } = this.state;
    try {
      await api.position({ ...this.origin, turns, pending, action });
      return { error: null };
    } catch (error) {
      if (!error.words) throw error;
      return { error: { code: error.code, text: error.message } };
    }
  }

  // create makes a view of the board, which has begun, and plays on it. says
  // may have tell(words, kind, text), refuse(words, text) and clear().
  create(says = {}) {
    const nothing = () => {};
    this.view = viewFor(this.origin.game).create({
      state: this.state, act: (action) => this.act(action), move: (move) => this.move(move), try: (action) => this.try(action),
      mine: () => true, tell: nothing, refuse: nothing, clear: nothing, ...says,
    });
    this.draw();
    return this.view;
  }

  // analysisAddress is where an analysis of what is shown is streamed from.
  analysisAddress(query) {
    const { turns, pending } = this.state;
    return api.positionAnalysis({ ...this.origin, turns, pending }, query);
  }
}
