package blokus

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"quadrille/engine"
)

// The diagram counts one placement as one.
func TestDiagramOfOne(t *testing.T) {
	one, wrong := regexp.MustCompile(`; 1 placement\.`), regexp.MustCompile(`[ ;] 1 (points|squares|placements)\b`)
	found := 0
	for game := range uint64(3) {
		var p engine.Position
		p, err := Game{}.New(engine.Rules{"variant": "duo"}, 1)
		if err != nil {
			t.Fatal(err)
		}
		for r := rand.New(rand.NewPCG(game, 1)); !p.Result().Over; {
			legal := p.Legal()
			p = mustPlay(t, p, string(legal[r.IntN(len(legal))]))
			lines := p.Diagram().String()
			if wrong.MatchString(lines) {
				t.Fatal(lines)
			}
			if one.MatchString(lines) {
				found++
			}
		}
	}
	if found == 0 {
		t.Error("no position had one placement")
	}
}
