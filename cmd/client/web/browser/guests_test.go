package browser

import (
	"context"
	"testing"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/webtest"
)

// guests has an engine that somebody brought take a seat from the start page, and
// another, which breaks down, from the dialog of seats.
func guests(t *testing.T, chrome context.Context) {
	started := webtest.Start(t, func(c *web.Config) {
		c.Games.Guests = []host.Guest{webtest.Guest("Gast"), webtest.BrokenGuest("Broken")}
	})
	s := &server{T: t, base: started.URL(), client: started.Client}
	w := open(t, chrome, s.base, "/", desktop)
	w.click(`.card[data-game="teeko"]`)
	w.wait(`document.querySelector('.setup h2').textContent === 'Teeko' && !document.querySelector('option[value^="guest:"]')`)
	w.click(`.card[data-game="othello"]`)
	w.wait(`document.querySelectorAll('.seat[data-seat="p2"] option[value^="guest:"]').length === 2`)
	w.choose(`.seat[data-seat="p2"] .kind`, "guest:Gast")
	w.wait(`document.querySelector('.seat[data-seat="p2"] .level').hidden`)
	w.click(`#begin`)
	w.ready()
	w.wait(`document.querySelector('.players [data-seat="p2"]').textContent.includes('Gast')`)
	w.press(cell("d3"))
	w.wait(`document.querySelector('main').dataset.can === 'true' && document.querySelectorAll('.turn').length === 2`)
	id := eval[string](w, `location.pathname.slice(3)`)
	if seats := s.state(id).Seats; seats[1].Engine != "Gast" {
		t.Errorf("the seats are %+v", seats)
	}
	w.press(`[data-action="seats"]`)
	w.wait(`document.querySelector('dialog .seat[data-seat="p2"] .kind')?.value === 'guest:Gast'`)
	w.choose(`dialog .seat[data-seat="p2"] .kind`, "guest:Broken")
	w.press(`dialog [data-answer="yes"]`)
	w.wait(`document.querySelector('.players [data-seat="p2"]').textContent.includes('Broken')`)
	w.ready()
	w.press(cell(s.state(id).Legal[0]))
	w.wait(`document.querySelector('main').dataset.result === 'p1win'`)
	w.wait(`document.querySelector('#status').textContent.includes('an engine broke down') && document.querySelector('#detail').textContent.includes('Broken ended')`)
	w.shot("guest-broken")
}
