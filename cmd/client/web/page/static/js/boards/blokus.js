// Blokus: a board, a tray of pieces, and a ghost of the chosen piece that
// shows where it would lie and whether it may.

import { h, touch } from '../dom.js';
import { t } from '../i18n.js';
import { urgent } from '../announce.js';
import { Grid, framed, letter } from './grid.js';
import { draggable, follower } from './drag.js';
import { Tray, pieceShape } from './blokus-tray.js';
import { Rules, colourOf } from './blokus-rules.js';
import { squares, juniorSquares, cellsOf, turned, flipped, pieceOf, extent } from './blokus-pieces.js';

const colours = { B: 'p1', Y: 'p2', R: 'p3', G: 'p4' };
const settle = 250; // ms after which the engine is asked why a place is refused
const rest = 120; // ms between two turns of the wheel
const reach = 1; // cells that a finger may miss a legal place by

class View {
  constructor(table) {
    this.table = table;
    this.can = false;
    this.piece = null;
    this.cells = []; // of the chosen piece, as it is turned
    this.ghost = null; // {row, col}: where the top left of the piece would be
    this.size = table.state.position.board.length;
    this.name = (row, col) => letter(col) + (this.size - row);
    this.grid = new Grid({
      rows: this.size, cols: this.size, square: true, label: t('board.blokus'), name: this.name,
      activate: (row, col, event) => this.press(row, col, event),
      focus: (row, col) => { if (!this.pointing) this.hover(row, col); },
      hover: (row, col, event) => { if (event.pointerType === 'mouse') this.hover(row, col); },
      leave: (event) => { if (event.pointerType === 'mouse') this.place(null); },
    });
    this.stock = new Tray({ choose: (piece) => this.choose(piece), turn: (way) => this.turn(way), put: () => this.put(), drop: () => this.choose(null) });
    this.build();
  }

  build() {
    const count = Array.from({ length: this.size }, (_, i) => i);
    this.element = h('div', { class: `board blokus size${this.size}` }, framed(this.grid, count.map(letter), count.map((i) => String(this.size - i))));
    this.tray = this.stock.element;
    for (const el of [this.element, this.tray]) {
      el.addEventListener('pointerdown', () => { this.pointing = true; }, true);
      el.addEventListener('keydown', (event) => { this.pointing = false; if (this.piece && this.key(event)) { event.preventDefault(); event.stopPropagation(); } }, true);
    }
    this.grid.element.addEventListener('wheel', (event) => {
      if (!this.piece || !this.can) return;
      event.preventDefault();
      if (event.timeStamp - (this.wheeled ?? 0) < rest) return;
      this.wheeled = event.timeStamp;
      this.turn(event.shiftKey ? 'flip' : event.deltaY > 0 ? 'right' : 'left');
    }, { passive: false });
    this.drags();
  }

  drags() {
    draggable(this.stock.pieces, {
      start: (event, moved) => {
        // A finger that goes sideways scrolls the tray.
        const [dx, dy] = [moved.clientX - event.clientX, moved.clientY - event.clientY];
        if (event.pointerType === 'touch' && this.stock.sideways() && Math.abs(dx) > Math.abs(dy)) return null;
        const piece = event.target.closest('[data-piece]')?.dataset.piece;
        if (!this.can || !piece || !this.rules.pieces.has(piece)) return null;
        if (piece !== this.piece) this.choose(piece);
        const ghost = follower(pieceShape(this.shape(), colourOf(this.state)));
        return { ghost, lift: event.pointerType === 'touch' ? 70 : 0 };
      },
      move: ({ ghost, lift }, event) => { ghost.to(event, 0, -lift); this.over(event, lift); },
      drop: ({ ghost, lift }, event) => {
        ghost.end();
        this.over(event, lift);
        if (this.ghost && (event.pointerType !== 'touch' || this.rules.legal(this.covered()))) this.put();
      },
      cancel: ({ ghost }) => { ghost.end(); this.place(null); },
    });
    draggable(this.grid.element, {
      start: (event) => (this.can && this.piece && this.ghost && event.pointerType !== 'mouse' ? { event, ...this.ghost } : null),
      move: ({ event: from, row, col }, event) => {
        const cell = this.grid.element.clientWidth / this.size;
        const [x, y] = this.grid.unturned([event.clientX - from.clientX, event.clientY - from.clientY]);
        this.place({ row: row + Math.round(y / cell), col: col + Math.round(x / cell) });
      },
      drop: () => {},
      cancel: () => {},
    });
  }

  // over puts the ghost below the pointer, or nowhere beside the board.
  over(event, lift) {
    const at = this.grid.under(event.clientX, event.clientY - lift);
    if (!at) this.place(null);
    else if (event.pointerType === 'touch') this.near(at.row, at.col);
    else this.hover(at.row, at.col);
  }

  choose(piece) {
    if (piece && !this.can) return;
    this.table.clear();
    this.piece = piece === this.piece ? null : piece;
    this.cells = this.piece ? this.onBoard(cellsOf(this.piece)) : [];
    this.stock.chosen(this.piece, this.shape());
    this.element.classList.toggle('holding', Boolean(this.piece));
    this.place(null);
    if (!this.piece) return;
    this.table.tell(touch() ? t('blokus.chosenTouch', { piece: this.piece }) : t('blokus.chosen', { piece: this.piece }), '');
    if (!this.pointing) this.grid.move(this.grid.at.row, this.grid.at.col, true);
  }

  // letGo puts the piece back and the focus to where it came from.
  letGo() {
    const { piece } = this;
    this.choose(null);
    this.stock.focus(piece);
  }

  turn(way) {
    if (!this.piece) return;
    const turns = way === 'left' ? 3 : 1;
    const middle = this.ghost && this.middle();
    this.cells = way === 'flip' ? this.onBoard(flipped(this.shape())) : turned(this.cells, turns);
    this.stock.chosen(this.piece, this.shape());
    if (middle) this.hover(middle.row, middle.col);
  }

  key(event) {
    const pressed = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey || !this.piece) return false;
    if (pressed === 'r' || event.code === 'KeyR') this.turn(event.shiftKey ? 'left' : 'right');
    else if (pressed === 'f' || event.code === 'KeyF') this.turn('flip');
    else if (pressed === 'escape') this.letGo();
    else return false;
    return true;
  }

  // middle is the cell of the board that the middle of the piece is on.
  middle() {
    const { rows, cols } = extent(this.cells);
    return { row: this.ghost.row + Math.floor(rows / 2), col: this.ghost.col + Math.floor(cols / 2) };
  }

  // hover puts the middle of the piece on a cell.
  hover(row, col) {
    if (!this.piece || !this.can) return;
    const { rows, cols } = extent(this.cells);
    this.place({ row: row - Math.floor(rows / 2), col: col - Math.floor(cols / 2) });
  }

  // near does so too, but takes a legal place close by rather than none.
  near(row, col) {
    this.hover(row, col);
    const { row: top, col: left } = this.ghost;
    const steps = [[0, 0], [-1, 0], [1, 0], [0, -1], [0, 1], [-1, -1], [-1, 1], [1, -1], [1, 1]].filter(([r, c]) => Math.max(Math.abs(r), Math.abs(c)) <= reach);
    const found = steps.find(([r, c]) => this.rules.legal(this.cells.map(([y, x]) => [top + r + y, left + c + x])));
    if (found) this.place({ row: top + found[0], col: left + found[1] });
  }

  covered() { return this.cells.map(([row, col]) => [this.ghost.row + row, this.ghost.col + col]); }

  // place draws the ghost, kept on the board, and says what is wrong with it.
  place(ghost) {
    clearTimeout(this.timer);
    (this.drawn || []).forEach((cell) => cell.classList.remove('ghost', 'ok', 'bad'));
    this.drawn = [];
    this.ghost = ghost;
    if (!ghost) {
      this.stock.ready(false);
      if (!this.piece) this.table.tell('', '');
      return;
    }
    const { rows, cols } = extent(this.cells);
    this.ghost = { row: Math.max(0, Math.min(this.size - rows, ghost.row)), col: Math.max(0, Math.min(this.size - cols, ghost.col)) };
    const covered = this.covered();
    const legal = this.rules.legal(covered);
    this.drawn = covered.map(([row, col]) => this.grid.cell(row, col));
    this.drawn.forEach((cell) => cell.classList.add('ghost', legal ? 'ok' : 'bad'));
    this.stock.ready(legal);
    const where = this.name(...covered[0]);
    this.table.tell(legal ? t('blokus.fits', { piece: this.piece, cell: where }) : this.rules.why(covered), legal ? 'ok' : 'bad');
    if (!legal) this.timer = setTimeout(() => this.ask(covered), settle);
  }

  action(covered) { return `place ${covered.map(([row, col]) => this.name(row, col)).join(',')}`; }

  // ask shows what the engine says against the ghost.
  async ask(covered) {
    const { version } = this.state;
    try {
      const { error } = await this.table.try(this.action(covered));
      const still = this.ghost && this.action(this.covered()) === this.action(covered);
      if (error && still && version === this.state.version) this.table.tell(this.rules.why(covered), 'bad', error.text);
    } catch {
      // the page's own words stand already
    }
  }

  press(row, col, event) {
    if (!this.can) return;
    if (!this.piece) {
      this.table.refuse(t('blokus.chooseFirst'));
      return;
    }
    if (event.pointerType === 'touch') {
      const again = this.ghost && this.covered().some(([r, c]) => r === row && c === col);
      if (!again) {
        this.near(row, col);
        return;
      }
    } else this.hover(row, col);
    this.put();
  }

  put() {
    if (!this.can || !this.ghost) return;
    const covered = this.covered();
    if (this.rules.legal(covered)) this.table.act(this.action(covered));
    else urgent(this.rules.why(covered)); // it can be read already
  }

  update(state, { can }) {
    const fresh = !this.state || this.state.version !== state.version || this.state.at !== state.at;
    this.state = state;
    this.can = can;
    if (fresh) this.rules = new Rules(state);
    if (fresh || !can) {
      this.piece = null;
      this.cells = [];
      this.element.classList.remove('holding');
      this.place(null);
    }
    this.draw();
    this.stock.draw(state, { can, rules: this.rules, mine: this.table.mine });
    this.stock.chosen(this.piece, this.shape());
  }

  // shape is the piece in hand as it is seen on a board that is seen turned, and
  // onBoard the cells of a shape that is seen.
  shape() { return turned(this.cells, this.grid.quarters); }

  onBoard(shape) { return turned(shape, 4 - this.grid.quarters); }

  rotate(quarters) {
    if (this.piece) this.choose(null);
    this.grid.rotate(quarters);
  }

  draw() {
    const { state } = this;
    const last = new Set((state.turns.findLast((turn) => turn !== 'pass') ?? '').split(','));
    const corners = new Set(this.can ? this.rules.player?.corners : []);
    this.grid.each((row, col) => {
      const name = this.name(row, col);
      const seat = colours[state.position.board[row][col]];
      const content = seat ? t(`blokus.${seat}`) : corners.has(name) ? t('blokus.corner') : t('cell.empty');
      this.grid.set(row, col, t(last.has(name) ? 'cell.last' : 'cell.is', { cell: name, content }), {
        [seat ?? 'none']: true, last: last.has(name), corner: !seat && corners.has(name), [`turn-${colourOf(state)}`]: !seat,
      });
    });
    if (this.ghost) this.place(this.ghost);
  }

  mark(tokens) {
    this.grid.marks.show(this.state, tokens.map((token) => (token === 'pass' ? null : { cells: token.split(',').map((name) => this.grid.middle(name)) })));
  }

  // worth shows a placement on the cell that is most in its middle.
  worth(values) {
    const central = (turn) => {
      const places = turn.split(',').map((name) => [name, this.grid.places.get(name)]);
      const mean = (axis) => places.reduce((sum, [, place]) => sum + place[axis], 0) / places.length;
      const [row, col] = [mean('row'), mean('col')];
      const far = ([, place]) => Math.hypot(place.row - row, place.col - col);
      return places.reduce((a, b) => (far(b) < far(a) ? b : a))[0];
    };
    this.grid.worth([...values].flatMap(([turn, value]) => (turn === 'pass' ? [] : [[central(turn), value]])));
  }

  // There are hundreds of turns, of which the best few are worth a look.
  get worths() { return 8; }

  turnText(token) {
    if (token === 'pass') return t('turn.pass');
    const names = token.split(',');
    const cells = names.map((name) => [-Number(name.slice(1)), name.charCodeAt(0)]);
    return `${pieceOf(cells) ?? ''}\u00a0${names[0]}`;
  }

  held() { return Boolean(this.piece); }

  end() { clearTimeout(this.timer); }
}

export default {
  // People count the squares placed and the bonus; the engine, squares left.
  points: (score, { position, rules }, seat) => score + position.players.filter((p) => p.player === seat && !p.shared).length * (rules.variant === 'junior' ? juniorSquares : squares),
  name: 'blokus', icon: 'blokus', sides: 4, create: (table) => new View(table),
  // Two have every second of four colours each; three leave the fourth to all.
  seats: (names, { variant = 'classic', players }) => (variant !== 'classic' ? names.slice(0, 2)
    : players === '2' ? [0, 1].map((i) => [names[i], names[i + 2]].join('+')) : players === '3' ? names.slice(0, 3) : names),
};
