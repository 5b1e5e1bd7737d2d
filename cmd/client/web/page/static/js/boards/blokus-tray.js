// The tray: the pieces that a colour has left, and what can be done with the
// chosen one.

import { h, svg, button, fill } from '../dom.js';
import { t, number } from '../i18n.js';
import { seatIndex } from '../seats.js';
import { names, cellsOf, extent } from './blokus-pieces.js';
import { colourOf } from './blokus-rules.js';

// pieceShape draws cells in a colour.
export function pieceShape(cells, seat) {
  const { rows, cols } = extent(cells);
  const drawing = svg('svg', { class: `piece ${seat}`, viewBox: `-0.1 -0.1 ${cols + 0.2} ${rows + 0.2}` });
  drawing.style.setProperty('--w', cols);
  drawing.style.setProperty('--h', rows);
  for (const [row, col] of cells) {
    drawing.append(svg('rect', { x: col + 0.03, y: row + 0.03, width: 0.94, height: 0.94, rx: 0.12 }));
    drawing.append(sign(seat, row, col));
  }
  return drawing;
}

// sign is the mark of a colour, so that colours are not told by hue alone.
function sign(seat, row, col) {
  const x = col + 0.5;
  const y = row + 0.5;
  if (seat === 'p1') return svg('circle', { class: 'sign', cx: x, cy: y, r: 0.17 });
  if (seat === 'p2') return svg('path', { class: 'sign', d: `M${x} ${y - 0.2}L${x + 0.2} ${y + 0.16}L${x - 0.2} ${y + 0.16}Z` });
  if (seat === 'p3') return svg('rect', { class: 'sign', x: x - 0.16, y: y - 0.16, width: 0.32, height: 0.32 });
  return svg('path', { class: 'sign line', d: `M${x - 0.2} ${y}H${x + 0.2}M${x} ${y - 0.2}V${y + 0.2}` });
}

export class Tray {
  // does has choose(piece), turn('left', 'right' or 'flip'), put() and drop().
  constructor(does) {
    this.does = does;
    this.seat = null;
    this.tabs = h('div', { class: 'tabs', role: 'group', 'aria-label': t('blokus.whose') });
    this.pieces = h('div', { class: 'pieces', role: 'group', 'aria-label': t('blokus.tray'), dir: 'ltr' });
    const tool = (name, run, extra) => button({ 'data-tool': name, disabled: true, 'aria-label': t(`blokus.${name}`), title: t(`blokus.${name}`), click: run, ...extra }, name, t(`blokus.${name}`));
    this.tools = [
      tool('turnLeft', () => does.turn('left')), tool('turnRight', () => does.turn('right'), { 'aria-keyshortcuts': 'R' }),
      tool('flip', () => does.turn('flip'), { 'aria-keyshortcuts': 'F' }), tool('drop', () => does.drop(), { 'aria-keyshortcuts': 'Escape' }),
    ];
    this.put = tool('put', () => does.put(), { class: 'primary' });
    this.element = h('div', { class: 'tray blokus' }, h('div', { class: 'tools', role: 'toolbar', 'aria-label': t('blokus.tools') }, this.tools, this.put), this.tabs, this.pieces);
  }

  draw(state, { can, rules, mine }) {
    this.state = state;
    this.rules = rules;
    const { players } = state.position;
    const now = colourOf(state);
    const own = players.findIndex((p) => mine(p.player));
    if (can || !this.seat) this.seat = can || own < 0 ? now : `p${own + 1}`;
    this.redraw();
  }

  // redraw draws the tabs and the pieces anew; the one that has the focus keeps it.
  redraw() {
    const { tab, piece } = this.element.contains(document.activeElement) ? document.activeElement.dataset : {};
    fill(this.tabs, this.state.position.players.map((player, i) => this.tab(player, `p${i + 1}`)));
    this.drawPieces();
    if (tab) this.tabs.querySelector(`[data-tab="${tab}"]`).focus();
    if (piece) this.focus(piece);
  }

  tab(player, seat) {
    const now = seat === this.seat;
    const words = t(player.blocked ? 'blokus.out' : 'blokus.left', { colour: t(`blokus.${seat}`), n: player.squaresLeft });
    const show = () => {
      this.seat = seat;
      this.redraw();
    };
    return h('button', { type: 'button', class: 'tab', 'aria-pressed': String(now), 'data-tab': seat, 'aria-label': words, title: words, click: show },
      h('span', { class: `mark blokus ${seat}` }), h('span', {}, player.blocked ? '–' : number(player.squaresLeft)));
  }

  drawPieces() {
    const left = this.state.position.players[seatIndex(this.seat)].pieces;
    const own = this.seat === colourOf(this.state);
    this.shapes = new Map();
    fill(this.pieces, [...names].reverse().filter((name) => left.includes(name)).map((name) => {
      const cells = cellsOf(name);
      const may = own && this.rules.pieces.has(name);
      const words = t('blokus.piece', { piece: name, n: cells.length });
      const two = left.filter((one) => one === name).length > 1;
      const el = h('button', { type: 'button', class: 'tray-piece', 'data-piece': name, disabled: !may, 'aria-pressed': 'false', 'aria-label': two ? t('blokus.pieceTwice', { words }) : words, 'data-two': two ? '' : null, click: () => this.does.choose(name) }, pieceShape(cells, this.seat));
      this.shapes.set(name, el);
      return el;
    }));
  }

  // chosen shows the piece in hand as it is turned.
  chosen(piece, cells) {
    for (const [name, el] of this.shapes ?? []) {
      const now = name === piece;
      if (now || el.getAttribute('aria-pressed') === 'true') fill(el, pieceShape(now ? cells : cellsOf(name), this.seat));
      el.setAttribute('aria-pressed', String(now));
    }
    this.tools.forEach((tool) => { tool.disabled = !piece; });
    if (!piece) this.ready(false);
  }

  // sideways says whether there are more pieces beside those in sight.
  sideways() { return this.pieces.scrollWidth > this.pieces.clientWidth; }

  focus(piece) { this.shapes.get(piece)?.focus(); }

  ready(legal) { this.put.disabled = !legal; }
}
