package browser

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
)

// blokusDuo is played to its end in two windows: by mouse and by finger.
func blokusDuo(t *testing.T, browser context.Context) {
	s := startServer(t)
	id := s.game("blokus", "variant", "duo")
	blue := open(t, browser, s.base, "/g/"+id, desktop)
	yellow := open(t, browser, s.base, "/g/"+id, phone)
	yellow.narrow()
	state := playOut(s, id, func(state host.State, turn int) {
		w := []*window{blue, yellow}[seatOf(state)]
		if turn == 1 {
			yellow.byFinger()
			return
		}
		// Large pieces come last in the list.
		w.take(state, state.Legal[len(state.Legal)-1-turn*5%min(len(state.Legal), 40)])
		if turn == 9 {
			s.same(id, blue, yellow)
		}
	})
	s.same(id, blue, yellow)
	if !slices.Contains([]string{"first-out", "all-blocked", "tie"}, state.Reason) {
		t.Errorf("reason %s", state.Reason)
	}
	blue.shot("blokus-over")
	blue.accessible("blokus over")
	yellow.shot("blokus-phone-over")
}

// square is a cell of a piece: column from the left, row from the top.
type square struct{ col, row int }

// shape is the cells of a piece, pushed to the top left and sorted.
type shape []square

func shapeOf(squares []square) shape {
	left, top := squares[0].col, squares[0].row
	for _, q := range squares {
		left, top = min(left, q.col), min(top, q.row)
	}
	var all shape
	for _, q := range squares {
		all = append(all, square{q.col - left, q.row - top})
	}
	slices.SortFunc(all, func(a, b square) int { return 10*(a.row-b.row) + a.col - b.col })
	return all
}

// turned is a quarter turn clockwise, flipped left-right.
func (s shape) turned() shape {
	var all []square
	for _, q := range s {
		all = append(all, square{-q.row, q.col})
	}
	return shapeOf(all)
}

func (s shape) flipped() shape {
	var all []square
	for _, q := range s {
		all = append(all, square{-q.col, q.row})
	}
	return shapeOf(all)
}

// alike says whether the shapes are one piece.
func (s shape) alike(other shape) bool {
	for _, one := range []shape{other, other.flipped()} {
		for range 4 {
			if slices.Equal(s, one) {
				return true
			}
			one = one.turned()
		}
	}
	return false
}

// placement reads a token: the shape and the cell that its middle is on.
func placement(t *testing.T, token string) (s shape, middle string) {
	t.Helper()
	var squares []square
	for name := range strings.SplitSeq(token, ",") {
		n, err := strconv.Atoi(name[1:])
		if err != nil {
			t.Fatal(err)
		}
		squares = append(squares, square{int(name[0] - 'a'), -n})
	}
	s = shapeOf(squares)
	left, top, wide, high := squares[0].col, squares[0].row, 0, 0
	for i := range squares {
		left, top = min(left, squares[i].col), min(top, squares[i].row)
		wide, high = max(wide, s[i].col+1), max(high, s[i].row+1)
	}
	return s, fmt.Sprintf("%c%d", 'a'+left+wide/2, -(top + high/2))
}

// drawn reads the shapes that the page draws of pieces in the tray.
func (w *window) drawn(selector string) map[string]shape {
	w.Helper()
	found := eval[map[string][][2]int](w, `Object.fromEntries([...document.querySelectorAll(%q)].map((el) => [el.dataset.piece,
		[...el.querySelectorAll('rect:not(.sign)')].map((r) => [Math.floor(r.x.baseVal.value), Math.floor(r.y.baseVal.value)])]))`, selector)
	all := map[string]shape{}
	for name, cells := range found {
		var squares []square
		for _, c := range cells {
			squares = append(squares, square{c[0], c[1]})
		}
		all[name] = shapeOf(squares)
	}
	return all
}

// put places a piece: takes it from the tray, turns it until it has the shape,
// and presses the board; with a finger also the button.
func (w *window) put(state host.State, token string) {
	w.Helper()
	w.ready()
	want, middle := placement(w.T, token)
	for name, s := range w.drawn(".tray-piece") {
		if s.alike(want) {
			w.press(fmt.Sprintf(`[data-piece=%q]`, name))
		}
	}
	w.wait(`document.querySelector('.tray-piece[aria-pressed="true"]')`)
	w.turn(want)
	w.press(cell(middle))
	if w.look.touch {
		w.wait(`document.querySelector('.cell.ghost.ok')`)
		w.press(`[data-tool="put"]`)
	}
	w.wait(`Number(document.querySelector('main').dataset.version) > %d`, state.Version)
}

// turn turns and flips the piece in hand until it has the shape.
func (w *window) turn(want shape) {
	w.Helper()
	for try := range 9 {
		for _, s := range w.drawn(`.tray-piece[aria-pressed="true"]`) {
			if slices.Equal(s, want) {
				return
			}
		}
		if try == 4 {
			w.press(`[data-tool="flip"]`)
			continue
		}
		w.press(`[data-tool="turnRight"]`)
	}
	w.Fatalf("turning and flipping does not give %v", want)
}

// byFinger drags a piece from the tray to the starting point that is left. The
// piece is held above the finger, where it can be seen.
func (w *window) byFinger() {
	w.Helper()
	w.ready()
	before := w.version()
	free := eval[string](w, `document.querySelector('.cell.corner').dataset.cell`)
	w.swipe(`[data-piece="O"]`, cell(free), fingerLift)
	w.wait(`Number(document.querySelector('main').dataset.version) > %d`, before)
}

// fingerLift is how far above the finger a piece is held, as in blokus.js.
const fingerLift = 70
