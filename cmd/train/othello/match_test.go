package othello

import (
	"os"
	"path/filepath"
	"testing"

	"quadrille/engine/othello"
)

func TestOpenings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "openings")
	put := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put("f5d6\nF5f6e6\nf5f4\n")
	list, err := readOpenings(path, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || len(list[0]) != 2 || len(list[1]) != 3 || list[1][2].String() != "e6" {
		t.Errorf("openings %v", list)
	}
	put("f5d6\na1\n")
	if _, err := readOpenings(path, 2); err == nil {
		t.Error("an illegal opening was read")
	}
}

// TestCount counts a game by Black's win of 13 to 0, all squares for the winner.
func TestCount(t *testing.T) {
	g, err := parseGame(shortGame + " 9 ")
	if err != nil {
		t.Fatal(err)
	}
	s := othello.StartState()
	for _, turn := range g.turns {
		s = s.Play(turn)
	}
	var m match
	m.count(&s, 0)
	m.count(&s, 0)
	m.count(&s, 1)
	if m.won != 2 || m.drawn != 0 || m.lost != 1 || m.margins != 64 {
		t.Errorf("%+v", m)
	}
	if got, want := m.String(), "3 games: 2 won, 0 drawn, 1 lost, 66.7 % ± 54.4, mean margin +21.33 disks"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestOpeningsAreBalanced(t *testing.T) {
	rules := quick
	rules.Balance, rules.Noise, rules.Late = 2, 0, 2
	late := 0
	for n := range 5 {
		g := rules.play(nil, n)
		first := g.first()
		if first == len(g.turns) || g.turns[first] == othello.Pass {
			t.Fatalf("game %d: %s has no turn after the opening", n, g.String())
		}
		if v := g.scores[0]; v < -200 || v > 200 {
			t.Errorf("game %d: score %d after the opening", n, v)
		}
		for at, random := range g.random[first:] {
			if random && first+at < 60-lateEmpties-1 { // passes add turns
				t.Errorf("game %d: turn %d is by lot", n, first+at)
			}
			if random {
				late++
			}
		}
	}
	if late == 0 {
		t.Error("no late turn is by lot")
	}
}
