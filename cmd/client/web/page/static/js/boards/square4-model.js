// The moves of Four in a Square as they change the board, for showing one
// after another what a state only gives the outcome of. The engine decides
// what is legal and who has won.

const letters = ['R', 'B'];

// place of the slot of a square on the 6×6 grid, and back.
export const gridPlace = (square, slot) => ({
  row: Math.floor(square / 3) * 2 + Math.floor(slot / 2),
  col: (square % 3) * 2 + (slot % 2),
});
export const slotOf = (row, col) => ({ square: Math.floor(row / 2) * 3 + Math.floor(col / 2), slot: (row % 2) * 2 + (col % 2) });

// partsOf reads a turn, or what completes one: {square, slot, slide}, with
// undefined for what it does not have.
export function partsOf(token) {
  const [square, slot, slide] = (token.match(/^(?:(\d)\.(\d))?(?:s(\d))?$/) ?? []).slice(1).map((n) => (n === undefined ? n : Number(n)));
  return { square, slot, slide };
}

// actionsOf splits turns and pending actions into places and slides; end marks
// the last of a turn.
function actionsOf(state) {
  const actions = [];
  for (const turn of state.turns) {
    const { square, slot, slide } = partsOf(turn);
    if (square !== undefined) actions.push({ square, slot });
    if (slide !== undefined) actions.push({ slide });
    actions.at(-1).end = true;
  }
  for (const action of state.pending) {
    const [verb, ...numbers] = action.split(' ');
    if (verb === 'place') actions.push({ square: Number(numbers[0]), slot: Number(numbers[1]) });
    if (verb === 'slide') actions.push({ slide: Number(numbers[0]) });
  }
  return actions;
}

// startOf reads the board, hole and side of the start position.
function startOf(state) {
  const [board, side] = state.start === 'startpos' ? ['..../..../..../..../####/..../..../..../....', 'R'] : state.start.split(' ');
  const squares = board.split('/');
  return {
    board: squares.map((square) => [...square].map((c) => (letters.includes(c.toUpperCase()) ? c.toUpperCase() : null))),
    hole: squares.indexOf('####'),
    side: side === 'B' ? 1 : 0,
  };
}

// framesOf is the board before every action and after the last:
// {board, hole, placed}, where placed is the last marble put down, wherever it
// has gone since.
export function framesOf(state) {
  let { board, hole, side } = startOf(state);
  let placed = null;
  const frames = [{ board, hole, placed }];
  for (const action of actionsOf(state)) {
    board = board.map((square) => [...square]);
    if (action.slide === undefined) {
      board[action.square][action.slot] = letters[side];
      placed = { square: action.square, slot: action.slot };
    } else {
      board[hole] = board[action.slide];
      board[action.slide] = [null, null, null, null];
      if (placed?.square === action.slide) placed = { square: hole, slot: placed.slot };
      hole = action.slide;
    }
    if (action.end) side = 1 - side;
    frames.push({ board, hole, placed });
  }
  return frames;
}

// blocksOf lists the cells of all 2×2 blocks of one colour.
export function blocksOf(board) {
  const at = (row, col) => { const { square, slot } = slotOf(row, col); return board[square][slot]; };
  const cells = new Set();
  for (let row = 0; row < 5; row++) {
    for (let col = 0; col < 5; col++) {
      const four = [[row, col], [row, col + 1], [row + 1, col], [row + 1, col + 1]];
      const colour = at(row, col);
      if (colour && four.every(([r, c]) => at(r, c) === colour)) four.forEach(([r, c]) => cells.add(`${r},${c}`));
    }
  }
  return cells;
}
