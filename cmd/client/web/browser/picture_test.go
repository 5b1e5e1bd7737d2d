package browser

import (
	"context"
	"os"
	"testing"

	"quadrille/cmd/client/web/host"
)

// picture makes what docs/web.md shows, of two windows on two games.
func picture(t *testing.T, chrome context.Context) {
	if os.Getenv("QUADRILLE_SHOTS") == "" {
		t.Skip("QUADRILLE_SHOTS is not set")
	}
	s := startServer(t)
	id := s.create(host.Spec{Game: "square4", FEN: "RB../..B./.R../R.../R.B./..../####/..B./...R R placement 5,4 pieces=8,slideback=true,repetition=3 - -"})
	l := desktop
	l.width, l.height = 1060, 830
	w := open(t, chrome, s.base, "/g/"+id, l)
	w.play("4.1")
	w.press(`[data-action="analysis"]`)
	w.wait(`document.querySelectorAll('.lines li').length >= 1`)
	w.shot("picture-desktop")
	id = s.game("blokus", "variant", "duo")
	for range 12 {
		var moved struct{ Move string }
		s.ask("POST", "/games/"+id+"/move", map[string]int{"level": 2}, &moved)
	}
	l = phone
	l.lang, l.dark = "he", true
	p := open(t, chrome, s.base, "/g/"+id, l)
	p.ready()
	p.shot("picture-phone")
}
