package browser

import (
	"context"
	"testing"

	"quadrille/cmd/client/web/host"
)

func (w *window) middle(name string) [2]float64 {
	w.Helper()
	return eval[[2]float64](w, `(() => { const b = document.querySelector('[data-cell="`+name+`"]').getBoundingClientRect(); return [Math.round(b.x + b.width / 2), Math.round(b.y + b.height / 2)]; })()`)
}

// sides has the board of every game turned: cells change places, their names and
// the game stay, turns are played by mouse, by key and by dragging, and the
// device remembers it.
func sides(t *testing.T, chrome context.Context) {
	s := startServer(t)
	for _, tc := range []struct {
		spec   host.Spec
		first  string // cells at opposite corners
		last   string
		press  int      // how often the button is pressed
		played []string // cells to press
		turns  string   // tokens that makes
	}{
		{host.Spec{Game: "square4"}, "0.0", "8.3", 1, []string{"0.2", "3.0"}, "0.2s3"},
		{host.Spec{Game: "teeko"}, "a4", "d1", 1, []string{"b2"}, "b2"},
		{host.Spec{Game: "othello"}, "a1", "h8", 1, []string{"d3"}, "d3"},
		{host.Spec{Game: "blokus", Rules: map[string]string{"variant": "duo"}}, "a14", "n1", 2, nil, ""},
	} {
		id := s.create(tc.spec)
		w := open(t, chrome, s.base, "/g/"+id, desktop)
		w.ready()
		first, last := w.middle(tc.first), w.middle(tc.last)
		for range tc.press {
			w.press(`[data-action="rotate"]`)
		}
		if w.middle(tc.first) != last || w.middle(tc.last) != first {
			t.Errorf("%s: turned, %s is at %v and %s at %v; before, %v and %v", tc.spec.Game, tc.first, w.middle(tc.first), tc.last, w.middle(tc.last), first, last)
		}
		w.play(tc.played...)
		state := s.same(id, w)
		if len(tc.played) > 0 && (len(state.Turns) != 1 || state.Turns[0] != tc.turns) {
			t.Errorf("%s: %v were played as %q, want %s", tc.spec.Game, tc.played, state.Turns, tc.turns)
		}
		w.press(`[data-action="hint"]`)
		w.wait(`document.querySelector('.marks .put, .marks .arrow')`)
		w.shot("turned-" + tc.spec.Game)
		w.accessible("turned " + tc.spec.Game)
		// Arrow keys go where they point.
		eval[bool](w, `(document.querySelector('[role=gridcell][tabindex="0"]').focus(), true)`)
		before := eval[string](w, `document.activeElement.dataset.cell`)
		w.keys(left)
		after := eval[string](w, `document.activeElement.dataset.cell`)
		if a, b := w.middle(before), w.middle(after); b[0] >= a[0] || b[1] != a[1] {
			t.Errorf("%s: the left arrow key goes from %s at %v to %s at %v", tc.spec.Game, before, a, after, b)
		}
		if tc.spec.Game == "blokus" {
			w.quarter(s, id)
		}
		w.run(goTo(s.base + "/g/" + s.create(tc.spec)))
		w.ready()
		if w.middle(tc.first) != last {
			t.Errorf("%s: the device has forgotten the side", tc.spec.Game)
		}
	}
}

// quarter turns Blokus by one quarter more, in which a piece that is seen upright
// lies along a row, and back.
func (w *window) quarter(s *server, id string) {
	w.Helper()
	w.press(`[data-action="rotate"]`)
	w.press(`[data-piece="I5"]`)
	w.press(cell("e10"))
	w.wait(`document.querySelectorAll('.cell.p1').length === 5`)
	if turns := s.same(id, w).Turns; len(turns) != 1 || turns[0] != "c10,d10,e10,f10,g10" {
		w.Errorf("an upright piece on a board turned by a quarter is played as %q", turns)
	}
	if a, b := w.middle("c10"), w.middle("g10"); a[0] != b[0] || b[1]-a[1] > -5 && b[1]-a[1] < 5 {
		w.Errorf("c10 is seen at %v and g10 at %v", a, b)
	}
	for range 3 {
		w.press(`[data-action="rotate"]`)
	}
}
