package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"quadrille/cmd/client/web/host"
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
	// I3 into the corner a1, with the mouse from the tray.
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
	w.wait(`document.querySelector('dialog .seat')`)
	w.accessible("seats")
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
	w.wait(`document.querySelector('#urgent').textContent.includes('first piece must cover')`)
	w.over("a20")
	w.wait(`document.querySelectorAll('.cell.ghost.ok').length === 4 && document.querySelector('#reason.ok')`)
	w.wheel("L4", "j10")
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
	// The middle of V3, as it is drawn, is its free cell's neighbour below.
	w.walk("b1")
	w.wait(`document.querySelectorAll('.cell.ghost.bad').length === 3`)
	w.walk("c4")
	w.wait(`document.querySelectorAll('.cell.ghost.ok').length === 3`)
	w.keys(enter)
	w.wait(`Number(document.querySelector('main').dataset.version) > %d`, before)
	w.ready()
}

// wheel turns the piece in hand by the wheel of the mouse.
func (w *window) wheel(piece, over string) {
	w.Helper()
	w.press(fmt.Sprintf(`[data-piece=%q]`, piece))
	want := w.drawn(`.tray-piece[aria-pressed="true"]`)[piece].turned()
	x, y := w.point(cell(over))
	w.hover(x, y)
	w.run(call(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: 1, DeltaY: 100}))
	var cells []string
	for _, q := range want {
		cells = append(cells, fmt.Sprintf("%d,%d", q.col, q.row))
	}
	w.wait(`[...document.querySelectorAll('.tray-piece[aria-pressed="true"] rect:not(.sign)')].map((r) => Math.floor(r.x.baseVal.value) + ',' + Math.floor(r.y.baseVal.value)).join(' ') === %q`, strings.Join(cells, " "))
}

// whyNot compares the page's reasons with the engine's, for places around the
// pieces of the colour to move.
func whyNot(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("blokus")
	for range 16 {
		var moved struct{ Move string }
		s.ask("POST", "/games/"+id+"/move", map[string]int{"level": 1}, &moved)
	}
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.ready()
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	pairs, err := chromedp.Run(ctx, chromedp.Evaluate[[][2]string](fmt.Sprintf(tryAll, id), chromedp.EvalAwaitPromise))
	if err != nil {
		w.fail(err)
	}
	seen := map[string]int{}
	for _, pair := range pairs {
		engine := map[string]string{
			"Not here: it lies on another piece":                      "overlaps",
			"Not here: it touches an edge of your own colour":         "touches an own edge",
			"Not here: it does not touch a corner of your own colour": "touches no own corner",
			"Not here: the first piece must cover a marked corner":    "first piece",
			"": "",
		}[pair[0]]
		if !strings.Contains(pair[1], engine) || (engine == "") != (pair[1] == "") {
			t.Errorf("the page says %q, the engine %q", pair[0], pair[1])
		}
		seen[engine]++
	}
	if seen["overlaps"] == 0 || seen["touches an own edge"] == 0 || seen["touches no own corner"] == 0 {
		t.Errorf("not every reason was met: %v", seen)
	}
}

// tryAll is JavaScript that gives pairs: the page's reason against a place
// (none where it is legal) and the engine's.
const tryAll = `(async () => {
	await (await import('/static/js/i18n.js')).load('en'); // the sources are not the modules of the page, which are bundled
	const { Rules } = await import('/static/js/boards/blokus-rules.js');
	const { cellsOf } = await import('/static/js/boards/blokus-pieces.js');
	const path = '/api/v1/games/%s';
	const state = await (await fetch(path)).json();
	const { board, players } = state.position;
	const player = players.find((p) => p.player === state.turn);
	const rules = new Rules(state);
	const name = ([row, col]) => String.fromCharCode(97 + col) + (board.length - row);
	const pairs = [];
	const places = board.flatMap((line, row) => line.flatMap((c, col) => (c === player.letter ? [[0, 1], [1, 1], [2, -1], [-2, 2], [5, 0], [0, -5]].map(([r, k]) => [row + r, col + k]) : [])));
	for (const [i, [row, col]] of places.entries()) {
		const cells = cellsOf(player.pieces[i %% player.pieces.length]).map(([r, c]) => [row + r, col + c]);
		if (cells.some(([r, c]) => r < 0 || c < 0 || r >= board.length || c >= board.length)) continue;
		const reply = await fetch(path + '/try', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ action: 'place ' + cells.map(name).join(',') }) });
		const { error } = await reply.json();
		pairs.push([rules.legal(cells) ? '' : rules.why(cells), error ? error.text : '']);
	}
	return pairs;
})()`
