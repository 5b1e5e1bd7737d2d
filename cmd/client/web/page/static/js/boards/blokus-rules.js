// What a state says about where pieces may go. Legal is what the engine lists;
// why only finds the words, in the reader's language, for a place that is not.

import { t } from '../i18n.js';
import { pieceOf } from './blokus-pieces.js';

// colourOf is the colour that acts: p1 for blue, and so on.
export const colourOf = (state) => `p${state.colour + 1}`;

const sides = [[-1, 0], [1, 0], [0, -1], [0, 1]];

const key = (cells) => cells.map(([row, col]) => row * 32 + col).sort((a, b) => a - b).join(' ');

export class Rules {
  constructor(state) {
    const { board } = state.position;
    this.board = board;
    this.player = state.position.players[state.colour];
    this.letter = this.player.letter;
    this.keys = new Set();
    this.pieces = new Set(); // that can be placed somewhere
    for (const turn of state.result === 'none' ? state.legal : []) {
      if (turn === 'pass') continue;
      const cells = turn.split(',').map((name) => [board.length - Number(name.slice(1)), name.charCodeAt(0) - 97]);
      this.keys.add(key(cells));
      this.pieces.add(pieceOf(cells));
    }
  }

  legal(cells) { return this.keys.has(key(cells)); }

  at(row, col) { return this.board[row]?.[col] ?? null; }

  why(cells) {
    if (cells.some(([row, col]) => this.at(row, col))) return t('blokus.overlap');
    if (cells.some(([row, col]) => sides.some(([r, c]) => this.at(row + r, col + c) === this.letter))) return t('blokus.edge');
    return this.player.placed.length ? t('blokus.noCorner') : t('blokus.firstCorner');
  }
}
