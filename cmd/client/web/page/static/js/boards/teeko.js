// Teeko: marks that are dropped, then moved to a neighbouring cell.

import { h, svg, calm } from '../dom.js';
import { t } from '../i18n.js';
import { Grid, framed, letter } from './grid.js';
import { draggable, follower } from './drag.js';

const seats = { O: 'p1', X: 'p2' };

// markShape draws a circle or a cross, which differ by more than colour.
function markShape(seat) {
  const drawing = svg('svg', { viewBox: '0 0 40 40', class: `shape ${seat}` });
  drawing.append(svg('circle', { cx: 20, cy: 20, r: 17, class: 'body' }));
  if (seat === 'p1') drawing.append(svg('circle', { cx: 20, cy: 20, r: 8, class: 'sign' }));
  else drawing.append(svg('path', { d: 'M13 13 L27 27 M27 13 L13 27', class: 'sign' }));
  return drawing;
}

class View {
  constructor(table) {
    this.table = table;
    this.can = false;
    this.chosen = null; // the own mark that is about to move
    this.values = new Map(); // what turns are worth
    this.marks = new Map(); // cell name to element
    this.size = table.state.position.size;
    this.name = (row, col) => letter(col) + (this.size - row);
    this.grid = new Grid({
      rows: this.size, cols: this.size, label: t('board.teeko'), name: this.name,
      activate: (row, col) => this.press(this.name(row, col)),
      key: (event) => event.key === 'Escape' && this.choose(null),
    });
    const count = Array.from({ length: this.size }, (_, i) => i);
    this.element = h('div', { class: `board teeko size${this.size}` }, framed(this.grid, count.map(letter), count.map((i) => String(this.size - i))));
    this.drags();
  }

  drags() {
    draggable(this.grid.element, {
      start: (event) => {
        const from = this.grid.under(event.clientX, event.clientY);
        const name = from && this.name(from.row, from.col);
        if (!this.can || !this.from(name).length) return null;
        this.choose(name);
        const ghost = follower(markShape(this.state.turn));
        return { name, ghost };
      },
      move: ({ ghost }, event) => ghost.to(event),
      drop: ({ name, ghost }, event) => {
        ghost.end();
        const to = this.grid.under(event.clientX, event.clientY);
        const target = to && this.name(to.row, to.col);
        if (target && target !== name) this.press(target);
      },
      cancel: ({ ghost }) => { ghost.end(); this.choose(null); },
    });
  }

  // from lists the cells that the mark of a cell may move to.
  from(name) {
    return this.state.legal.filter((turn) => turn.length === 4 && turn.startsWith(name)).map((turn) => turn.slice(2));
  }

  choose(name) {
    const changed = this.chosen !== name;
    this.table.clear();
    this.chosen = name;
    if (changed) this.draw();
    return changed;
  }

  press(name) {
    if (!this.can) return;
    if (this.state.phase === 'placement') {
      this.table.act(`place ${name}`);
      return;
    }
    if (name === this.chosen) this.choose(null);
    else if (this.from(name).length) this.choose(name);
    else if (this.chosen) this.table.move(this.chosen + name);
    else this.table.refuse(t('teeko.chooseFirst'));
  }

  update(state, { can }) {
    const fresh = !this.state || this.state.version !== state.version || this.state.at !== state.at;
    if (fresh) this.chosen = null;
    this.can = can;
    this.state = state;
    this.draw();
    if (fresh) this.place(state);
  }

  draw() {
    const { state } = this;
    const winning = this.winning();
    const legal = new Set(state.result !== 'none' || !this.can ? [] : this.chosen ? this.from(this.chosen) : state.phase === 'placement' ? state.legal : []);
    const last = state.turns.at(-1) ?? '';
    this.grid.each((row, col) => {
      const name = this.name(row, col);
      const seat = seats[state.position.board[row][col]];
      const own = this.can && this.from(name).length > 0;
      this.grid.set(row, col, this.label(name, seat, legal.has(name), own), {
        legal: legal.has(name), own, chosen: this.chosen === name, win: winning.has(name),
        last: last.endsWith(name), origin: last.length === 4 && last.startsWith(name),
      });
    });
    this.worth(this.values);
  }

  // worth shows a move where it begins or, for the mark that is chosen, where it
  // goes.
  worth(values) {
    this.values = values;
    this.grid.worth([...values].map(([turn, value]) => {
      if (turn.length < 4) return [turn, value];
      return turn.startsWith(this.chosen) ? [turn.slice(2), value] : [turn.slice(0, 2), value];
    }));
  }

  label(name, seat, may, own) {
    const words = [seat === 'p1' ? t('teeko.circle') : seat === 'p2' ? t('teeko.cross') : may ? t('cell.legal') : t('cell.empty')];
    if (name === this.chosen) words.push(t('cell.chosen'));
    else if (own) words.push(t('cell.canMove'));
    return t(this.state.turns.at(-1)?.endsWith(name) ? 'cell.last' : 'cell.is', { cell: name, content: words.join(', ') });
  }

  // place puts the marks on the cells; one that moved glides there.
  place(state) {
    const wanted = new Map();
    this.grid.each((row, col) => {
      const seat = seats[state.position.board[row][col]];
      if (seat) wanted.set(this.name(row, col), { seat, cell: this.grid.cell(row, col) });
    });
    const spare = [];
    for (const [name, mark] of this.marks) {
      if (wanted.get(name)?.seat !== mark.seat) { spare.push(mark); this.marks.delete(name); }
    }
    for (const [name, { seat, cell }] of wanted) {
      if (this.marks.has(name)) continue;
      const i = spare.findIndex((mark) => mark.seat === seat);
      const mark = i >= 0 ? spare.splice(i, 1)[0] : { seat, element: markShape(seat) };
      this.glide(mark.element, cell);
      this.marks.set(name, mark);
    }
    spare.forEach((mark) => mark.element.remove());
  }

  glide(element, cell) {
    const before = element.isConnected ? element.getBoundingClientRect() : null;
    cell.append(element);
    if (calm()) return;
    const after = element.getBoundingClientRect();
    const start = before ? `translate(${before.x - after.x}px, ${before.y - after.y}px)` : 'scale(0.4)';
    element.animate([{ transform: start }, { transform: 'none' }], { duration: 220, easing: 'ease-out' });
  }

  // winning are the cells of the winner's marks, which are the goal: a side
  // has four marks and a goal takes four.
  winning() {
    const { result, reason, position } = this.state;
    const found = new Set();
    if (reason !== 'goal') return found;
    this.grid.each((row, col) => {
      if (`${seats[position.board[row][col]]}win` === result) found.add(this.name(row, col));
    });
    return found;
  }

  mark(tokens) {
    const { grid } = this;
    grid.marks.show(this.state, tokens.map((token) => (token.length === 4
      ? { from: grid.middle(token.slice(0, 2)), to: grid.middle(token.slice(2)) }
      : { cells: [grid.middle(token)] })));
  }

  rotate(quarters) { this.grid.rotate(quarters); }

  turnText(token) { return token.length === 4 ? `${token.slice(0, 2)}–${token.slice(2)}` : token; }
}

export default { name: 'teeko', icon: 'teeko', sides: 2, scores: false, create: (table) => new View(table) };
