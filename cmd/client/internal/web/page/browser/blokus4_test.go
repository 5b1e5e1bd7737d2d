package browser

import (
	"context"
	"testing"

	"quadrille/cmd/client/internal/web/host"
)

// blokusClassic has a person at one of four seats: by dragging, by keys, and
// with the reasons why a place is refused; then the engine takes the seat and
// plays to the end.
func blokusClassic(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.create(host.Spec{Game: "blokus", Seats: []host.Seat{person(), computer(1), computer(1), computer(1)}})
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.ready()
	w.refusals()
	// The piece L4 in the corner a1, with the mouse from the tray.
	before := w.version()
	w.drag(`[data-piece="I3"]`, cell("a2"))
	w.wait(`Number(document.querySelector('main').dataset.version) > %d`, before)
	w.ready()
	if got := s.state(id).Turns[0]; got != "a1,a2,a3" {
		t.Fatalf("the piece was put on %s", got)
	}
	w.byKeys()
	w.shot("blokus-classic")
	w.press(`[data-action="analysis"]`)
	w.wait(`document.querySelectorAll('.score-row').length === 4`)
	w.shot("blokus-analysis")
	w.press(`[data-action="analysis"]`)
	w.press(`[data-action="seats"]`)
	w.choose(`dialog .seat[data-seat="p1"] .kind`, "engine")
	w.choose(`dialog .seat[data-seat="p1"] .level`, "1")
	w.press(`dialog [data-answer="yes"]`)
	w.wait(`document.querySelector('main').dataset.result !== 'none'`)
	s.same(id, w)
}

// refusals hovers over places where the piece may not lie.
func (w *window) refusals() {
	w.Helper()
	w.press(`[data-piece="O"]`)
	w.over("j10")
	w.wait(`document.querySelectorAll('.cell.ghost.bad').length === 4`)
	w.wait(`document.querySelector('#reason').textContent.includes('first piece must cover')`)
	// The engine's own words follow.
	w.wait(`document.querySelector('#reason small')?.textContent.includes('corner')`)
	w.shot("blokus-refused")
	w.press(cell("j10"))
	w.wait(`document.querySelector('#verdict .refusal')`)
	w.over("a20")
	w.wait(`document.querySelectorAll('.cell.ghost.ok').length === 4 && document.querySelector('#reason.ok')`)
	w.press(`[data-tool="drop"]`)
	w.wait(`!document.querySelector('.cell.ghost') && !document.querySelector('.tray-piece[aria-pressed="true"]')`)
}

// over moves the mouse to a cell.
func (w *window) over(name string) {
	w.Helper()
	x, y := w.point(cell(name))
	w.hover(x, y)
}

// byKeys places V3 at the corner of I3 on a1 to a3 with keys alone: from the
// tray, turned and flipped, with the arrow keys.
func (w *window) byKeys() {
	w.Helper()
	before := w.version()
	eval[bool](w, `(document.querySelector('[data-piece="V3"]').focus(), true)`)
	w.keys(enter)
	w.wait(`document.activeElement.role === 'gridcell' && document.querySelectorAll('.cell.ghost').length === 3`)
	w.keys("r", "f")
	w.walk("b4")
	w.keys("R", "r", "r", "f", escape)
	w.wait(`document.activeElement.dataset.piece === 'V3' && !document.querySelector('.cell.ghost')`)
	w.keys(enter)
	// As it is drawn, V3 covers the cell above its middle, and those at its middle's left and its own.
	w.walk("b1")
	w.wait(`document.querySelectorAll('.cell.ghost.bad').length === 3`)
	w.walk("c4")
	w.wait(`document.querySelectorAll('.cell.ghost.ok').length === 3`)
	w.keys(enter)
	w.wait(`Number(document.querySelector('main').dataset.version) > %d`, before)
	w.ready()
}
