package browser

import (
	"context"
	"testing"

	"quadrille/cmd/client/web/contest"
)

// wall holds a competition from its page: a program and a sparring partner meet on
// live boards, the table fills, somebody else looks on in Hebrew, and it begins
// again.
func wall(t *testing.T, chrome context.Context) {
	s := startServer(t)
	w := open(t, chrome, s.base, "/wall", desktop)
	w.wait(`document.querySelector('#hold')`)
	w.accessible("wall-begin")
	w.choose(`#game`, "teeko")
	w.click(`#hold`)
	w.wait(`location.pathname.startsWith('/c/') && document.querySelector('.organise')?.open`)
	id := eval[string](w, `location.pathname.slice(3)`)
	w.choose(`#partner`, "2")
	w.press(`[data-action="spar"]`)
	w.wait(`document.querySelector('tbody').textContent.includes('Level 2')`)
	ann := s.takesPart(id, "Ann")
	w.wait(`document.querySelector('tbody').textContent.includes('Ann')`)
	w.shot("wall-before")
	w.press(`[data-action="start"]`)
	// Ann, who waits, keeps a board from being over before somebody sees it.
	w.wait(`document.querySelector('.board-of .teeko') && document.querySelector('.board-of .acts') && document.querySelector('[data-action="start"]').hidden`)
	w.shot("wall-live")
	ann.playsOn(id)
	l := phone
	l.lang, l.dark = "he", true
	p := open(t, chrome, s.base, "/c/"+id, l)
	for _, w := range []*window{w, p} {
		w.wait(`document.querySelector('main').dataset.finished === 'true' && document.querySelectorAll('.board-of').length === 2`)
	}
	// How levels end a game is theirs to say; that it has ended is told of both.
	w.wait(`[...document.querySelectorAll('.board-of .end')].filter((end) => /won: |A draw: /.test(end.textContent)).length === 2 && !document.querySelector('.board-of .acts')`)
	if eval[bool](p, `!document.querySelector('.organise .row').parentElement.hidden && document.querySelector('[data-action="again"]').checkVisibility()`) {
		t.Error("who has no secret has the organiser's buttons")
	}
	w.accessible("wall")
	p.accessible("wall-hebrew")
	if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
		t.Error("the wall is wider than a phone")
	}
	p.shot("wall-phone")
	var results contest.Results
	s.ask("GET", "/competitions/"+id, nil, &results)
	if results.Players[0].Played != 2 || len(results.Games) != 2 {
		t.Errorf("%+v", results)
	}
	ann.ask("GET", "/competitions/"+id+"/turn", nil, new(any)) // or she is not there
	w.press(`[data-action="again"]`)
	w.wait(`document.querySelector('main').dataset.finished === 'false' && document.querySelector('.board-of')`)
	w.press(`[data-action="stop"]`)
	w.wait(`document.querySelector('main').dataset.running === 'false'`)
}

// takesPart has a program take part in a competition, and returns the server as
// it asks it.
func (s *server) takesPart(id, name string) *server {
	s.Helper()
	var player struct{ Token string }
	s.ask("POST", "/competitions/"+id+"/players", map[string]any{"name": name}, &player)
	return s.as(player.Token)
}

// playsOn plays the first of the turns that there are until the competition is over.
func (s *server) playsOn(id string) {
	s.Helper()
	for {
		var turn struct {
			Needed, Over bool
			Board        struct{ Legal []string }
		}
		s.ask("GET", "/competitions/"+id+"/turn", nil, &turn)
		switch {
		case turn.Over:
			return
		case turn.Needed:
			s.ask("POST", "/competitions/"+id+"/turn", map[string]any{"move": turn.Board.Legal[0]}, &turn)
		}
	}
}
