// The clocks of a game: how much time each player has, counted down from what the
// server said last, by this machine's clock only as far as it measures spans.

import { h, fill } from './dom.js';
import { t, number } from './i18n.js';
import * as announce from './announce.js';
import { play } from './sound.js';
import { seatIndex, seatMark, whoPlays } from './seats.js';

const second = 1000;
const day = 86400 * second;
const low = 20 * second; // tenths are shown, and the clock is marked
const told = [60, 30, 10]; // seconds at which a screen reader is told

const unit = (n, name) => number(n, { style: 'unit', unit: name, unitDisplay: 'long' });

// span says a time in words, in its two largest units.
export function span(ms) {
  const s = Math.floor(ms / second);
  const parts = [[Math.floor(s / 86400), 'day'], [Math.floor(s / 3600) % 24, 'hour'], [Math.floor(s / 60) % 60, 'minute'], [s % 60, 'second']];
  const first = parts.findIndex(([n]) => n > 0);
  if (first < 0) return unit(0, 'second');
  return parts.slice(first, first + 2).filter(([n]) => n > 0).map(([n, name]) => unit(n, name)).join(' ');
}

// digits writes a time as clocks do, with tenths when it is short, and that of
// days in words until less than an hour is left.
export function digits(ms, days) {
  if (days && ms >= 3600 * second) return span(ms);
  const two = (n) => String(n).padStart(2, '0');
  if (ms < low) return `0:${(Math.floor(ms / 100) / 10).toFixed(1).padStart(4, '0')}`;
  const s = Math.floor(ms / second);
  const [hours, minutes] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`;
}

// setting says what time a clock gives.
export function setting({ initial = 0, increment = 0, days }) {
  if (days) return t('clock.perTurn', { time: span(days * day) });
  return increment ? t('clock.withMore', { time: span(initial), more: span(increment) }) : t('clock.inAll', { time: span(initial) });
}

// pause is how long what is shown of a time stays right.
function pause(ms) {
  if (ms <= 0) return null;
  const step = ms < low + second ? second / 10 : ms < 2 * day ? second : 60 * second;
  return Math.max(30, (ms % step) + 1);
}

// Clocks shows the clocks of a table, one a seat.
export class Clocks {
  constructor(table) {
    this.table = table;
    this.element = h('ul', { class: 'clocks', 'aria-label': t('clock.title'), hidden: true });
    this.faces = [];
    this.seen = () => { if (!document.hidden) this.tick(); };
    document.addEventListener('visibilitychange', this.seen);
  }

  end() {
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.seen);
  }

  // draw shows a state's clock; title is that of the page without the time.
  draw(live, title) {
    this.title = title;
    const { clock } = live;
    this.element.hidden = !clock;
    document.title = title;
    if (!clock) return;
    if (clock !== this.clock) {
      this.at = performance.now();
      this.tellOut(this.clock, clock);
    }
    this.clock = clock;
    this.days = Boolean(clock.days);
    this.over = live.result !== 'none';
    this.element.classList.toggle('long', this.days);
    const key = JSON.stringify([live.game, live.seats, live.names]);
    if (key !== this.key) this.build(live);
    this.key = key;
    this.tick();
  }

  build(live) {
    this.faces = live.seats.map((_, i) => {
      const time = h('span', { class: 'time', dir: 'auto' });
      const face = h('li', { class: 'clock', 'data-clock': `p${i + 1}` },
        seatMark(live.game, live.names, i),
        h('span', { class: 'name' }, whoPlays(live, `p${i + 1}`)),
        h('span', { class: 'reading', role: 'timer', 'aria-live': 'off' }, time));
      return { face, time, reading: face.lastChild };
    });
    fill(this.element, this.faces.map(({ face }) => face));
  }

  // left is what a seat has now.
  left(i) {
    const { left, runs, since, now } = this.clock;
    if (runs !== `p${i + 1}`) return left[i];
    const wait = Math.max(0, Date.parse(since) - Date.parse(now));
    return Math.max(0, left[i] - Math.max(0, performance.now() - this.at - wait));
  }

  tick() {
    clearTimeout(this.timer);
    if (!this.clock) return;
    const { runs, out = [] } = this.clock;
    this.faces.forEach(({ face, time, reading }, i) => {
      const seat = `p${i + 1}`;
      const ms = this.left(i);
      time.textContent = digits(ms, this.days);
      const words = out.includes(seat) ? t('clock.out') : span(ms);
      if (reading.ariaLabel !== words) reading.ariaLabel = words;
      face.classList.toggle('runs', runs === seat);
      face.classList.toggle('low', ms < low && !out.includes(seat) && (!this.over || !ms));
      face.classList.toggle('out', out.includes(seat));
    });
    document.title = this.title;
    if (!runs) return;
    const ms = this.left(seatIndex(runs));
    if (this.own(runs)) {
      document.title = `${digits(ms, this.days)} · ${this.title}`;
      this.warn(ms);
    }
    const wait = pause(ms);
    // Out of sight the title goes on, and the warnings do.
    if (wait !== null) this.timer = setTimeout(() => this.tick(), document.hidden ? Math.max(wait, second) : wait);
  }

  // own says whether a clock is the reader's: of the seat that is his alone, or
  // of any that he may play where people share a screen.
  own(seat) {
    const self = this.table.self();
    return this.table.mine(seat) && (!self || self === seat);
  }

  // warn tells once in each turn at each of the times, of which it passes only
  // those that the turn did not begin below.
  warn(ms) {
    const turn = `${this.clock.runs} ${this.clock.since}`;
    if (turn !== this.warned?.turn) this.warned = { turn, below: ms / second };
    const passed = told.filter((s) => ms / second <= s && s < this.warned.below);
    if (!passed.length) return;
    this.warned.below = ms / second;
    const s = Math.min(...passed);
    announce.polite(t('clock.left', { time: span(s * second) }));
    if (s === told.at(-1)) play('low');
  }

  // tellOut says who has run out of time in a game that goes on.
  tellOut(before, now) {
    const fresh = before ? (now.out || []).filter((seat) => !(before.out || []).includes(seat)) : [];
    fresh.forEach((seat) => announce.polite(t('clock.outSaid', { who: whoPlays(this.table.live, seat) })));
  }
}
