// The graph of a review: the chances of two players as two areas, of more as a
// line each, with dots at the turns that lost something. It is a slider over the
// turns, for keys, pointers and screen readers alike.

import { h, svg, plain } from './dom.js';

const width = 1000;
const height = 200;
const edge = 14; // around both, so that no dot is cut off

export class Graph {
  // look(turns) goes to a position, and next(step) to the next marked turn in a
  // direction; both are the reader's wish.
  constructor(label, look, next) {
    this.look = look;
    this.drawing = svg('svg', { viewBox: `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.cursor = svg('path', { class: 'cursor' });
    this.element = h('div', { class: 'graph', dir: 'ltr', role: 'slider', tabindex: 0, 'aria-label': label, 'aria-valuemin': 0 }, this.drawing);
    this.element.addEventListener('keydown', (event) => this.key(event, next));
    this.element.addEventListener('pointerdown', (event) => {
      this.element.setPointerCapture(event.pointerId);
      this.point(event);
    });
    this.element.addEventListener('pointermove', (event) => { if (this.element.hasPointerCapture(event.pointerId)) this.point(event); });
  }

  key(event, next) {
    if (!plain(event)) return;
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity };
    if (event.key in steps) this.go(this.at + steps[event.key]);
    else if (event.key === 'PageUp' || event.key === 'PageDown') next(event.key === 'PageUp' ? -1 : 1);
    else return;
    event.preventDefault();
  }

  point(event) {
    const { left, width: wide } = this.element.getBoundingClientRect();
    const x = ((event.clientX - left) / wide) * (width + 2 * edge) - edge;
    this.go(Math.round((x / width) * this.total));
  }

  go(turns) {
    const at = Math.max(0, Math.min(this.total, turns));
    if (at === this.at) return;
    this.at = at; // at once, for the next key
    this.look(at);
  }

  // draw shows the turns that are judged, of so many; seats are those of a game.
  draw(turns, total, game) {
    this.total = total;
    this.element.setAttribute('aria-valuemax', total);
    const shares = turns.length ? [turns[0].before.shares, ...turns.map((turn) => turn.after.shares)] : [];
    const spot = (i, seat) => `${((i * width) / total).toFixed(1)},${(height * (1 - shares[i][seat])).toFixed(1)}`;
    const line = (seat) => shares.map((_, i) => spot(i, seat)).join(' ');
    const seats = shares[0]?.length ?? 0;
    const end = ((turns.length * width) / total).toFixed(1);
    const parts = seats === 2
      ? [svg('path', { class: `area ${game} p2`, d: `M0 0H${end}V${height}H0Z` }), svg('polygon', { class: `area ${game} p1`, points: `0,${height} ${line(0)} ${end},${height}` })]
      : Array.from({ length: seats }, (_, seat) => svg('polyline', { class: `curve ${game} p${seat + 1}`, points: line(seat) }));
    const marked = turns.filter((turn) => turn.mark);
    const dots = marked.flatMap((turn) => {
      const d = `M${spot(turn.number, seats === 2 ? 0 : turn.seat - 1)}h0`;
      return [svg('path', { class: 'dot edge', d }), svg('path', { class: 'dot', 'data-mark': turn.mark, d })];
    });
    this.drawing.replaceChildren(...parts, svg('path', { class: 'half', d: `M0 ${height / 2}H${width}` }), this.cursor, ...dots);
  }

  // place shows which position is looked at, and says it.
  place(at, text) {
    this.at = at;
    this.cursor.setAttribute('d', `M${((at * width) / this.total).toFixed(1)} 0V${height}`);
    this.element.setAttribute('aria-valuenow', at);
    this.element.setAttribute('aria-valuetext', text);
  }
}
