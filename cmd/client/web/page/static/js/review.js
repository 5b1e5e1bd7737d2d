// Review: every turn of the game judged by the engine, with a graph, marks in
// the list of turns, what would have been better, and a way to play on.

import { h, button, fill, ltr } from './dom.js';
import * as prefs from './prefs.js';
import * as announce from './announce.js';
import * as dialogs from './dialogs.js';
import { t, tOr, number } from './i18n.js';
import { Study } from './study.js';
import { seatName, seatIndex, seatMark, unaided } from './seats.js';
import { Graph } from './graph.js';
import { begin as make } from './load.js';

const paces = { quick: 100, normal: 400, thorough: 2000 }; // ms a search
const marks = { '?!': 'inaccuracy', '?': 'mistake', '??': 'blunder' };

const percent = (share) => number(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 });

export class Review {
  constructor(table) {
    this.table = table;
    this.study = null; // under way
    this.turns = []; // judged so far
    this.total = 0;
    this.sums = null; // of the whole, when that is there
    this.at = 0; // the number of turns after which the game is looked at
    const act = (name, icon, click, extra = {}) => button({ 'data-action': name, click, ...extra }, icon, t(`do.${name}`));
    this.pace = h('select', { 'aria-label': t('review.pace'), change: () => prefs.set('pace', this.pace.value) },
      Object.keys(paces).map((pace) => h('option', { value: pace }, t(`review.pace.${pace}`))));
    this.pace.value = prefs.get('pace', 'normal') in paces ? prefs.get('pace', 'normal') : 'normal';
    this.ending = button({ 'data-action': 'judge', click: () => this.open() }, 'review', t('do.review'));
    this.start = act('review', 'review', () => this.begin());
    this.progress = h('progress', { 'aria-label': t('do.review') });
    this.done = h('span', {});
    this.work = h('div', { class: 'row work', hidden: true }, this.progress, this.done, act('stop', 'close', () => this.end()));
    this.note = h('p', { class: 'note', role: 'status' });
    this.graph = new Graph(t('review.graph'), (at) => this.look(at), (step) => this.next(step));
    this.verdict = h('p', { class: 'verdict' });
    this.steps = [['before', -1, 'back'], ['after', 1, 'forward']].map(([name, step, icon]) =>
      button({ class: 'quiet', 'data-review': name, 'aria-label': t(`review.${name}`), title: t(`review.${name}`), click: () => this.next(step) }, icon));
    this.better = act('better', 'branch', () => this.showBetter());
    this.onward = act('onward', 'play', () => this.playOn());
    this.sumsTable = h('table', { class: 'sums' });
    this.body = h('div', { class: 'judgement', hidden: true }, this.graph.element,
      h('div', { class: 'row' }, h('span', { class: 'steps', dir: 'ltr' }, this.steps), this.verdict),
      h('div', { class: 'row' }, this.better, this.onward), this.sumsTable);
    this.element = h('section', { class: 'box review', 'aria-label': t('do.review') }, h('div', { class: 'row' }, this.start, this.pace), this.work, this.note, this.body);
  }

  // open is what the end of a game offers.
  open() {
    if (!this.turns.length) this.begin();
    this.element.scrollIntoView({ block: 'nearest' });
    this.start.focus({ preventScroll: true });
  }

  begin() {
    this.end();
    this.clear();
    this.study = new Study(`${this.table.api.reviewAddress}?${new URLSearchParams({ movetime: paces[this.pace.value] })}`, {
      turn: (turn) => this.judged(turn),
      wait: (why) => { this.note.textContent = why ? t(`analysis.pause.${why}`) : ''; },
      end: (code, report) => (code ? this.failed(code) : this.whole(report)),
    });
    this.work.hidden = false;
    this.progress.removeAttribute('value');
    this.done.textContent = '';
  }

  // end stops the judging; what was judged stays, also at the server.
  end() {
    this.study?.end();
    this.study = null;
    this.work.hidden = true;
  }

  clear() {
    this.turns = [];
    this.sums = null;
    this.total = 0;
    this.note.textContent = '';
    this.draw();
  }

  failed(code) {
    this.end();
    this.note.textContent = tOr('error.', code, t('analysis.stopped'));
  }

  judged(turn) {
    this.turns[turn.number - 1] = turn;
    this.total = turn.total;
    this.progress.max = turn.total;
    this.progress.value = turn.number;
    this.done.textContent = t('review.progress', { done: turn.number, all: turn.total });
    this.redraw();
  }

  whole({ turns, total, sums }) {
    this.end();
    Object.assign(this, { turns, total, sums });
    this.note.textContent = '';
    this.redraw();
    announce.polite(t('review.ready', { n: turns.filter((turn) => turn.mark).length }));
  }

  // redraw shows what has been judged anew.
  redraw() {
    this.graph.draw(this.turns, this.total, this.table.live.game);
    fill(this.sumsTable, this.sums ? this.sumRows() : null);
    this.draw();
  }

  // fits says whether what was judged is how the game went.
  fits() { return this.turns.every(({ token }, i) => token === this.table.live.turns[i]); }

  draw() {
    const { live, history } = this.table;
    if (!this.fits()) {
      this.end();
      return this.clear();
    }
    this.element.hidden = unaided(live) || !live.turns.length;
    this.body.hidden = !this.turns.length;
    [...history.list.children].forEach((item, i) => this.annotate(item.firstChild, this.turns[i]));
    if (this.turns.length) this.place();
    return undefined;
  }

  // place says what became of the turn that led to what is looked at.
  place() {
    const { trial, history } = this.table;
    if (!trial.on) this.at = Math.min(history.at(), this.total); // and else it is where the line began
    const { at } = this;
    const turn = this.turns[at - 1];
    const lost = Boolean(turn && turn.token !== turn.best && this.lost(turn));
    this.graph.place(at, [t('review.at', { n: at }), turn ? this.words(turn) : '', this.chances(turn ? turn.after.shares : this.turns[0].before.shares)].join(' '));
    this.verdict.textContent = turn ? this.words(turn) : '';
    this.better.hidden = !lost;
    this.onward.disabled = this.table.shown().result !== 'none';
    this.steps[0].disabled = !this.marked(-1);
    this.steps[1].disabled = !this.marked(1);
  }

  // look shows a position of the game.
  look(at) {
    this.table.trial.leave();
    this.table.look(at);
  }

  // marked is the next marked turn in a direction.
  marked(step) {
    const { at } = this;
    const there = this.turns.filter((turn) => turn.mark && (turn.number - at) * step > 0);
    return there.at(step > 0 ? 0 : -1);
  }

  next(step) {
    const turn = this.marked(step);
    if (turn) this.look(turn.number);
  }

  // lost says how much a turn gave away, and of proved values which became
  // which; empty where it is nothing.
  lost(turn) {
    if (turn.loss < 0.005) return '';
    if (turn.exact) return t('review.became', { was: t(`value.${turn.before.proof}`), now: t(`value.${turn.after.proof}`) });
    return ltr(number(-turn.loss, { style: 'percent', maximumFractionDigits: 0 }));
  }

  // words are the judgement of a turn in a sentence or two.
  words(turn) {
    const { names } = this.table.live;
    const text = (token) => ltr(this.table.turnText(token));
    const lost = this.lost(turn);
    const mark = turn.mark ? `${t(`review.mark.${marks[turn.mark]}`)} (${ltr(turn.mark)})` : '';
    const what = turn.forced ? t('review.only') : turn.token === turn.best ? t('review.best') : lost ? [mark, lost].filter(Boolean).join(', ') : t('review.good');
    const better = lost && turn.token !== turn.best ? t('review.better', { move: text(turn.best) }) : '';
    return [t('review.turn', { number: number(turn.number), seat: seatName(names, turn.seat - 1), move: text(turn.token), what }), better].join(' ').trim();
  }

  chances(shares) {
    const { names } = this.table.live;
    const some = shares.length === 2 ? shares.slice(0, 1) : shares;
    return some.map((share, i) => t('review.chance', { seat: seatName(names, i), share: percent(share) })).join(' ');
  }

  // annotate puts the mark of a turn and what it lost beside it.
  annotate(item, turn) {
    const mark = turn?.mark ?? '';
    const lost = mark ? this.lost(turn) : '';
    const key = `${mark} ${lost}`;
    if ((item.dataset.judged ?? ' ') === key) return;
    item.dataset.judged = key;
    item.querySelector('.judged')?.remove();
    if (!mark) return;
    item.append(h('span', { class: 'judged', 'data-mark': mark },
      h('span', { 'aria-hidden': 'true' }, `${ltr(mark)} `, h('small', {}, lost)),
      h('span', { class: 'sr' }, `, ${t(`review.mark.${marks[mark]}`)}, ${lost}`)));
  }

  sumRows() {
    const { names, game } = this.table.live;
    const head = h('tr', {}, h('td', {}), Object.entries(marks).map(([mark, name]) => h('th', { scope: 'col' },
      h('abbr', { title: t(`review.mark.${name}`), 'data-mark': mark }, ltr(mark)))),
    h('th', { scope: 'col' }, t('review.bests')), h('th', { scope: 'col' }, t('review.average')));
    const rows = this.sums.map((sum, i) => h('tr', {},
      h('th', { scope: 'row' }, seatMark(game, names, i), seatName(names, i)),
      sum.marks.map((n) => h('td', {}, number(n))),
      h('td', {}, t('review.of', { best: sum.best, turns: sum.turns })),
      h('td', {}, sum.turns ? percent(sum.loss / sum.turns) : '')));
    return [h('caption', { class: 'sr' }, t('review.sums')), h('thead', {}, head), h('tbody', {}, rows)];
  }

  // showBetter opens the better line on the reader's own board, at the position
  // in which it begins, with the better turn drawn in.
  showBetter() {
    const turn = this.turns[this.at - 1];
    const line = turn.line[0] === turn.best ? turn.line : [turn.best];
    this.table.trial.show(turn.number - 1, line);
  }

  // playOn makes a new game of what is shown, by default of the reader as the
  // side to move against the computer.
  async playOn() {
    const { game, rules, fen, names, turn, seats, turns, pending } = this.table.shown();
    const usual = (seats ?? names).map((_, i) => ({ kind: i === seatIndex(turn) ? 'person' : 'engine' }));
    const chosen = await dialogs.seats({ game, names, turns, pending, seats: usual }, t('do.onward'));
    if (!chosen) return;
    await this.table.change(() => make({ game, rules, fen, seats: chosen }));
  }
}
