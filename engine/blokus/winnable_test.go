package blokus

import (
	"math/rand/v2"
	"testing"

	"quadrille/engine"
)

// In most games of two at random one colour can place nothing while the other
// is ahead and still can. That one does not win.
func TestCanWin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	lost := 0
	const games = 20
	for range games {
		var p engine.Position
		p, err := Game{}.New(engine.Rules{"variant": "duo"}, 1)
		if err != nil {
			t.Fatal(err)
		}
		hopeless := engine.Player(0)
		for !p.Result().Over {
			for seat := engine.P1; seat <= engine.P2; seat++ {
				if !engine.CanWin(p, seat) {
					hopeless = seat
				}
			}
			legal := p.Legal()
			if p, err = p.Play(legal[r.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
		if hopeless != 0 {
			lost++
			if p.Result() == engine.Win(hopeless, p.Result().Reason) {
				t.Errorf("%v won, which could not", hopeless)
			}
		}
	}
	if lost < games/4 {
		t.Errorf("only in %d of %d games", lost, games)
	}
}
