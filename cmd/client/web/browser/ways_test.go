package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// blokusWays begins games of Blokus for two, for three and junior on the start page:
// the seats are those of the rules, each with its colours, and the status says which
// colour plays and for whom.
func blokusWays(t *testing.T, chrome context.Context) {
	s := startServer(t)
	for _, tc := range []struct {
		rule, value string
		seats       []string // as the start page and the game name them
		turns       []string
		acts        string // after the turns
		scores      []string
	}{
		{"players", "2", []string{"Blue + Red", "Yellow + Green"}, []string{"a20", "t20"}, "Your turn: Red", []string{"1", "1"}},
		{"players", "3", []string{"Blue", "Yellow", "Red"}, []string{"a20", "t20", "t1"}, "Your turn: Green (played by Blue)", []string{"1", "1", "1"}},
		{"variant", "junior", []string{"Blue", "Yellow"}, []string{"e10", "j5", "f9"}, "Your turn: Yellow", []string{"2", "1"}},
	} {
		w := open(t, chrome, s.base, "/", desktop)
		w.start(tc.rule, tc.value, tc.seats)
		id := eval[string](w, `location.pathname.slice(3)`)
		for _, turn := range tc.turns {
			w.take(s.state(id), turn)
		}
		w.wait(`document.querySelector('#status').textContent === %q`, tc.acts)
		w.each(`.players .name`, tc.seats)
		w.each(`.players .score`, tc.scores)
		s.same(id, w)
		w.shot("blokus-" + tc.rule + "-" + tc.value)
		w.accessible("blokus " + tc.rule + " " + tc.value)
	}
}

// start begins a game of Blokus for people alone under a rule.
func (w *window) start(rule, value string, seats []string) {
	w.Helper()
	w.press(`.card[data-game="blokus"]`)
	w.press(`.rules summary`)
	w.choose("#rule-"+rule, value)
	w.each(`.setup .seat:not([hidden]) .name`, seats)
	for i := 2; i <= len(seats); i++ {
		w.choose(fmt.Sprintf(`.setup .seat[data-seat="p%d"] .kind`, i), "person")
	}
	w.press(`#begin`)
	w.ready()
}

// each waits until the elements have these texts.
func (w *window) each(selector string, want []string) {
	w.Helper()
	w.wait(`[...document.querySelectorAll('%s')].map((el) => el.textContent).join('|') === %q`, selector, strings.Join(want, "|"))
}
