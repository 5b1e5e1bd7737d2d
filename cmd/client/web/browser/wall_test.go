package browser

import (
	"context"
	"testing"

	"quadrille/cmd/client/web/contest"
)

// wall holds a competition from its page: sparring partners meet on live boards,
// the table fills, somebody else looks on in Hebrew, and it begins again.
func wall(t *testing.T, chrome context.Context) {
	s := startServer(t)
	w := open(t, chrome, s.base, "/wall", desktop)
	w.wait(`document.querySelector('#hold')`)
	w.accessible("wall-begin")
	w.choose(`#game`, "teeko")
	w.click(`#hold`)
	w.wait(`location.pathname.startsWith('/c/') && document.querySelector('.organise')?.open`)
	id := eval[string](w, `location.pathname.slice(3)`)
	for _, level := range []string{"1", "2"} {
		w.choose(`#partner`, level)
		w.press(`[data-action="spar"]`)
		w.wait(`document.querySelector('tbody').textContent.includes('Level %s')`, level)
	}
	w.shot("wall-before")
	// The games may be over before somebody looks, so the page itself says what it
	// has shown.
	eval[bool](w, `(new MutationObserver(() => { window.live ||= Boolean(document.querySelector('.board-of .teeko') && document.querySelector('.board-of .acts')); })
		.observe(document.body, { subtree: true, childList: true, attributes: true }), true)`)
	w.press(`[data-action="start"]`)
	w.wait(`window.live && document.querySelector('[data-action="start"]').hidden`)
	w.shot("wall-live")
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
	w.press(`[data-action="again"]`)
	w.wait(`document.querySelector('main').dataset.finished === 'false' && document.querySelector('.board-of')`)
	w.press(`[data-action="stop"]`)
	w.wait(`document.querySelector('main').dataset.running === 'false'`)
}
