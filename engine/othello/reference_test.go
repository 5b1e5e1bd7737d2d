package othello

import (
	"fmt"
	"strings"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

// reference is Othello on a plain array of rows and columns, from the rules of
// the document, to test the bitboards against.
type reference struct {
	board [8][8]byte // 'X', 'O' or '-', row by row from the top
	mover byte
}

var _ enginetest.Reference = (*reference)(nil)

func newReference(engine.Rules, uint64) enginetest.Reference {
	r := &reference{mover: 'X'}
	for row := range r.board {
		for column := range r.board[row] {
			r.board[row][column] = '-'
		}
	}
	// (x, y) of the document is board[y][x].
	r.board[3][4], r.board[4][3] = 'X', 'X'
	r.board[3][3], r.board[4][4] = 'O', 'O'
	return r
}

// referenceOf reads the words of a FEN that is known to be good.
func referenceOf(fen string) *reference {
	r := &reference{mover: fen[65]}
	for i := range 64 {
		r.board[i/8][i%8] = fen[i]
	}
	return r
}

func other(disk byte) byte {
	if disk == 'X' {
		return 'O'
	}
	return 'X'
}

// outflanked lists the squares (row, column) that turn over.
func (r *reference) outflanked(row, column int, mover byte) [][2]int {
	if r.board[row][column] != '-' {
		return nil
	}
	var all [][2]int
	for _, d := range [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}} {
		var run [][2]int
		y, x := row+d[0], column+d[1]
		for y >= 0 && y < 8 && x >= 0 && x < 8 && r.board[y][x] == other(mover) {
			run = append(run, [2]int{y, x})
			y, x = y+d[0], x+d[1]
		}
		if y >= 0 && y < 8 && x >= 0 && x < 8 && r.board[y][x] == mover {
			all = append(all, run...)
		}
	}
	return all
}

func (r *reference) movesOf(mover byte) []string {
	var moves []string
	for row := range 8 {
		for column := range 8 {
			if len(r.outflanked(row, column, mover)) > 0 {
				moves = append(moves, fmt.Sprintf("%c%d", "abcdefgh"[column], row+1))
			}
		}
	}
	return moves
}

func (r *reference) Turn() engine.Player {
	if r.mover == 'X' {
		return engine.P1
	}
	return engine.P2
}

func (r *reference) Legal() []string {
	moves := r.movesOf(r.mover)
	if moves == nil && r.movesOf(other(r.mover)) != nil {
		return []string{"pass"}
	}
	return moves
}

func (r *reference) Play(token string) {
	if token != "pass" {
		row, column := int(token[1]-'1'), strings.IndexByte("abcdefgh", token[0])
		for _, s := range append(r.outflanked(row, column, r.mover), [2]int{row, column}) {
			r.board[s[0]][s[1]] = r.mover
		}
	}
	r.mover = other(r.mover)
}

func (r *reference) count(disk byte) int {
	n := 0
	for _, row := range r.board {
		n += strings.Count(string(row[:]), string(disk))
	}
	return n
}

func (r *reference) Scores() []int { return []int{r.count('X'), r.count('O')} }

func (r *reference) Result() engine.Result {
	switch x, o := r.count('X'), r.count('O'); {
	case r.Legal() != nil:
		return engine.Result{}
	case x > o:
		return engine.Win(engine.P1, "more-disks")
	case o > x:
		return engine.Win(engine.P2, "more-disks")
	}
	return engine.Draw("equal-disks")
}

// Compare checks the FEN, which shows the board.
func (r *reference) Compare(p engine.Position) error {
	var b strings.Builder
	for _, row := range r.board {
		b.Write(row[:])
	}
	if want := b.String() + " " + string(r.mover); p.FEN() != want {
		return fmt.Errorf("FEN %s, want %s", p.FEN(), want)
	}
	return nil
}
