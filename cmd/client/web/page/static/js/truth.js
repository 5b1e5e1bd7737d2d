// What every turn of the position shown is worth, on the board: proved, or marked
// as a guess. It is fed by the search of the analysis.

import { h, button, shortcut } from './dom.js';
import { t, number } from './i18n.js';
import { seatIndex } from './seats.js';
import { worthOf } from './worth.js';
import * as announce from './announce.js';

const most = 256; // lines of a search

export class Truth {
  // changed is called when it is switched on or off.
  constructor(changed) {
    this.on = false;
    this.view = null;
    this.toggle = button({ 'data-action': 'truth', 'aria-pressed': 'false', 'aria-keyshortcuts': 'V', title: t('truth.key'), click: () => this.switch(changed) }, 'scale', t('do.truth'));
    this.note = h('p', { class: 'note' });
    this.legend = h('p', { class: 'note' });
    this.body = h('div', { class: 'truth', hidden: true }, this.note, this.legend);
  }

  switch(changed) {
    this.on = !this.on;
    this.toggle.setAttribute('aria-pressed', String(this.on));
    this.body.hidden = !this.on;
    if (this.on) this.view.element.scrollIntoView({ block: 'nearest' });
    else this.clear();
    changed();
  }

  // watch lets V on a board do what the button does.
  watch(view) {
    this.view = view;
    shortcut(view.element, 'KeyV', this.toggle);
  }

  // lines is how many lines the search must have.
  lines(state) { return Math.min(state.legal.length, this.view.worths ?? most); }

  clear() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.infos = new Map();
    this.note.textContent = this.legend.textContent = '';
    this.view?.worth?.(new Map());
  }

  begin(state) {
    this.clear();
    this.state = state;
    this.note.textContent = t('truth.begin');
  }

  // info takes what is known of one turn; what comes at once is drawn at once.
  info(info) {
    const [turn] = info.pv ?? [];
    if (!turn) return;
    this.infos.set(turn, info);
    this.depth = info.depth || 0;
    this.frame ||= requestAnimationFrame(() => { this.frame = 0; this.draw(); });
  }

  // values are those of the turns, the best first: rank is 1 for the best.
  values() {
    const seat = seatIndex(this.state.turn);
    const order = { win: 0, draw: 1, loss: 2 };
    const all = [...this.infos].map(([turn, info]) => ({ turn, info, ...worthOf(info, seat, this.view.counted) }));
    const weight = ({ info, kind }) => (info.score?.mate === undefined ? 0 : (kind === 'win' ? 1 : -1) * (1000 - Math.abs(info.score.mate)));
    const points = ({ info }) => info.score?.cp ?? info.scores?.[seat] ?? 0;
    all.sort((a, b) => order[a.kind] - order[b.kind] || weight(b) - weight(a) || points(b) - points(a));
    return new Map(all.map((value, i) => [value.turn, this.ranked(value, i, all[0])]));
  }

  // ranked adds the place among all; those that are as good as the best share it.
  ranked(value, i, best) {
    const rank = value.text === best.text ? 1 : i + 1;
    return { ...value, rank, key: `${value.text} ${value.words} ${rank === 1}` };
  }

  draw() {
    const values = this.values();
    this.view.worth?.(values);
    const all = [...values.values()];
    const sure = all.filter((value) => value.sure).length;
    const { length } = this.state.legal;
    this.note.textContent = sure === length ? this.summary(all) : t('truth.work', { sure, of: length, depth: this.depth });
    this.legend.textContent = [t(this.view.counted ? 'truth.points' : 'truth.turns'), sure < all.length ? t('truth.guess') : ''].join(' ');
    this.legend.parentNode.dataset.sure = sure;
  }

  summary(all) {
    const count = (kind) => number(all.filter((value) => value.kind === kind).length);
    return t('truth.all', { win: count('win'), draw: count('draw'), loss: count('loss') });
  }

  // end tells people who do not see it what came of it.
  end() {
    if (!this.on || !this.infos.size) return;
    this.draw();
    announce.polite(this.note.textContent);
  }
}
