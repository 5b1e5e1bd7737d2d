package browser

import (
	"context"
	"regexp"
	"strconv"
	"testing"

	"quadrille/cmd/client/web/host"
)

// boxes is JavaScript for the middle of an element in cells of the board.
const boxes = `const grid = document.querySelector('[role=grid]').getBoundingClientRect();
	const size = grid.width / Number(document.querySelector('[role=grid]').ariaColCount);
	const at = (el) => { const b = el.getBoundingClientRect(); return [(b.x + b.width / 2 - grid.x) / size, (b.y + b.height / 2 - grid.y) / size].map((v) => Math.round(v * 4) / 4); };`

var turn4 = regexp.MustCompile(`^(?:(\d)\.(\d))?(?:s(\d))?$`)

// square4Marks has a hint of Four in a Square drawn where it is meant, with
// the numbers that its words use, and lines as small steps.
func square4Marks(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("square4")
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.ready()
	w.wait(`document.querySelectorAll('.numbers text').length === 45 && !document.querySelector('.numbers').getClientRects().length`)
	w.press(`[data-action="hint"]`)
	w.wait(`document.querySelector('#verdict .hint')`)
	words := eval[string](w, `document.querySelector('#verdict .hint').textContent`)
	parts := turn4.FindStringSubmatch(regexp.MustCompile(`\d\.\ds\d`).FindString(words))
	if parts == nil {
		t.Fatalf("the hint says %q", words)
	}
	square, slot, slide := number(t, parts[1]), number(t, parts[2]), number(t, parts[3])
	put := [2]float64{float64(square%3*2+slot%2) + 0.5, float64(square/3*2+slot/2) + 0.5}
	tile := [2]float64{float64(slide%3*2) + 1, float64(slide/3*2) + 1}
	drawn := eval[[][2]float64](w, `(() => { `+boxes+` return [...document.querySelectorAll('.marks .put, .marks .arrow')].map(at); })()`)
	// The arrow goes from the tile to the hole, whose middle is 3, 3.
	want := map[[2]float64]bool{put: true, {(tile[0] + 3) / 2, (tile[1] + 3) / 2}: true}
	if len(drawn) != 2 || !want[drawn[0]] || !want[drawn[1]] || drawn[0] == drawn[1] {
		t.Errorf("%s is drawn at %v, want %v", words, drawn, want)
	}
	w.wait(`document.querySelector('.numbers').getClientRects().length && !document.querySelector('.cell.hinted')`)
	w.shot("square4-hint")
	w.play(parts[1] + "." + parts[2])
	w.wait(`!document.querySelector('.marks').childElementCount && !document.querySelector('.numbers').getClientRects().length`)
	w.press(cell(parts[3] + ".0"))
	w.press(`[data-action="label"]`)
	w.wait(`document.querySelector('.numbers').getClientRects().length && document.querySelector('[data-action="label"]').ariaPressed === 'true'`)
	eval[bool](w, `(document.querySelector('[role=gridcell][tabindex="0"]').focus(), true)`)
	w.keys("n")
	w.wait(`!document.querySelector('.numbers').getClientRects().length`)
	w.lines()
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// lines points at a line of the analysis, by mouse and by key.
func (w *window) lines() {
	w.Helper()
	w.press(`[data-action="analysis"]`)
	w.wait(`document.querySelectorAll('.line').length > 1 && document.querySelector('.line .pv').textContent.split(' ').length > 2`)
	x, y := w.point(`.line`)
	w.hover(x, y)
	w.wait(`document.querySelectorAll('.marks .number').length > 2 && document.querySelector('.marks .number').textContent === '1'`)
	w.shot(w.game() + "-line")
	w.hover(1, 1) // then the best turn alone is drawn
	w.wait(`!document.querySelector('.marks .number') && document.querySelectorAll('.marks .put, .marks .arrow').length`)
	eval[bool](w, `(document.querySelectorAll('.line')[1].focus(), true)`)
	w.wait(`document.querySelectorAll('.marks .number').length > 1`)
	w.press(`[data-action="analysis"]`)
	w.wait(`!document.querySelector('.marks').childElementCount`)
}

func (w *window) game() string {
	return eval[string](w, `document.querySelector('.board').classList[1]`)
}

// lineMarks has lines drawn in every other game, and a hint of a move in Teeko.
func lineMarks(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.create(host.Spec{Game: "teeko"})
	for _, turn := range []string{"a1", "d1", "b1", "c3", "a2", "b4", "d4", "a4"} {
		s.ask("POST", "/games/"+id+"/act", map[string]string{"move": turn}, new(any))
	}
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.ready()
	w.press(`[data-action="hint"]`)
	w.wait(`document.querySelector('.marks .arrow') && !document.querySelector('.marks .put')`)
	for _, spec := range []host.Spec{{Game: "othello"}, {Game: "blokus", Rules: map[string]string{"variant": "duo"}}} {
		w.run(goTo(s.base + "/g/" + s.create(spec)))
		w.ready()
		w.lines()
	}
}

// standing has a tile slide in front of the reader: until it stands no dots
// float in the hole and nobody else is to move.
func standing(t *testing.T, chrome context.Context) {
	s := startServer(t)
	moving := desktop
	moving.still = false
	id := s.game("square4")
	w := open(t, chrome, s.base, "/g/"+id, moving)
	w.play("0.0")
	w.ready()
	// What is seen after each change from the press on, and whether a tile moves.
	eval[bool](w, `(() => {
		window.frames4 = [];
		new MutationObserver(() => {
			const moves = document.querySelector('.board').dataset.moving === 'true';
			frames4.push({ moves, dots: getComputedStyle(document.querySelector('.grid')).opacity, who: document.querySelector('#status').textContent });
		}).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
		document.addEventListener('transitionrun', ({ target }) => { if (target.matches('.tile')) window.slid = true; });
		return true;
	})()`)
	w.press(cell("5.0"))
	w.wait(`window.slid`)
	w.wait(`document.querySelector('main').dataset.turn === 'p2' && document.querySelector('main').dataset.can === 'true'`)
	type frame struct {
		Moves bool   `json:"moves"`
		Dots  string `json:"dots"`
		Who   string `json:"who"`
	}
	seen := eval[[]frame](w, `frames4`)
	slid := 0
	for _, f := range seen {
		if !f.Moves {
			continue
		}
		slid++
		if f.Dots != "0" || f.Who != "Your turn: Red" {
			t.Errorf("while the tile slides: %+v", f)
		}
	}
	if slid == 0 {
		t.Errorf("no tile was seen sliding after %d changes", len(seen))
	}
}
