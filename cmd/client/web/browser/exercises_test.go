package browser

import (
	"context"
	"slices"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/internal/exercise"
)

// exercises answers some: wrong, right, with a hint and by the solution, and
// looks after the score.
func exercises(t *testing.T, chrome context.Context) {
	s := startServer(t)
	var all struct{ Exercises []exercise.Exercise }
	s.ask("GET", "/exercises", nil, &all)
	w := open(t, chrome, s.base, "/", desktop)
	w.click(`.card[data-game="teeko"]`)
	w.click(`[data-action="exercises"]`)
	next := func(game string) (e exercise.Exercise, legal []string) {
		t.Helper()
		w.wait(`document.querySelector('main').dataset.can === 'true' && document.querySelector('main').dataset.said === ''`)
		i := slices.IndexFunc(all.Exercises, func(e exercise.Exercise) bool {
			return e.ID == eval[string](w, `document.querySelector('main').dataset.exercise`)
		})
		if i < 0 || all.Exercises[i].Game != game {
			t.Fatalf("exercise %d is not one of %s", i, game)
		}
		e = all.Exercises[i]
		var standing host.Standing
		s.ask("POST", "/positions", host.Position{Game: e.Game, Rules: e.Rules, FEN: e.FEN}, &standing)
		return e, standing.Legal
	}
	turn := func(token string) {
		t.Helper()
		place, slide, _ := strings.Cut(token, "s")
		switch {
		case len(token) == 4 && !strings.Contains(token, "."):
			w.press(cell(token[:2]))
			w.press(cell(token[2:]))
			return
		case place != "":
			w.press(cell(place))
		}
		if slide != "" {
			w.wait(`document.querySelector('main').dataset.turns === '0.1'`)
			w.press(cell(slide + ".0"))
		}
	}
	wrong := func(e exercise.Exercise, legal []string) string {
		return legal[slices.IndexFunc(legal, func(token string) bool { return !slices.Contains(e.Turns, token) })]
	}
	score := func(want ...string) {
		t.Helper()
		for _, text := range want {
			w.wait(`document.querySelector('.score').textContent.includes(%q)`, text)
		}
	}

	// A wrong turn is answered on the board and counts; another try does not.
	e, legal := next("teeko")
	w.shot("exercise")
	turn(wrong(e, legal))
	w.wait(`document.querySelector('main').dataset.said === 'bad' && document.querySelector('main').dataset.turns === '2.0'`)
	w.wait(`/^No\. It lets the other side (win in \d+ turns?|escape with a draw)\.$/.test(document.querySelector('#verdict').textContent)`)
	w.shot("exercise-wrong")
	score("Solved: 0 of", "In a row: 0")
	w.press(`[data-action="again"]`)
	next("teeko")
	turn(e.Turns[0])
	w.wait(`document.querySelector('main').dataset.said === 'hint' && document.querySelector('#verdict').textContent.startsWith('Right!')`)
	w.shot("exercise-right")
	score("Solved: 0 of", "In a row: 0")
	w.press(`[data-action="again"]`)
	next("teeko")
	w.press(`[data-action="truth"]`)
	w.wait(`document.querySelectorAll('.worth.sure').length > 0`)

	// A right one counts, and the other side answers it when play goes on.
	w.press(`[data-action="next"]`)
	w.wait(`document.querySelector('main').dataset.exercise !== %q`, e.ID)
	e, _ = next("teeko")
	w.press(`[data-action="skip"]`)
	w.wait(`document.querySelector('main').dataset.exercise !== %q`, e.ID)
	e, _ = next("teeko")
	w.press(`[data-action="hint"]`)
	w.wait(`document.querySelectorAll('.worth').length > 0`)
	turn(e.Turns[0])
	w.wait(`document.querySelector('#verdict').textContent.startsWith('Right!')`)
	score("Solved: 1 of", "In a row: 1, at best 1")
	if e.Plies > 1 {
		w.press(`[data-action="on"]`)
		w.wait(`document.querySelector('main').dataset.turns === '2.0'`)
	}

	// Four in a Square: a place and a slide.
	w.choose(`#game`, "square4")
	e, _ = next("square4")
	w.press(`[data-action="solution"]`)
	w.wait(`document.querySelector('#verdict').textContent.startsWith('The solution: ') && document.querySelector('main').dataset.turns === '1.0'`)
	w.press(`[data-action="next"]`)
	w.wait(`document.querySelector('main').dataset.exercise !== %q`, e.ID)
	e, _ = next("square4")
	turn(e.Turns[0])
	w.wait(`document.querySelector('#verdict').textContent.startsWith('Right!')`)
	score("Solved: 1 of")

	w.press(`[data-action="reset"]`)
	w.press(`dialog [data-answer="yes"]`)
	score("Solved: 0 of", "Your strength: 1,000")
}

// exercisesFit has boards, pieces and what is said of exercises in sight at once,
// readable, and open to who cannot see them.
func exercisesFit(t *testing.T, chrome context.Context) {
	s := startServer(t)
	for i, l := range []look{sizes[0], sizes[3]} {
		l.still, l.dark, l.lang = true, i%2 == 1, []string{"ru", "he"}[i]
		w := open(t, chrome, s.base, "/exercises#blokus", l)
		w.wait(`document.querySelector('main').dataset.can === 'true'`)
		for _, game := range []string{"blokus", "square4"} {
			w.choose(`#game`, game)
			w.wait(`document.querySelector('main').dataset.can === 'true' && document.querySelector('.board.%s')`, game)
			w.fits("exercise-" + game)
		}
		w.press(`[data-action="solution"]`)
		w.wait(`document.querySelector('main').dataset.said === 'hint' && document.querySelector('main').dataset.turns === '1.0'`)
		w.press(`[data-action="again"]`)
		w.press(`[data-action="truth"]`)
		w.wait(`document.querySelectorAll('.worth.sure').length > 0`)
		w.readable("exercises")
		w.accessible("exercises")
	}
}
