package teeko

import (
	"strings"
	"testing"

	"quadrille/engine"

	"github.com/google/go-cmp/cmp"
)

// TestDiagramOfTheDocument compares with the example of the document. No game
// leads there, since X has more marks than O.
func TestDiagramOfTheDocument(t *testing.T) {
	rules, _, err := resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := newPosition(rules, State{Marks: [2]uint32{cells(t, "b3 c3 d2"), cells(t, "a2 b2 c2 a1")}})
	want := `
================
|13||14||15||16| 4
| 9|| O|| O||12| 3
| X|| X|| X|| O| 2
| X|| 2|| 3|| 4| 1
================
  a   b   c   d
O drops a mark, the last of four.
`
	if diff := cmp.Diff(want[1:], p.Diagram().String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDiagram(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *Position
		want string
	}{
		{"large board, one drop", played(t, engine.Rules{"size": "5"}, "c3"), `
====================
|21||22||23||24||25| 5
|16||17||18||19||20| 4
|11||12|| O||14||15| 3
| 6|| 7|| 8|| 9||10| 2
| 1|| 2|| 3|| 4|| 5| 1
====================
  a   b   c   d   e
Last turn: O c3.
X drops a mark, the first of four.
`},
		{"a move", played(t, nil, allDown+" a4a3"), `
================
|13||14||15|| X| 4
| O|| X|| O||12| 3
| 5|| O|| X|| 8| 2
| X|| 2|| 3|| O| 1
================
  a   b   c   d
Last turn: O a4a3.
X moves a mark to an empty cell next to it.
`},
		{"won", played(t, nil, "a1 a4 b1 b4 c1 c4 d1"), `
================
| X|| X|| X||16| 4
| 9||10||11||12| 3
| 5|| 6|| 7|| 8| 2
| O|| O|| O|| O| 1
================
  a   b   c   d
Last turn: O d1.
O has won with a1 b1 c1 d1.
`},
		{"drawn", parse(t, "O..X/.XO./.OX./X..O O size=4,advanced=false,repetition=1 -"), `
================
| O||14||15|| X| 4
| 9|| X|| O||12| 3
| 5|| O|| X|| 8| 2
| X|| 2|| 3|| O| 1
================
  a   b   c   d
The game is drawn: repetition.
`},
	} {
		if diff := cmp.Diff(c.want[1:], c.p.Diagram().String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// styled lists the texts of a diagram that have a property.
func styled(p *Position, has func(engine.Span) bool) string {
	var texts []string
	for _, line := range p.Diagram() {
		for _, s := range line {
			if has(s) {
				texts = append(texts, strings.TrimSpace(s.Text))
			}
		}
	}
	return strings.Join(texts, " ")
}

func TestDiagramStyles(t *testing.T) {
	target := func(s engine.Span) bool { return s.Style == engine.Target }
	last := func(s engine.Span) bool { return s.Last }
	win := func(s engine.Span) bool { return s.Win }
	down, won := played(t, nil, allDown+" a4a3"), played(t, nil, "a1 a4 b1 b4 c1 c4 d1")
	for _, c := range []struct {
		name, got, want string
	}{
		{"targets of drops", styled(played(t, nil, "b2 d4"), target), "13 14 15 9 10 11 12 5 7 8 1 2 3 4"},
		// X on d4 b3 c2 a1 may not reach d1's neighbour 3 only from c2.
		{"targets of moves", styled(down, target), "13 14 15 12 5 8 2 3"},
		{"last move, from above to below", styled(down, last), "13 O"},
		{"last drop", styled(won, last), "O"},
		{"goal", styled(won, win), "O O O O"},
		{"no target after the end", styled(won, target), ""},
		{"p2's marks", styled(won, func(s engine.Span) bool { return s.Style == engine.P2Style }), "X X X"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
}
