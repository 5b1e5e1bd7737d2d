// A board of cells that pointer, keyboard and screen reader use alike.

import { h, fill, plain } from '../dom.js';
import { t } from '../i18n.js';
import { Marks } from './marks.js';

// Steps to the right and down: arrow keys go to the next cell, others to the
// end of a row.
const most = 99;
const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-most, 0], End: [most, 0] };

export class Grid {
  // marks is what points at cells. options: rows, cols, square (marks are), label, name(row, col) for data-cell, and what happens:
  // activate(row, col, event), focus(row, col), hover(row, col, event),
  // leave(), key(event, row, col) which returns true for a key it has used.
  constructor(options) {
    this.options = options;
    const { rows, cols } = options;
    this.at = { row: Math.floor((rows - 1) / 2), col: Math.floor((cols - 1) / 2) };
    this.cells = [];
    this.places = new Map(); // {row, col} of the name of a cell
    this.quarters = 0; // clockwise by which the board is seen turned
    this.pointed = false; // whether it has the focus because a pointer pressed it
    this.element = h('div', { class: 'grid', role: 'grid', 'aria-label': options.label, 'aria-rowcount': rows, 'aria-colcount': cols, dir: 'ltr' });
    this.element.style.setProperty('--rows', rows);
    this.element.style.setProperty('--cols', cols);
    for (let row = 0; row < rows; row++) {
      const line = h('div', { role: 'row', class: 'grid-row' });
      this.cells.push(Array.from({ length: cols }, (_, col) => this.make(row, col)));
      line.append(...this.cells[row]);
      this.element.append(line);
    }
    this.marks = new Marks(rows, cols, options.square);
    this.listen();
  }

  make(row, col) {
    const { row: r, col: c } = this.at;
    const name = this.options.name(row, col);
    const cell = h('div', { role: 'gridcell', class: 'cell', 'data-cell': name, tabindex: row === r && col === c ? 0 : -1 });
    cell.place = { row, col };
    this.places.set(name, cell.place);
    return cell;
  }

  listen() {
    const { activate, hover, leave, focus } = this.options;
    const on = (type, run) => this.element.addEventListener(type, (event) => {
      const cell = event.target.closest('[role=gridcell]');
      if (cell) run(cell, event);
    });
    on('click', (cell, event) => { this.move(cell.place.row, cell.place.col, false); activate(cell.place.row, cell.place.col, event); });
    on('keydown', (cell, event) => this.key(cell, event));
    on('focusin', (cell) => focus?.(cell.place.row, cell.place.col));
    if (hover) on('pointermove', (cell, event) => hover(cell.place.row, cell.place.col, event));
    // Who presses with a pointer has not come to move the focus by arrow keys,
    // which are then left to the page.
    this.element.addEventListener('pointerdown', () => { this.pointed = true; });
    this.element.addEventListener('focusout', (event) => { if (!this.element.contains(event.relatedTarget)) this.pointed = false; });
    if (leave) this.element.addEventListener('pointerleave', leave);
  }

  key(cell, event) {
    const { row, col } = cell.place;
    if (!plain(event)) return;
    if (this.options.key?.(event, row, col)) return event.preventDefault();
    const step = steps[event.key];
    if (this.pointed && step) return undefined;
    this.pointed = false;
    if (step) {
      const [x, y] = this.unturned(step);
      this.move(row + y, col + x, true);
    } else if (event.key === 'Enter' || event.key === ' ') this.options.activate(row, col, event);
    else return undefined;
    return event.preventDefault();
  }

  // move makes a cell the one that Tab comes to, and focuses it where asked.
  move(row, col, focus) {
    const { rows, cols } = this.options;
    const r = Math.max(0, Math.min(rows - 1, row));
    const c = Math.max(0, Math.min(cols - 1, col));
    this.cell(this.at.row, this.at.col).tabIndex = -1;
    this.at = { row: r, col: c };
    const cell = this.cell(r, c);
    cell.tabIndex = 0;
    if (focus) cell.focus();
  }

  cell(row, col) { return this.cells[row][col]; }

  // middle is where that of a cell, by its name, is seen, for marks.
  middle(name) {
    const { row, col } = this.places.get(name);
    return this.seen([col + 0.5, row + 0.5]);
  }

  // rotate shows the board turned by quarters clockwise, as somebody sees it who
  // sits at another side. The cells keep their names.
  rotate(quarters) {
    this.quarters = quarters;
    this.each((row, col, cell) => {
      const [x, y] = this.seen([col + 0.5, row + 0.5]);
      cell.style.gridArea = `${Math.ceil(y)} / ${Math.ceil(x)}`;
    });
    this.label?.();
  }

  // seen is where a point of the board is seen, in cells to the right and down.
  seen([x, y]) {
    const { rows, cols } = this.options;
    return [[x, y], [rows - y, x], [cols - x, rows - y], [y, cols - x]][this.quarters];
  }

  // unturned is a step as it goes on the board that is seen as one to the right
  // and down.
  unturned([x, y]) { return [[x, y], [y, -x], [-x, -y], [-y, x]][this.quarters]; }

  // set draws a cell: words for the screen reader and classes that are on.
  set(row, col, label, classes) {
    const cell = this.cell(row, col);
    cell.words = label;
    this.name(cell);
    const wanted = ['cell', ...Object.keys(classes).filter((c) => classes[c])].join(' ');
    if (cell.className !== wanted) cell.className = wanted;
    return cell;
  }

  // name says to a screen reader what is on a cell and what a turn there is
  // worth.
  name(cell) {
    const label = cell.worth ? t('cell.worth', { content: cell.words, worth: cell.worth.words }) : cell.words;
    if (cell.getAttribute('aria-label') !== label) cell.setAttribute('aria-label', label);
  }

  // worth shows what turns are worth: spots are [name of a cell, value] in any
  // order, of which a cell shows the best. A value is one of worth.js with its
  // rank among all turns.
  worth(spots) {
    const best = new Map();
    for (const [name, value] of spots) if (!(best.get(name)?.rank <= value.rank)) best.set(name, value);
    this.each((row, col, cell) => {
      const value = best.get(cell.dataset.cell);
      if (cell.worth?.key === value?.key) return;
      cell.worth = value;
      cell.chip?.remove();
      cell.chip = value && h('span', { class: `worth ${value.sure ? 'sure' : ''} ${value.rank === 1 ? 'best' : ''} ${value.wide ? 'wide' : ''}`, 'data-kind': value.kind, 'aria-hidden': 'true' }, value.text);
      if (value) cell.append(cell.chip);
      this.name(cell);
    });
  }

  each(run) {
    this.cells.forEach((line, row) => line.forEach((cell, col) => run(row, col, cell)));
  }

  // under is the cell at a point of the window, or null.
  under(x, y) {
    const cell = document.elementsFromPoint(x, y).find((el) => el.role === 'gridcell' && this.element.contains(el));
    return cell ? cell.place : null;
  }
}

// framed puts letters and numbers around a grid.
export function framed(grid, columns, rows) {
  const beside = h('div', { class: 'rows', 'aria-hidden': 'true' });
  const below = h('div', { class: 'columns', 'aria-hidden': 'true' });
  grid.label = () => {
    const [left, down] = [[rows, columns], [columns, rows.toReversed()], [rows.toReversed(), columns.toReversed()], [columns.toReversed(), rows]][grid.quarters];
    fill(beside, left.map((text) => h('span', {}, text)));
    fill(below, down.map((text) => h('span', {}, text)));
  };
  grid.label();
  return h('div', { class: 'framed', dir: 'ltr' }, beside, h('div', { class: 'surface' }, grid.element, grid.marks.element), below);
}

export const letter = (col) => String.fromCharCode(97 + col);
