// Four in a Square: marbles on tiles that slide. The tiles and marbles are
// drawn below a grid of 36 fixed cells, which is what people touch.

import { h, svg, fill, pause, calm } from '../dom.js';
import { t } from '../i18n.js';
import { Grid } from './grid.js';
import { draggable, follower } from './drag.js';
import { framesOf, partsOf, blocksOf, gridPlace, slotOf } from './square4-model.js';

const seats = { R: 'p1', B: 'p2' };
const colours = ['R', 'B'];
const most = 5; // actions shown one after another; more are skipped
const shown = 300; // ms for each of them

// centre of a square, in cells of the board.
const centre = (square) => [(square % 3) * 2 + 1, Math.floor(square / 3) * 2 + 1];
const cellName = (square, slot) => `${square}.${slot}`;

// numbers draws the names of squares, in their middle, and of slots, in their
// outer corners, as turns have them.
function numbers(grid) {
  const drawing = svg('svg', { class: 'numbers', viewBox: '0 0 6 6', 'aria-hidden': 'true' });
  for (let square = 0; square < 9; square++) {
    const [x, y] = grid.seen(centre(square));
    drawing.append(svg('circle', { cx: x, cy: y, r: 0.22 }), svg('text', { class: 'square', x, y }, square));
    for (let slot = 0; slot < 4; slot++) {
      const [a, b] = grid.middle(cellName(square, slot));
      drawing.append(svg('text', { x: a + (a < x ? -0.33 : 0.33), y: b + (b < y ? -0.31 : 0.31) }, slot));
    }
  }
  return drawing;
}

const marble = (seat) => h('span', { class: `marble ${seat}` });
const neighbours = { '-1,0': 'up', '1,0': 'down', '0,-1': 'left', '0,1': 'right' };

class View {
  constructor(table) {
    this.table = table;
    this.can = false;
    this.places = new Set();
    this.slides = new Set();
    this.frames = [];
    this.chain = 0; // counts the sequences of actions shown; an older one stops
    this.tiles = [];
    this.grid = new Grid({
      rows: 6, cols: 6, label: t('board.square4'), name: (row, col) => { const { square, slot } = slotOf(row, col); return cellName(square, slot); },
      activate: (row, col) => this.press(slotOf(row, col)),
    });
    this.under = h('div', { class: 'tiles', 'aria-hidden': 'true' }, this.makeTiles());
    this.trays = ['p1', 'p2'].map((seat) => h('div', { class: `marbles ${seat}` }));
    this.tray = h('div', { class: 'tray square4', dir: 'ltr' }, this.trays);
    this.numbers = numbers(this.grid);
    this.element = h('div', { class: 'board square4' }, h('div', { class: 'surface', dir: 'ltr' }, this.under, this.grid.element, this.grid.marks.element, this.numbers));
    this.moving = null; // the end of what is shown, while something moves
    this.drags();
  }

  makeTiles() {
    this.tiles = Array.from({ length: 8 }, (_, i) => {
      const slots = Array.from({ length: 4 }, () => h('span', { class: 'slot' }));
      return { element: h('div', { class: 'tile' }, slots), slots, square: i < 4 ? i : i + 1 };
    });
    return this.tiles.map((tile) => tile.element);
  }

  drags() {
    this.trays.forEach((tray, i) => draggable(tray, {
      start: () => (this.can && this.places.size && this.state.turn === `p${i + 1}` ? { ghost: follower(marble(`p${i + 1}`)) } : null),
      move: ({ ghost }, event) => ghost.to(event),
      drop: ({ ghost }, event) => { ghost.end(); this.dropMarble(event); },
      cancel: ({ ghost }) => ghost.end(),
    }));
    draggable(this.grid.element, {
      start: (event) => this.lift(event),
      move: (held, event) => this.pull(held, event),
      drop: (held) => this.release(held),
      cancel: (held) => { held.tile.element.style.translate = ''; },
    });
  }

  dropMarble(event) {
    const to = this.grid.under(event.clientX, event.clientY);
    if (to) this.press(slotOf(to.row, to.col));
  }

  // lift takes hold of a tile that may slide.
  lift(event) {
    const at = this.grid.under(event.clientX, event.clientY);
    const square = at && slotOf(at.row, at.col).square;
    if (!this.can || this.moving || !this.slides.has(square)) return null;
    const tile = this.tiles.find((one) => one.square === square);
    return { tile, square, way: this.toward(square), from: event, part: 0 };
  }

  pull(held, event) {
    const width = held.tile.element.offsetWidth;
    const sign = held.way === 'left' || held.way === 'up' ? -1 : 1;
    const flat = held.way === 'left' || held.way === 'right';
    const moved = flat ? event.clientX - held.from.clientX : event.clientY - held.from.clientY;
    held.part = Math.max(0, Math.min(1, (moved * sign) / width));
    const far = held.part * width * sign;
    held.tile.element.style.transition = 'none';
    held.tile.element.style.translate = flat ? `${far}px 0` : `0 ${far}px`;
  }

  release(held) {
    held.tile.element.style.transition = '';
    held.tile.element.style.translate = '';
    if (held.part > 0.35) this.table.act(`slide ${held.square}`);
  }

  press({ square, slot }) {
    if (!this.can || this.moving) return;
    const action = this.places.size ? `place ${square} ${slot}` : `slide ${square}`;
    this.table.act(action);
  }

  update(state, { can }) {
    const before = this.state;
    const fresh = !before || before.version !== state.version || before.at !== state.at;
    this.state = state;
    this.can = can;
    this.hole = state.position.holeSquareIndex;
    this.readLegal(state);
    if (fresh) this.moving = this.run(state);
    if (!this.moving) this.draw();
    return this.moving;
  }

  readLegal(state) {
    this.places = new Set();
    this.slides = new Set();
    if (state.result !== 'none') return;
    for (const turn of state.legal) {
      const slide = turn.match(/^s(\d)$/);
      const place = turn.match(/^(\d)\.(\d)/);
      if (slide) this.slides.add(Number(slide[1]));
      if (place) this.places.add(cellName(place[1], place[2]));
    }
  }

  // seen is the place at which a square is seen, of 0 to 8, or a slot, of 0 to 3.
  seen(place, last) { return this.grid.quarters ? last - place : place; }

  // toward names the direction in which a square is seen to go to the hole.
  toward(square) {
    const [from, to] = [square, this.hole].map((place) => this.seen(place, 8));
    return neighbours[`${Math.floor(to / 3) - Math.floor(from / 3)},${(to % 3) - (from % 3)}`];
  }

  // run shows the actions between the state before and this one, forwards or
  // backwards, and returns the end of that; to one far away it jumps. Dots and
  // rings come back when all stands still.
  run(state) {
    const run = ++this.chain;
    const from = this.frames.length - 1;
    const old = this.frames;
    const frames = framesOf(state);
    this.frames = frames;
    const follows = (a, b) => a.every((frame, i) => JSON.stringify(frame) === JSON.stringify(b[i]));
    let path = [];
    if (from >= 0 && frames.length > old.length && follows(old, frames)) path = frames.slice(from + 1);
    else if (from >= 0 && frames.length < old.length && follows(frames, old)) path = old.slice(frames.length - 1, -1).reverse();
    const last = { ...frames.at(-1), board: state.position.board, hole: state.position.holeSquareIndex };
    const moves = path.length > 0 && path.length <= most && !calm();
    this.element.dataset.moving = moves;
    this.last = last;
    if (moves) return this.show([...path.slice(0, -1), last], run);
    this.paint(last, false);
    return null;
  }

  async show(frames, run) {
    for (const frame of frames) {
      this.paint(frame, true);
      await pause(shown);
      if (run !== this.chain) return;
    }
    this.moving = null;
    this.element.dataset.moving = false;
    this.draw();
  }

  // paint puts tiles and marbles where a frame has them. The tile that stands
  // where the hole is now is the one that slides to where it was.
  paint(frame, slide) {
    const stray = this.tiles.find((tile) => tile.square === frame.hole);
    if (stray) {
      const squares = new Set(this.tiles.map((tile) => tile.square));
      stray.square = [0, 1, 2, 3, 4, 5, 6, 7, 8].find((square) => !squares.has(square));
    }
    for (const tile of this.tiles) {
      tile.element.classList.toggle('still', !slide);
      const at = this.seen(tile.square, 8);
      tile.element.style.transform = `translate(${(at % 3) * 100}%, ${Math.floor(at / 3) * 100}%)`;
      tile.slots.forEach((slot, i) => this.paintSlot(slot, frame.board[tile.square][this.seen(i, 3)]));
    }
  }

  paintSlot(slot, colour) {
    const now = slot.dataset.colour ?? '';
    if (now === (colour ?? '')) return;
    slot.dataset.colour = colour ?? '';
    fill(slot, colour ? marble(seats[colour]) : null);
  }

  draw() {
    const { state } = this;
    const { board } = state.position;
    const won = state.result !== 'none' && /block/.test(state.reason) ? blocksOf(board) : new Set();
    const { placed } = this.frames.at(-1);
    for (let square = 0; square < 9; square++) {
      for (let slot = 0; slot < 4; slot++) {
        const { row, col } = gridPlace(square, slot);
        const colour = board[square][slot];
        const legal = this.can && this.places.has(cellName(square, slot));
        const slides = this.can && this.slides.has(square);
        this.grid.set(row, col, this.words({ square, slot, row, col, colour, legal, slides }), {
          [`s${this.seen(slot, 3)}`]: true, legal, slides, [`to-${this.toward(square)}`]: slides, win: won.has(`${row},${col}`), hole: square === this.hole,
          last: placed?.square === square && placed?.slot === slot && colour !== null,
        });
      }
    }
    this.drawTrays();
  }

  drawTrays() {
    const { placed, piecesPerPlayer } = this.state.position;
    this.trays.forEach((tray, i) => {
      const left = piecesPerPlayer - placed[colours[i]];
      const seat = `p${i + 1}`;
      tray.classList.toggle('ready', this.can && this.places.size > 0 && this.state.turn === seat);
      tray.setAttribute('role', 'img');
      tray.setAttribute('aria-label', t('square4.left', { seat: t(`square4.${seat}`), n: left }));
      tray.style.setProperty('--many', left);
      if (tray.childElementCount !== left) fill(tray, Array.from({ length: left }, () => marble(seat)));
    });
  }

  words({ square, slot, row, col, colour, legal, slides }) {
    const words = [];
    if (square === this.hole) words.push(t('square4.hole'));
    else if (colour) words.push(t(`square4.marble.${seats[colour]}`));
    else words.push(legal ? t('cell.legal') : t('cell.empty'));
    if (slides) words.push(t('square4.canSlide'));
    return t('square4.cell', { row: row + 1, col: col + 1, square, slot, content: words.join(', ') });
  }

  // mark shows where marbles are put and which tiles slide into the hole, which
  // goes from turn to turn. The numbers of the places come with it.
  mark(tokens) {
    let { hole } = this;
    this.grid.marks.show(this.state, tokens.map((token) => {
      const { square, slot, slide } = partsOf(token);
      const turn = { cells: square === undefined ? [] : [this.grid.middle(cellName(square, slot))] };
      if (slide === undefined) return turn;
      [turn.from, turn.to, hole] = [this.grid.seen(centre(slide)), this.grid.seen(centre(hole)), slide];
      return turn;
    }));
    this.element.classList.toggle('marked', tokens.length > 0);
  }

  // worth shows a turn where its marble is put, and a slide alone on its tile.
  worth(values) {
    const slots = [0, 1, 2, 3];
    this.grid.worth([...values].flatMap(([turn, value]) => {
      const { square, slot, slide } = partsOf(turn);
      if (square !== undefined) return [[cellName(square, slot), value]];
      return slots.map((one) => [cellName(slide, one), { ...value, key: `${value.key} wide`, wide: true }]);
    }));
  }

  rotate(quarters) {
    this.grid.rotate(quarters);
    const drawing = numbers(this.grid);
    this.numbers.replaceWith(drawing);
    this.numbers = drawing;
    if (!this.state) return;
    this.paint(this.last, false);
    if (!this.moving) this.draw();
  }

  names(on) { this.element.classList.toggle('labelled', on); }

  turnWords(token) {
    const { square, slot, slide } = partsOf(token);
    if (square === undefined) return t('square4.turn.slide', { token, slide });
    return t(slide === undefined ? 'square4.turn.place' : 'square4.turn.both', { token, square, slot, slide });
  }

  end() { this.chain++; }
}

export default { name: 'square4', icon: 'square4', sides: 2, scores: false, create: (table) => new View(table) };
