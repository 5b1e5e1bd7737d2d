package teeko

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

// reference is Teeko on a plain array, from the rules of the document, to test
// the sets of bits against. It is as slow as it is simple.
type reference struct {
	size       int
	advanced   bool
	repetition int
	board      [][]byte // 'O', 'X' or '.', row by row from the top
	mover      byte
	seen       map[string]int
}

var _ enginetest.Reference = (*reference)(nil)

func newReference(rules engine.Rules, _ uint64) enginetest.Reference {
	r := &reference{
		size: rules.Int("size"), advanced: rules.Bool("advanced"), repetition: rules.Int("repetition"),
		mover: 'O', seen: map[string]int{},
	}
	for range r.size {
		r.board = append(r.board, []byte(strings.Repeat(".", r.size)))
	}
	return r
}

// at returns the cell with a name.
func (r *reference) at(name string) *byte {
	return &r.board[r.size-int(name[1]-'0')][name[0]-'a']
}

// cellsWith lists the names of the cells that hold a mark, or are empty.
func (r *reference) cellsWith(mark byte) []string {
	var names []string
	for row := r.size; row >= 1; row-- {
		for column := range r.size {
			name := fmt.Sprintf("%c%d", "abcde"[column], row)
			if *r.at(name) == mark {
				names = append(names, name)
			}
		}
	}
	return names
}

// isGoal says whether four cells win, by looking at their coordinates only.
func isGoal(names []string, advanced bool) bool {
	if len(names) != 4 {
		return false
	}
	var x, y, sum, difference []int
	for _, name := range names {
		column, row := int(name[0]), int(name[1])
		x, y = append(x, column), append(y, row)
		sum, difference = append(sum, column+row), append(difference, column-row)
	}
	inARow := func(n []int) bool { // four neighbouring numbers
		n = slices.Sorted(slices.Values(n))
		return n[1] == n[0]+1 && n[2] == n[1]+1 && n[3] == n[2]+1
	}
	same := func(n []int) bool { return slices.Max(n) == slices.Min(n) }
	switch {
	case same(y) && inARow(x), same(x) && inARow(y):
		return true
	case inARow(x) && (same(sum) || same(difference)):
		return true
	}
	width, height := slices.Max(x)-slices.Min(x), slices.Max(y)-slices.Min(y)
	if width != height || width != 1 && !advanced {
		return false
	}
	for i := range x { // each cell is a corner of the square around all four
		if x[i] != slices.Min(x) && x[i] != slices.Max(x) || y[i] != slices.Min(y) && y[i] != slices.Max(y) {
			return false
		}
	}
	return true
}

func (r *reference) moving() bool { return len(r.cellsWith('O'))+len(r.cellsWith('X')) == 8 }

func (r *reference) candidates() []string {
	empty := r.cellsWith('.')
	if !r.moving() {
		return empty
	}
	var moves []string
	for _, from := range r.cellsWith(r.mover) {
		for _, to := range empty {
			dx, dy := int(to[0])-int(from[0]), int(to[1])-int(from[1])
			if dx*dx <= 1 && dy*dy <= 1 {
				moves = append(moves, from+to)
			}
		}
	}
	return moves
}

func (r *reference) Turn() engine.Player {
	if r.mover == 'O' {
		return engine.P1
	}
	return engine.P2
}

func (r *reference) Legal() []string {
	if r.Result().Over {
		return nil
	}
	return r.candidates()
}

func (r *reference) Play(token string) {
	if len(token) == 4 {
		*r.at(token[:2]) = '.'
	}
	*r.at(token[len(token)-2:]) = r.mover
	if r.mover == 'O' {
		r.mover = 'X'
	} else {
		r.mover = 'O'
	}
	if r.moving() {
		r.seen[r.key()]++
	}
}

func (r *reference) key() string {
	var rows []string
	for _, row := range r.board {
		rows = append(rows, string(row))
	}
	return strings.Join(rows, "/") + " " + string(r.mover)
}

func (r *reference) Scores() []int {
	scores := []int{0, 0}
	for i, mark := range []byte("OX") {
		if isGoal(r.cellsWith(mark), r.advanced) {
			scores[i] = 1
		}
	}
	return scores
}

func (r *reference) Result() engine.Result {
	scores := r.Scores()
	switch {
	case scores[0] == 1:
		return engine.Win(engine.P1, "goal")
	case scores[1] == 1:
		return engine.Win(engine.P2, "goal")
	case len(r.candidates()) == 0:
		return engine.Draw("no-legal-moves")
	case r.repetition > 0 && r.seen[r.key()] >= r.repetition:
		return engine.Draw("repetition")
	}
	return engine.Result{}
}

// Compare checks the first two words of the FEN, which show the board.
func (r *reference) Compare(p engine.Position) error {
	if !strings.HasPrefix(p.FEN(), r.key()+" ") {
		return fmt.Errorf("FEN %s, want %s", p.FEN(), r.key())
	}
	return nil
}
