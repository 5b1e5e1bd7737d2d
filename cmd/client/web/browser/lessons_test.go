package browser

import (
	"context"
	"strings"
	"testing"
)

// lessons learns Teeko from the start page to a first game, and tries what is
// forbidden in the other games.
func lessons(t *testing.T, chrome context.Context) {
	s := startServer(t)
	w := open(t, chrome, s.base, "/", phone)
	w.click(`[data-learn="teeko"]`)
	at := func(step string) { t.Helper(); w.wait(`document.querySelector('main').dataset.lesson === %q`, step) }
	next := func() { t.Helper(); w.click(`.answers [data-action="next"]`) }
	at("1 asked")
	w.press(cell("b2"))
	at("1 reached")
	next()
	at("2 asked")
	w.press(cell("c3"))
	at("2 reached")
	w.wait(`document.querySelector('#task').textContent.includes('has a mark already') && document.querySelector('#verdict small').textContent.includes('occupied: ')`)
	w.shot("lesson-refused")
	next()
	at("3 asked")
	w.press(cell("a2"))
	at("3 missed")
	w.click(`[data-action="again"]`)
	at("3 asked")
	for i, turn := range []string{"d1", "c2", "b4", "b2 d4", "d3 c2", "c3"} {
		at(string(rune('3'+i)) + " asked")
		for _, name := range strings.Fields(turn) {
			w.press(cell(name))
		}
		at(string(rune('3'+i)) + " reached")
		if i < 5 {
			next()
		}
	}
	w.click(`.answers [data-action="first"]`)
	w.wait(`document.querySelector('main').dataset.turn === 'p1' && document.querySelector('.help').open && document.querySelector('.help a[href="/learn/teeko"]')`)
	w.run(goTo(s.base + "/"))
	w.wait(`document.querySelector('[data-learn="teeko"] .ticks')?.textContent === '✓'`)
	for _, one := range []struct{ at, press, says string }{
		{"othello#2", cell("a1"), "turn nothing over"},
		{"square4#2", cell("8.3"), "not next to the hole"},
		{"square4#8", cell("3.0"), "moved last"},
	} {
		w.run(goTo(s.base + "/learn/" + one.at))
		w.wait(`document.querySelector('main').dataset.lesson?.endsWith('asked') && location.hash === %q`, one.at[strings.Index(one.at, "#"):])
		w.press(one.press)
		w.wait(`document.querySelector('main').dataset.lesson.endsWith('reached') && document.querySelector('#task').textContent.includes(%q)`, one.says)
		w.wait(`[document.querySelector('#task'), document.querySelector('#verdict p').firstChild].every((said) => document.querySelector('#polite').textContent.includes(said.textContent))`)
	}
	w.run(goTo(s.base + "/learn/othello#6"))
	w.wait(`document.querySelector('main').dataset.lesson === '6 asked'`)
	w.click(`.answers [data-action="pass"]`)
	w.wait(`document.querySelector('main').dataset.lesson === '6 reached' && document.querySelector('[data-cell="g1"]').classList.contains('p2')`)
	w.forgive("409") // what was tried and refused
	w.accessible("lesson")
	w.readable("lesson")
}

// openings has the name of an opening above the turns, and at which turn the game
// left the book, also while the reader steps through them.
func openings(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("othello")
	for _, turn := range []string{"f5", "d6", "c3", "d3", "c4", "f3"} {
		s.ask("POST", "/games/"+id+"/act", map[string]string{"move": turn}, new(any))
	}
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	named := func(want string) { t.Helper(); w.wait(`document.querySelector('#opening')?.textContent === %q`, want) }
	left := func(want string) { t.Helper(); w.wait(`document.querySelector('#left')?.textContent === %q`, want) }
	named("Opening: Tiger")
	left("Left the opening book at turn 6.")
	w.press(`[data-step="first"]`)
	named("")
	left("")
	w.press(`[data-step="forward"]`)
	w.wait(`document.querySelector('main').dataset.at === '1'`)
	w.press(`[data-step="forward"]`)
	named("Opening: Perpendicular")
}
