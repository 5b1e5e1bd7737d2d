package browser

import (
	"context"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
)

// missed is a game of square4 in which the last turn leaves a win at once.
const missed = "0.0s1 8.0s4 0.1s1 8.1s4 0.2s1 7.0s4 1.0s1"

// acts plays turns.
func (s *server) acts(id, turns string) {
	s.Helper()
	for _, turn := range strings.Fields(turns) {
		s.ask("POST", "/games/"+id+"/act", map[string]string{"move": turn}, new(any))
	}
}

// reviewed has a game judged, goes to the turn that lost it, looks at what was
// better on a board of one's own and plays on from there.
func reviewed(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("square4")
	s.acts(id, missed)
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.ready()
	w.choose(`.review select`, "quick")
	w.press(`[data-action="review"]`)
	w.wait(`document.querySelectorAll('.sums tbody tr').length === 2 && document.querySelector('.review .work').hidden`)
	w.wait(`document.querySelector('[data-turn="7"] .judged').textContent.includes('??') && document.querySelector('[data-turn="7"] .judged .sr').textContent.includes('blunder')`)
	w.wait(`document.querySelector('.judgement .verdict').textContent.includes('7. Red') && document.querySelector('.verdict').textContent.includes('Better was')`)
	w.accessible("review")
	w.shot("square4-review")

	// By keys, as a slider over the turns.
	eval[bool](w, `(document.querySelector('.graph').focus(), true)`)
	w.keys(home)
	w.wait(`document.querySelector('main').dataset.at === '0' && document.querySelector('.graph').getAttribute('aria-valuenow') === '0'`)
	w.keys(right, right)
	w.wait(`document.querySelector('main').dataset.at === '2' && document.querySelector('.graph').getAttribute('aria-valuetext').startsWith('After 2 turns. 2. Blue')`)
	w.keys(end)
	w.wait(`document.querySelector('main').dataset.at === ''`)

	// The better line begins before the turn, with its first turn drawn in.
	w.press(`[data-action="better"]`)
	w.wait(`document.querySelector('main').dataset.tried === '6.0' && document.querySelector('.marks .put')`)
	w.wait(`document.querySelector('.verdict').textContent.includes('7. Red')`)
	w.shot("square4-better")
	w.press(`[data-step="forward"]`)
	w.wait(`document.querySelector('main').dataset.tried === '7.0' && document.querySelector('#status').textContent.startsWith('Red won')`)
	w.press(`[data-step="back"]`)
	w.wait(`document.querySelector('main').dataset.tried === '6.0'`)
	w.press(`[data-action="onward"]`)
	w.choose(`dialog .seat[data-seat="p2"] .level`, "1")
	w.press(`dialog [data-answer="yes"]`)
	w.wait(`document.querySelector('main').dataset.game !== %q`, id)
	w.ready()
	made := s.state(eval[string](w, `location.pathname.slice(3)`))
	if made.Seats[0].Kind != host.Person || made.Seats[1].Kind != host.Engine || made.Seats[1].Level != 1 || made.Turn != "p1" || made.Start == "startpos" {
		t.Errorf("the new game: %+v from %s, %s to move", made.Seats, made.Start, made.Turn)
	}

	// Another reader, on a phone.
	again := open(t, chrome, s.base, "/g/"+id, phone)
	again.ready()
	again.choose(`.review select`, "quick")
	again.press(`[data-action="review"]`)
	again.wait(`document.querySelector('.judgement') && document.querySelectorAll('.sums tbody tr').length === 2`)
	again.shot("square4-review-phone")
}
