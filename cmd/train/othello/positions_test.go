package othello

import (
	"quadrille/cmd/train/numbered"

	"path/filepath"
	"testing"
)

func TestPositions(t *testing.T) {
	dir := t.TempDir()
	games, out := filepath.Join(dir, "x.games"), filepath.Join(dir, "x.positions")
	if err := quick.playTo(&numbered.Flags{}, games, "", 6); err != nil {
		t.Fatal(err)
	}
	var exact []int
	list, _, err := readGames(games)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		want, _ := g.at(7)
		for at, s := range g.states() {
			if i := at - g.first(); i >= 0 && s == want {
				exact = append(exact, int(g.scores[i])/100)
			}
		}
	}
	for _, n := range []int{2, 5} { // the second time goes on
		if err := (&positionsCommand{Games: games, Out: out, Empties: 7, Count: n}).Run(); err != nil {
			t.Fatal(err)
		}
		list, err := readPositions(out)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != min(n, len(exact)) {
			t.Fatalf("%d positions, want %d", len(list), min(n, len(exact)))
		}
		for i, p := range list {
			if p.margin != exact[i] || p.state.FEN() != p.fen {
				t.Errorf("%s: margin %d, want %d", p.fen, p.margin, exact[i])
			}
		}
	}
}

func FuzzParseSolved(f *testing.F) {
	f.Add("---------------------------OX------XO--------------------------- X;0")
	f.Add("---------------------------OX------XO--------------------------- O;65")
	f.Add("X;1")
	f.Fuzz(func(t *testing.T, line string) {
		p, err := parseSolved(line)
		if err == nil && (p.state.FEN() != p.fen || p.margin < -64 || p.margin > 64) {
			t.Errorf("%q became %q %d", line, p.state.FEN(), p.margin)
		}
	})
}
