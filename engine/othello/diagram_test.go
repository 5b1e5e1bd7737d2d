package othello

import (
	"strings"
	"testing"

	"quadrille/engine"

	"github.com/google/go-cmp/cmp"
)

func TestDiagram(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *Position
		want string
	}{
		{"start", played(t, ""), `
   a  b  c  d  e  f  g  h
1  .  .  .  .  .  .  .  .  1
2  .  .  .  .  .  .  .  .  2
3  .  .  .  +  .  .  .  .  3
4  .  .  +  O  X  .  .  .  4
5  .  .  .  X  O  +  .  .  5
6  .  .  .  .  +  .  .  .  6
7  .  .  .  .  .  .  .  .  7
8  .  .  .  .  .  .  .  .  8
   a  b  c  d  e  f  g  h
Disks: Black (X) 2, White (O) 2.
Black places a disk on a square marked +.
`},
		{"after f5", played(t, "f5"), `
   a  b  c  d  e  f  g  h
1  .  .  .  .  .  .  .  .  1
2  .  .  .  .  .  .  .  .  2
3  .  .  .  .  .  .  .  .  3
4  .  .  .  O  X  +  .  .  4
5  .  .  .  X  X (X) .  .  5
6  .  .  .  +  .  +  .  .  6
7  .  .  .  .  .  .  .  .  7
8  .  .  .  .  .  .  .  .  8
   a  b  c  d  e  f  g  h
Disks: Black (X) 4, White (O) 1.
White places a disk on a square marked +.
`},
		{"wipe-out", played(t, wipeOut), `
   a  b  c  d  e  f  g  h
1  .  .  .  .  .  .  .  .  1
2  .  .  .  .  .  .  .  .  2
3  .  .  .  .  X  .  .  .  3
4  .  .  .  X  X  X  .  .  4
5  .  . (X) X  X  X  X  .  5
6  .  .  .  X  X  X  .  .  6
7  .  .  .  .  X  .  .  .  7
8  .  .  .  .  .  .  .  .  8
   a  b  c  d  e  f  g  h
Disks: Black (X) 13, White (O) 0.
Opening: Fishhook.
Black has won.
`},
	} {
		if diff := cmp.Diff(c.want[1:], c.p.Diagram().String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestNotes looks at what stands below the board.
func TestNotes(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *Position
		want string
	}{
		{"must pass", played(t, mustPass), "Opening: Diagonal. Black cannot move and must pass."},
		{"has passed", played(t, mustPass+"pa"), "Opening: Diagonal. Black has passed. White places a disk on a square marked +."},
		{"drawn", parse(t, "X-O"+strings.Repeat("-", 61)+" O"), "The game is drawn."},
	} {
		if got := strings.Join(c.p.notes()[1:], " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestDiagramStyles(t *testing.T) {
	p := played(t, "f5")
	for _, c := range []struct {
		name  string
		has   func(engine.Span) bool
		texts string
	}{
		{"changed by the last turn", func(s engine.Span) bool { return s.Last }, "X (X)"},
		{"targets", func(s engine.Span) bool { return s.Style == engine.Target }, "+ + +"},
		{"p1's disks", func(s engine.Span) bool { return s.Style == engine.P1Style }, "X X X (X)"},
		{"p2's disks", func(s engine.Span) bool { return s.Style == engine.P2Style }, "O"},
	} {
		var texts []string
		for _, line := range p.Diagram() {
			for _, s := range line {
				if c.has(s) {
					texts = append(texts, strings.TrimSpace(s.Text))
				}
			}
		}
		if got := strings.Join(texts, " "); got != c.texts {
			t.Errorf("%s: %q, want %q", c.name, got, c.texts)
		}
	}
}
