package browser

import (
	"context"
	"fmt"
	"testing"

	"quadrille/cmd/client/web/host"
)

// focusGoesOn presses by keys what goes away then, or is drawn anew: the focus stays
// in the game.
func focusGoesOn(t *testing.T, chrome context.Context) {
	s := startServer(t)
	othello := s.game("othello")
	for _, turn := range []string{"d3", "c3"} {
		s.ask("POST", "/games/"+othello+"/act", map[string]string{"move": turn}, new(any))
	}
	pages := []struct {
		path  string
		steps [][2]string // what is pressed, and what has the focus then
	}{
		{"/g/" + s.create(host.Spec{Game: "othello", FEN: passing}), [][2]string{{`[data-action="pass"]`, `.cell`}}},
		{"/g/" + othello, [][2]string{{`[data-step="first"]`, `[data-step="forward"]`}, {`[data-action="now"]`, `.cell`}}},
		{"/g/" + s.game("blokus"), [][2]string{{`[data-tab="p2"]`, `[data-tab="p2"][aria-pressed="true"]`}}},
		{"/exercises#othello", [][2]string{{`[data-action="hint"]`, `.cell`}, {`[data-action="skip"]`, `.cell`}}},
	}
	for _, page := range pages {
		w := open(t, chrome, s.base, page.path, desktop)
		w.ready()
		for _, step := range page.steps {
			w.tabTo(step[0])
			w.keys(enter)
			w.wait(`document.activeElement.matches(%q)`, step[1])
		}
	}

	lesson := open(t, chrome, s.base, "/learn/teeko#1", desktop)
	lesson.wait(`document.querySelector('main').dataset.lesson === '1 asked'`)
	lesson.tabTo(`.lesson-steps li:nth-child(3) button`)
	lesson.keys(enter)
	lesson.wait(`document.querySelector('main').dataset.lesson === '3 asked' && document.activeElement.matches('.cell')`)

	// Of a list the reader goes on with what is left, and at last on the page.
	w := open(t, chrome, s.base, "/g/"+othello, desktop)
	w.ready()
	w.run(goBy("/g/" + s.game("teeko")))
	w.ready()
	w.run(goBy("/"))
	w.wait(`document.querySelectorAll('.seen li').length === 2`)
	w.tabTo(`.seen li:last-child [data-action="forget"]`)
	w.keys(enter)
	w.wait(`document.querySelectorAll('.seen li').length === 1 && document.activeElement.matches('.seen [data-action="forget"]')`)
	w.keys(enter)
	w.wait(`!document.querySelector('.seen li, section:has(> .seen):not([hidden])') && document.activeElement.id === 'main'`)
}

// tabTo presses Tab until the focus is where it is wanted.
func (w *window) tabTo(selector string) {
	w.Helper()
	for range 100 {
		if eval[bool](w, `document.activeElement.matches(%q)`, selector) {
			return
		}
		w.keys(tab)
	}
	w.fail(fmt.Errorf("Tab does not come to %s", selector))
}
