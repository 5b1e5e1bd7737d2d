// What is drawn over a board to point something out: a turn that a hint names,
// or the turns of a line in small, numbered. Coordinates are those of cells:
// x to the right and y down, the middle of the first cell is 0.5, 0.5.

import { svg } from '../dom.js';

const most = 6; // turns of a line; more would hide each other

export class Marks {
  constructor(rows, cols, square) {
    this.square = square; // cells are drawn as squares, else as discs
    this.element = svg('svg', { class: 'marks', viewBox: `0 0 ${cols} ${rows}`, 'aria-hidden': 'true' });
  }

  // show draws turns that follow a state, each {cells, from, to} or null:
  // something is put on cells, something goes from one place to another, or
  // both. One alone is large.
  show(state, turns) {
    const line = turns.length > 1;
    // The classes of the colour that acts so many turns later.
    const seat = (later) => `${state.game} p${((state.colour + later) % state.colours.length) + 1}`;
    this.element.replaceChildren(...turns.slice(0, most).flatMap((turn, i) => (turn ? this.turn(seat(i), turn, line ? String(i + 1) : '') : [])));
  }

  turn(seat, { cells = [], from, to }, number) {
    const parts = cells.map((cell) => this.cell(seat, cell, number));
    if (from) parts.unshift(this.arrow(seat, from, to));
    const at = cells[0] ?? from;
    if (number) parts.push(svg('text', { class: cells.length ? `number ${seat}` : 'number', x: at[0], y: at[1] }, number));
    return parts;
  }

  cell(seat, [x, y], number) {
    const r = this.square ? 0.42 : number ? 0.27 : 0.36;
    if (!this.square) return svg('circle', { class: `put ${seat}`, cx: x, cy: y, r });
    return svg('rect', { class: `put ${seat}`, x: x - r, y: y - r, width: 2 * r, height: 2 * r });
  }

  arrow(seat, [x, y], [a, b]) {
    const far = Math.hypot(a - x, b - y);
    const [dx, dy] = [(a - x) / far, (b - y) / far];
    const [w, head] = [0.09, 0.3];
    const at = (along, aside) => `${x + dx * along - dy * aside} ${y + dy * along + dx * aside}`;
    const d = `M${at(0, w)} L${at(far - head, w)} L${at(far - head, 0.24)} L${at(far, 0)} L${at(far - head, -0.24)} L${at(far - head, -w)} L${at(0, -w)} Z`;
    return svg('path', { class: `arrow ${seat}`, d });
  }
}
