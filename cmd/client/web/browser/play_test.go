package browser

import (
	"context"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
)

// TestPage has everything that needs a browser and a server, one after another,
// while TestWithoutServer goes on beside it, since neither keeps two cores busy.
func TestPage(t *testing.T) {
	t.Parallel()
	browser := startChromium(t)
	tests := []struct {
		name string
		run  func(*testing.T, context.Context)
	}{
		{"square4 in two windows", square4InTwoWindows},
		{"square4 on a phone in Hebrew", square4OnPhone},
		{"square4 by keys", square4ByKeys},
		{"teeko", teekoByDragging},
		{"othello", othelloToTheEnd},
		{"blokus duo", blokusDuo},
		{"against an engine", againstEngine},
		{"engines that people brought", guests},
		{"a competition as a wall", wall},
		{"analysis shares", analysisShares},
		{"history", history},
		{"tried out", triedOut},
		{"values", truthShown},
		{"review", reviewed},
		{"sides", sides},
		{"noise", noise},
		{"exercises", exercises},
		{"exercises fit", exercisesFit},
		{"lessons", lessons},
		{"openings", openings},
		{"seats by link", seatsByLink},
		{"passed by links", passedByLinks},
		{"together", together},
		{"told once", toldOnce},
		{"the last seat", lastSeat},
		{"clocks", clocks},
		{"a clock of a page put aside", asideClock},
		{"draws", draws},
		{"save and load", saveAndLoad},
		{"several games", severalGames},
		{"saves", saves},
		{"blokus classic", blokusClassic},
		{"blokus ways", blokusWays},
		{"why not", whyNot},
		{"a game without a view", unknownGame},
		{"the server comes back", comesBack},
		{"no game", noGame},
		{"late answers", lateAnswers},
		{"a dead stream", deadStream},
		{"a dead turn", deadTurn},
		{"gone", gone},
		{"unanswered", unanswered},
		{"eight tabs", eightTabs},
		{"another site", otherSite},
		{"every look", everyLook},
		{"colours of the system and paper", otherColours},
		{"focus", focusGoesOn},
		{"choices", choices},
		{"square4 marks", square4Marks},
		{"lines", lineMarks},
		{"standing", standing},
		{"who won", whoWon},
		{"a long game", longGame},
		{"a finger has no keys", noKeys},
		{"layout", layout},
		{"the tray by finger", trayByFinger},
		{"loads", loads},
		{"walked", walked},
		{"back and forward", backAndForward},
		{"anew after a loss", anewAfterLoss},
		{"picture", picture},
		{"the disk survives", diskSurvives},
		{"the disk fails", diskFails},
		{"the disk's contract", diskContract},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.run(t, browser) })
	}
}

func cell(name string) string { return `[data-cell="` + name + `"]` }

// ready waits until the window's reader may act in the position after so many
// actions of others and own.
func (w *window) ready() {
	w.Helper()
	w.wait(`document.querySelector('main').dataset.can === 'true'`)
}

// version is that of the state that the window shows.
func (w *window) version() int {
	w.Helper()
	return eval[int](w, `Number(document.querySelector('main').dataset.version)`)
}

// play presses cells, each when the game has taken the one before.
func (w *window) play(cells ...string) {
	w.Helper()
	for _, name := range cells {
		w.ready()
		before := w.version()
		w.press(cell(name))
		w.wait(`Number(document.querySelector('main').dataset.version) > %d`, before)
	}
}

// block is a game with four marbles a side that Red wins: cells to press by
// turns, each a place and a slide. Square 5 slides into the hole and back.
var block = [][]string{
	{"0.0", "5.0"}, {"8.3", "4.1"}, {"0.1", "5.2"}, {"8.0", "4.3"}, {"0.2", "5.0"}, {"6.0", "4.0"}, {"0.3"},
}

func square4InTwoWindows(t *testing.T, browser context.Context) {
	s := startServer(t)
	moving := desktop
	moving.still = false
	red := open(t, browser, s.base, "/", moving)
	red.click(`.card[data-game="square4"]`)
	red.choose(`.seat[data-seat="p2"] .kind`, "person")
	red.click(`.rules summary`)
	red.choose(`#rule-pieces`, "4")
	red.click(`#begin`)
	red.wait(`document.querySelector('main.game')?.dataset.version`)
	id := eval[string](red, `location.pathname.slice(3)`)
	blue := open(t, browser, s.base, "/g/"+id, desktop)
	windows := []*window{red, blue}
	for i, turn := range block {
		w := windows[i%2]
		if i == 4 {
			w.play(turn[0])
			s.same(id, red, blue)
			red.shot("square4-slide")
			turn = turn[1:]
		}
		w.play(turn...)
		s.same(id, red, blue)
	}
	state := s.same(id, red, blue)
	if state.Result != "p1win" || state.Reason != "block" {
		t.Fatalf("result %s, %s", state.Result, state.Reason)
	}
	for i, w := range windows {
		says := []string{"You won: ", "You lost. Red won: "}[i]
		w.wait(`document.querySelectorAll('.cell.win').length === 4`)
		w.wait(`document.querySelector('#status').textContent.includes(%q)`, says)
		w.wait(`document.querySelector('#polite').textContent.includes(%q)`, says)
	}
	red.shot("square4-won")
	red.accessible("square4 won")
}

func square4OnPhone(t *testing.T, browser context.Context) {
	s := startServer(t)
	l := phone
	l.lang = "he"
	w := open(t, browser, s.base, "/", l)
	w.wait(`document.documentElement.dir === 'rtl' && document.documentElement.lang === 'he'`)
	w.wait(`document.querySelector('#begin')`)
	w.narrow()
	w.shot("start-he-phone")
	w.tap(`.card[data-game="square4"]`)
	w.choose(`.seat[data-seat="p2"] .kind`, "person")
	w.tap(`.rules summary`)
	w.choose(`#rule-pieces`, "4")
	w.tap(`#begin`)
	w.ready()
	w.narrow()
	id := eval[string](w, `location.pathname.slice(3)`)
	// The layout is mirrored, the board is not.
	w.wait(`document.querySelector('.brand').getBoundingClientRect().x > innerWidth / 2`)
	w.wait(`document.querySelector('[data-cell="0.0"]').getBoundingClientRect().x < document.querySelector('[data-cell="2.1"]').getBoundingClientRect().x`)
	for i, turn := range block {
		if i == 2 {
			w.shot("square4-he-phone")
			// A finger pulls the marble out of the tray and the tile into the hole.
			w.swipe(`.marbles.p1.ready .marble`, cell(turn[0]), 0)
			w.wait(`document.querySelector('main').dataset.can === 'true' && document.querySelector('.cell.slides')`)
			w.swipe(cell("5.2"), cell("4.2"), 0)
			w.wait(`document.querySelector('main').dataset.turn === 'p2'`)
			continue
		}
		w.play(turn...)
	}
	if state := s.same(id, w); state.Result != "p1win" {
		t.Fatalf("result %s", state.Result)
	}
	w.wait(`document.querySelector('#status').textContent.includes('אדום')`)
	w.shot("square4-he-phone-won")
}

// narrow checks that nothing is wider than the window, and that what a finger
// should hit is large enough.
func (w *window) narrow() {
	w.Helper()
	if wide := eval[int](w, `Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)`) - int(w.look.width); wide > 0 {
		w.Errorf("the page is %d pixels wider than the window", wide)
	}
	small := eval[[]string](w, `[...document.querySelectorAll('button, select, a.button, .card, summary, .square4 .cell.slides, .othello .cell, .teeko .cell')]
		.filter((el) => el.getClientRects().length)
		.map((el) => [el, el.getBoundingClientRect()])
		.filter(([, box]) => box.width < 43.5 || box.height < 43.5)
		.map(([el, box]) => el.className + ' ' + (el.dataset.action ?? el.dataset.cell ?? el.id) + ' ' + box.width + '×' + box.height)`)
	if len(small) > 0 {
		w.Errorf("too small for a finger: %s", strings.Join(small, ", "))
	}
}

func square4ByKeys(t *testing.T, browser context.Context) {
	s := startServer(t)
	id := s.game("square4", "pieces", "4")
	w := open(t, browser, s.base, "/g/"+id, desktop)
	w.ready()
	for i := 0; !eval[bool](w, `document.activeElement.role === 'gridcell'`); i++ {
		if i > 30 {
			t.Fatal("Tab does not come to the board")
		}
		w.keys(tab)
	}
	for _, turn := range block {
		for _, name := range turn {
			w.ready()
			before := w.version()
			w.walk(name)
			w.keys(enter)
			w.wait(`Number(document.querySelector('main').dataset.version) > %d`, before)
		}
	}
	if state := s.same(id, w); state.Result != "p1win" {
		t.Fatalf("result %s", state.Result)
	}
}

// walk moves the focus with the arrow keys to a cell.
func (w *window) walk(name string) {
	w.Helper()
	for range 60 {
		step := eval[[]int](w, `(() => {
			const cells = [...document.querySelectorAll('[role=gridcell]')];
			const columns = Number(document.querySelector('[role=grid]').ariaColCount);
			const at = cells.indexOf(document.activeElement);
			const to = cells.findIndex((c) => c.dataset.cell === %q);
			return [Math.floor(to / columns) - Math.floor(at / columns), to %% columns - at %% columns];
		})()`, name)
		switch {
		case step[0] < 0:
			w.keys(up)
		case step[0] > 0:
			w.keys(down)
		case step[1] < 0:
			w.keys(left)
		case step[1] > 0:
			w.keys(right)
		default:
			return
		}
	}
	w.Fatalf("the arrow keys do not lead to %s", name)
}

// teekoByDragging drops all marks, then moves by pressing and by dragging
// until O has a square.
func teekoByDragging(t *testing.T, browser context.Context) {
	s := startServer(t)
	id := s.game("teeko")
	o := open(t, browser, s.base, "/g/"+id, desktop)
	x := open(t, browser, s.base, "/g/"+id, phone)
	x.narrow()
	for i, name := range []string{"a1", "d1", "b1", "c3", "a2", "b4", "d4", "a4"} {
		[]*window{o, x}[i%2].play(name)
	}
	s.same(id, o, x)
	o.ready()
	before := o.version()
	o.drag(cell("d4"), cell("d3"))
	o.wait(`Number(document.querySelector('main').dataset.version) > %d`, before)
	x.move("d1", "c1")
	o.move("d3", "c2")
	x.shot("teeko-phone")
	x.move("c1", "d1")
	o.move("c2", "b2")
	state := s.same(id, o, x)
	if state.Result != "p1win" || state.Reason != "goal" {
		t.Fatalf("result %s, %s", state.Result, state.Reason)
	}
	x.wait(`document.querySelectorAll('.cell.win').length === 4`)
	o.shot("teeko-won")
	o.accessible("teeko won")
}

// move presses an own mark and then where it goes.
func (w *window) move(from, to string) {
	w.Helper()
	w.ready()
	w.press(cell(from))
	w.wait(`document.querySelector('.cell.chosen')`)
	w.play(to)
}

func othelloToTheEnd(t *testing.T, browser context.Context) {
	s := startServer(t)
	id := s.game("othello")
	black := open(t, browser, s.base, "/g/"+id, desktop)
	white := open(t, browser, s.base, "/g/"+id, phone)
	white.narrow()
	state := playOut(s, id, func(state host.State, turn int) {
		[]*window{black, white}[seatOf(state)].take(state, state.Legal[turn*7%len(state.Legal)])
		if turn == 20 {
			white.shot("othello-phone")
		}
	})
	if s.same(id, black, white); state.Reason != "more-disks" && state.Reason != "equal-disks" {
		t.Errorf("reason %s", state.Reason)
	}
	black.shot("othello-over")
	black.accessible("othello over")
}

// take takes a turn, by pressing what it is made of.
func (w *window) take(state host.State, token string) {
	w.Helper()
	switch place, slide, _ := strings.Cut(token, "s"); {
	case token == "pass":
		w.ready()
		w.press(`[data-action="pass"]`)
		w.wait(`Number(document.querySelector('main').dataset.version) > %d`, state.Version)
	case state.Game == "blokus":
		w.put(state, token)
	case state.Game == "teeko" && len(token) == 4:
		w.move(token[:2], token[2:])
	case state.Game == "square4":
		if place != "" {
			w.play(place)
		}
		if slide != "" {
			w.play(slide + ".0")
		}
	default:
		w.play(token)
	}
}

func seatOf(state host.State) int { return int(state.Turn[1] - '1') }

// playOut has a game played until it is over.
func playOut(s *server, id string, one func(state host.State, turn int)) host.State {
	s.Helper()
	for turn := range 400 {
		state := s.state(id)
		if state.Result != "none" {
			return state
		}
		one(state, turn)
	}
	s.Fatal("the game does not end")
	return host.State{}
}
