package browser

import (
	"testing"

	"quadrille/cmd/client/internal/web/webtest"
)

func TestFirst(t *testing.T) {
	browser := startChromium(t)
	s := webtest.Start(t)
	base := s.URL()
	w := open(t, browser, base, "/", desktop)
	w.wait(`document.querySelector('#begin')`)
	w.shot("start")
	for _, g := range []string{"square4", "teeko", "othello", "blokus"} {
		w := open(t, browser, base, "/", desktop)
		w.click(".card[data-game=" + g + "]")
		w.choose(".seat[data-seat=p2] .kind", "person")
		w.click("#begin")
		w.wait(`document.querySelector('main.game')?.dataset.can === 'true'`)
		w.shot(g)
	}
}
