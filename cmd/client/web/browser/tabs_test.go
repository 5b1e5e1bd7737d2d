package browser

import (
	"context"
	"testing"
)

// eightTabs has more tabs of one browser at the server than a browser has
// connections for it (six without TLS): each shows its game and what others do
// there, and takes a turn.
func eightTabs(t *testing.T, chrome context.Context) {
	s := startServer(t)
	first := open(t, chrome, s.base, "/g/"+s.game("othello"), desktop)
	first.ready()
	tabs := []*window{first}
	for len(tabs) < 8 {
		w := first.tab("/g/" + s.game("othello"))
		w.ready()
		tabs = append(tabs, w)
	}
	for _, w := range tabs {
		id := eval[string](w, `location.pathname.slice(3)`)
		s.ask("POST", "/games/"+id+"/act", map[string]string{"move": "d3"}, new(any))
	}
	for _, w := range tabs {
		w.wait(`document.querySelector('main').dataset.turn === 'p2' && document.querySelector('#link').dataset.link === 'open'`)
		w.play("c3")
	}
	// An analysis takes its connection from the tabs that were not used lately.
	first.press(`[data-action="analysis"]`)
	first.wait(`document.querySelectorAll('.lines li').length`)
	first.press(`[data-action="analysis"]`)
	first.play("c4")
}
