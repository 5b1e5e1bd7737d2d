// Othello: disks that turn over.

import { h, calm } from '../dom.js';
import { t } from '../i18n.js';
import { Grid, framed, letter } from './grid.js';

const size = 8;
const colours = { X: 'p1', O: 'p2' };
const cellName = (row, col) => letter(col) + (row + 1);
const step = 60; // ms between disks that turn over, outwards from the new one

class View {
  constructor(table) {
    this.table = table;
    this.can = false;
    this.grid = new Grid({ rows: size, cols: size, label: t('board.othello'), name: cellName, activate: (row, col) => this.play(row, col) });
    const numbers = Array.from({ length: size }, (_, i) => String(i + 1));
    this.element = h('div', { class: 'board othello' }, framed(this.grid, numbers.map((_, i) => letter(i)), numbers));
    this.grid.each((row, col, cell) => cell.append(h('span', { class: 'disk' }, h('span', { class: 'face dark' }), h('span', { class: 'face light' })), h('span', { class: 'dot' })));
  }

  play(row, col) {
    if (!this.can) return;
    this.table.act(`place ${cellName(row, col)}`);
  }

  update(state, { can }) {
    this.can = can;
    this.state = state;
    const { board } = state.position;
    const legal = state.result === 'none' ? new Set(state.legal) : new Set();
    const last = state.turns.findLast((turn) => turn !== 'pass');
    const from = this.grid.places.get(last) ?? { row: 0, col: 0 };
    this.grid.each((row, col) => {
      const name = cellName(row, col);
      const seat = colours[board[row][col]];
      const may = can && legal.has(name);
      const cell = this.grid.set(row, col, this.label(name, seat, may, name === last), {
        p1: seat === 'p1', p2: seat === 'p2', legal: may, last: name === last,
      });
      const far = Math.max(Math.abs(row - from.row), Math.abs(col - from.col));
      cell.firstChild.style.transitionDelay = calm() || name === last ? '0s' : `${far * step}ms`;
    });
  }

  label(name, seat, may, last) {
    const content = seat === 'p1' ? t('othello.black') : seat === 'p2' ? t('othello.white') : may ? t('cell.legal') : t('cell.empty');
    return t(last ? 'cell.last' : 'cell.is', { cell: name, content });
  }

  mark(tokens) {
    this.grid.marks.show(this.state, tokens.map((token) => (token === 'pass' ? null : { cells: [this.grid.middle(token)] })));
  }

  worth(values) { this.grid.worth(values); }

  get counted() { return true; }
  rotate(quarters) { this.grid.rotate(quarters); }

  turnText(token) { return token === 'pass' ? t('turn.pass') : token; }
}

export default { name: 'othello', icon: 'othello', sides: 2, create: (table) => new View(table) };
