// The 21 pieces as docs/rules.md draws them, and turning them over.

const drawings = {
  1: ['#'], 2: ['#', '#'], I3: ['#', '#', '#'], V3: ['#.', '##'],
  I4: ['#', '#', '#', '#'], L4: ['#.', '#.', '##'], Z4: ['##.', '.##'], T4: ['###', '.#.'], O: ['##', '##'],
  I5: ['#', '#', '#', '#', '#'], V5: ['#..', '#..', '###'], L5: ['#.', '#.', '#.', '##'], T5: ['###', '.#.', '.#.'],
  Z5: ['##.', '.#.', '.##'], F: ['.##', '##.', '.#.'], X: ['.#.', '###', '.#.'], U: ['#.#', '###'], P: ['##', '##', '#.'],
  W: ['#..', '##.', '.##'], N: ['.#', '.#', '##', '#.'], Y: ['.#', '##', '.#', '.#'],
};

export const names = '1 2 I3 V3 I4 L4 Z4 T4 O I5 V5 L5 T5 Z5 F X U P W N Y'.split(' ');

// justified moves cells to the top left and sorts them.
function justified(cells) {
  const top = Math.min(...cells.map(([row]) => row));
  const left = Math.min(...cells.map(([, col]) => col));
  return cells.map(([row, col]) => [row - top, col - left]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

export const cellsOf = (name) => justified(drawings[name].flatMap((line, row) => [...line].flatMap((c, col) => (c === '#' ? [[row, col]] : []))));

// turned is so many quarter turns clockwise, flipped left-right, of any cells.
export const turned = (cells, quarters = 1) => (quarters > 0 ? turned(justified(cells.map(([row, col]) => [col, -row])), quarters - 1) : cells);
export const flipped = (cells) => justified(cells.map(([row, col]) => [row, -col]));

const keyOf = (cells) => cells.map((cell) => cell.join(',')).join(' ');

// shapes maps every orientation of every piece to the piece's name.
function allShapes() {
  const all = new Map();
  for (const name of Object.keys(drawings)) {
    let cells = cellsOf(name);
    for (let i = 0; i < 8; i++) {
      all.set(keyOf(cells), name);
      cells = i === 3 ? flipped(cells) : turned(cells);
    }
  }
  return all;
}

const shapes = allShapes();

// pieceOf is the name of the piece that covers the cells.
export const pieceOf = (cells) => shapes.get(keyOf(justified(cells)));

// extent is how many rows and columns cells take.
export const extent = (cells) => ({
  rows: Math.max(...cells.map(([row]) => row)) + 1,
  cols: Math.max(...cells.map(([, col]) => col)) + 1,
});

// squares of all pieces of a colour together, and of the 24 of junior.
export const juniorSquares = 88;
export const squares = names.reduce((sum, name) => sum + cellsOf(name).length, 0);
