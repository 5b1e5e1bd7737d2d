// How the reader fares in the exercises of a game. It is kept in this browser and
// nowhere else.

import * as prefs from './prefs.js';
import { t } from './i18n.js';

const begin = 1000; // of who has not answered anything
const near = 6; // exercises that fit the reader best, of which one is drawn

// hard is the strength, as in Elo's formula, that gets half of such exercises.
const hard = ({ grade }) => 500 + 250 * grade;

export class Score {
  constructor(game, all) {
    this.game = game;
    this.all = all;
    this.read();
  }

  read() {
    const { rating = begin, row = 0, best = 0, done = {} } = prefs.exercises(this.game);
    Object.assign(this, { rating, row, best, done }); // done: 1 for right, 0 for wrong, by ID
  }

  reset() {
    prefs.keepExercises(this.game, null);
    this.read();
  }

  // next is one that was not answered yet or, when there is none, one that went
  // wrong, or any; of those that fit the reader, and not the same as before.
  next(before) {
    const others = this.all.filter(({ id }) => id !== before);
    const kinds = [({ id }) => !(id in this.done), ({ id }) => !this.done[id], () => true];
    const pool = kinds.map((is) => others.filter(is)).find((list) => list.length) ?? this.all;
    const far = (one) => Math.abs(hard(one) - this.rating);
    const fitting = [...pool].sort((a, b) => far(a) - far(b)).slice(0, near);
    return fitting[Math.floor(Math.random() * fitting.length)];
  }

  // take counts a first answer. One that had a hint is right, but proves nothing.
  take(one, right, hinted) {
    const expected = 1 / (1 + 10 ** ((hard(one) - this.rating) / 400));
    const step = Object.keys(this.done).length < 10 ? 60 : 24;
    if (!right || !hinted) this.rating = Math.max(100, Math.round(this.rating + step * (Number(right) - expected)));
    this.row = right ? this.row + 1 : 0;
    this.best = Math.max(this.best, this.row);
    this.done[one.id] = Number(right);
    const { rating, row, best, done } = this;
    prefs.keepExercises(this.game, { rating, row, best, done });
  }

  words() {
    const ids = new Set(this.all.map(({ id }) => id));
    const solved = Object.keys(this.done).filter((id) => ids.has(id) && this.done[id]).length;
    return [t('exercise.rating', { rating: this.rating }), t('exercise.solved', { solved, all: this.all.length }), t('exercise.row', { row: this.row, best: this.best })];
  }
}
