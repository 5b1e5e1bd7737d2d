package browser

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
)

// sizes are windows that people have: phones upright and lying, a tablet,
// desktops. The last but one is at the border between a tray below the board and one
// beside it, and the last a desktop at 200 %.
var sizes = []look{
	{width: 320, height: 568, touch: true}, {width: 390, height: 844, touch: true}, {width: 844, height: 390, touch: true},
	{width: 1024, height: 768}, {width: 1280, height: 800}, {width: 1920, height: 1080},
	{width: 1280, height: 1024}, {width: 640, height: 450},
}

// overlapping is JavaScript for columns of a list that lie on each other.
const overlapping = `[...document.querySelectorAll('.players li, .seat, .score-row')].flatMap((row) => {
	const boxes = [...row.querySelectorAll('*')].filter((el) => !el.childElementCount && el.tagName !== 'OPTION').map((el) => [el, el.getBoundingClientRect()]).filter(([, b]) => b.width && b.height);
	const over = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
	return boxes.flatMap(([el, a], i) => boxes.slice(i + 1).filter(([, b]) => over(a, b)).map(([other]) => el.textContent + ' lies on ' + other.textContent));
})`

// hidden is JavaScript for what a turn needs and is not wholly in the window,
// and for a board that leaves room unused.
const hidden = `(() => {
	const bad = [];
	const needed = document.querySelectorAll('#status, .say p, .board, .tray, .tray .marbles, .tray .tab, .tray .tools button, .head > .primary, .pieces');
	for (const el of needed) {
		const box = el.getBoundingClientRect();
		if (!box.width || !box.height) continue;
		if (box.top < -0.5 || box.left < -0.5 || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5) bad.push((el.id || el.className) + ' lies at ' + [box.left, box.top, box.right, box.bottom].map(Math.round));
	}
	const surface = document.querySelector('.surface').getBoundingClientRect();
	const wide = innerWidth / innerHeight >= 1.25;
	const room = wide ? Math.min(innerHeight - 84, innerWidth - 340) : Math.min(innerWidth - 8, innerHeight - 160);
	if (surface.width < room) bad.push('the board is ' + surface.width + ' wide and has room for ' + room);
	if (Math.abs(surface.width - surface.height) > 2) bad.push('the board is ' + surface.width + '×' + surface.height);
	for (const box of document.querySelectorAll('.box, .tray, .head')) if (box.scrollWidth > box.clientWidth + 1) bad.push(box.className + ' is ' + box.scrollWidth + ' wide in ' + box.clientWidth);
	const pieces = document.querySelector('.pieces');
	if (pieces && pieces.scrollHeight > pieces.clientHeight + 1) bad.push('pieces are cut off: ' + pieces.scrollHeight + ' in ' + pieces.clientHeight);
	if (document.documentElement.scrollWidth > innerWidth) bad.push('the page is ' + document.documentElement.scrollWidth + ' wide');
	return bad.concat(` + overlapping + `);
})()`

// layout has whatever a turn needs in sight at once, in every game and at every
// size, with a board that takes the room there is.
func layout(t *testing.T, chrome context.Context) {
	s := startServer(t)
	games := []struct{ name, id string }{
		{"square4", s.game("square4", "pieces", "16")},
		{"teeko", s.game("teeko")},
		{"teeko4", s.game("teeko", "size", "4")},
		{"othello", s.game("othello")},
		{"passes", s.create(host.Spec{Game: "othello", FEN: passing})},
		{"blokus", s.create(host.Spec{Game: "blokus", Seats: []host.Seat{{Kind: host.Person, Name: strings.TrimSpace(strings.Repeat("Maximiliane ", 3))}}})},
		{"duo", s.game("blokus", "variant", "duo")},
	}
	langs := []string{"en", "ru", "el", "he"}
	for i, l := range sizes {
		l.still = true
		l.lang, l.dark = langs[i%4], i%2 == 1
		w := open(t, chrome, s.base, "/", l)
		for _, game := range games {
			name := game.name
			w.run(goTo(s.base + "/g/" + game.id))
			w.ready()
			w.fits(name)
			if name == "blokus" || name == "duo" {
				w.press(`[data-piece="I5"]`)
				w.wait(`document.querySelector('.holding')`)
				w.press(cell("e5"))
				w.wait(`document.querySelector('#reason small')`) // why not, in the engine's words
				w.fits(name + "-holding")
			}
			if name == "duo" && l.touch { // what is said about a board of one's own takes no room
				w.press(`[data-action="try"]`)
				w.wait(`document.querySelector('main').dataset.tried === '0.0'`)
				w.fits("duo-tried")
			}
			if name == "square4" {
				w.press(cell("0.0"))
				w.wait(`document.querySelector('main').dataset.can === 'true' && document.querySelector('.cell.slides')`)
				w.fits(name + "-slide")
				w.press(`[data-action="undo"]`)
				w.wait(`!document.querySelector('.cell.slides')`)
			}
		}
	}
	// What is done with a piece in hand has a long name in some languages.
	for _, lang := range langs {
		l := sizes[0]
		l.still, l.lang = true, lang
		w := open(t, chrome, s.base, "/g/"+s.game("blokus"), l)
		w.ready()
		w.press(`[data-piece="I5"]`)
		w.wait(`document.querySelector('.holding')`)
		w.narrow()
	}
}

// trayByFinger scrolls the tray of a small phone sideways and drags a piece up
// to the board out of what has come in sight.
func trayByFinger(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("blokus")
	l := sizes[0]
	l.lang, l.still = "en", true
	w := open(t, chrome, s.base, "/g/"+id, l)
	w.ready()
	const shown = `(() => { const b = document.querySelector('[data-piece="O"]').getBoundingClientRect(); return b.left >= 0 && b.right <= innerWidth; })()`
	if eval[bool](w, shown) {
		t.Fatal("piece O is in sight before the tray is scrolled")
	}
	for range 3 {
		// From one piece that is in sight to another, on the left of it.
		pair := eval[[]string](w, `[...document.querySelectorAll('.tray-piece')].map((el) => [el.getBoundingClientRect(), el.dataset.piece])
			.filter(([b]) => b.left >= 0 && b.right <= innerWidth).sort(([a], [b]) => a.top - b.top || a.left - b.left).map(([, name]) => name).slice(0, 4)`)
		w.swipe(`[data-piece="`+pair[3]+`"]`, `[data-piece="`+pair[0]+`"]`, 0)
	}
	w.wait(shown)
	w.wait(`document.querySelector('.pieces').scrollLeft > 0 && !document.querySelector('.holding')`)
	before := w.version()
	w.swipe(`[data-piece="O"]`, cell("a20"), fingerLift)
	w.wait(`Number(document.querySelector('main').dataset.version) > %d`, before)
	if turns := s.state(id).Turns; len(turns) != 1 || turns[0] != "a19,b19,a20,b20" {
		t.Errorf("played: %q", turns)
	}
}

// passing is a position of Othello in which Black can only pass.
var passing = "-X" + strings.Repeat("O", 62) + " X"

// fits checks the window from its top, without scrolling, but for what begins
// with one of the words.
func (w *window) fits(name string, but ...string) {
	w.Helper()
	eval[bool](w, `(scrollTo(0, 0), true)`)
	for _, bad := range eval[[]string](w, hidden) {
		if slices.ContainsFunc(but, func(word string) bool { return strings.HasPrefix(bad, word) }) {
			continue
		}
		w.Errorf("%s at %d×%d in %s: %s", name, w.look.width, w.look.height, w.look.lang, bad)
	}
	w.shot(fmt.Sprintf("fits-%dx%d-%s", w.look.width, w.look.height, name))
}
