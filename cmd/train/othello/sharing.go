package othello

import (
	"slices"
	"strings"

	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// Large shapes have many configurations that are rare in any number of games.
// So the fit takes the weight of each for a sum: what is its own, which is
// drawn to 0, and what it shares with all configurations that are alike on some of the
// squares. The sums are what is stored; scoring costs nothing more.

// sharedParts are the squares of a shape on which likeness counts, by the
// squares of the shape. With each goes its image under the shape's own symmetry.
var sharedParts = map[string][]string{
	"a1 b1 c1 d1 e1 f1 g1 h1 b2 g2": {"a1 b1 c1 d1 e1 f1 g1 h1", "a1 b1 c1 d1 e1 b2", "a1 b1 b2"},
	"a1 c1 d1 e1 f1 h1 c2 d2 e2 f2": {"a1 c1 d1 e1 f1 h1", "c1 d1 e1 f1 c2 d2 e2 f2", "c1 d1 c2 d2"},
	"a1 b1 c1 d1 a2 b2 c2 a3 b3 a4": {"a1 b1 c1 d1 a2 b2 c2", "a1 b1 c1 a2 b2 a3", "a1 b1 a2 b2"},
	"a1 b1 c1 d1 e1 a2 b2 c2 d2 e2": {"a1 b1 c1 d1 a2 b2 c2 d2", "b1 c1 d1 e1 b2 c2 d2 e2", "a1 b1 c1 a2 b2 c2", "c1 d1 e1 c2 d2 e2"},
	"a1 b1 c1 a2 b2 c2 a3 b3 c3":    {"a1 b1 c1 a2 b2 c2", "a1 b1 a2 b2", "b2 c2 b3 c3"},
	"a2 b2 c2 d2 e2 f2 g2 h2":       {"a2 b2 c2 d2 e2", "b2 c2 d2 e2 f2 g2", "c2 d2 e2 f2"},
	"a3 b3 c3 d3 e3 f3 g3 h3":       {"a3 b3 c3 d3 e3", "b3 c3 d3 e3 f3 g3", "c3 d3 e3 f3"},
	"a4 b4 c4 d4 e4 f4 g4 h4":       {"a4 b4 c4 d4 e4", "b4 c4 d4 e4 f4 g4", "c4 d4 e4 f4"},
	"a1 b2 c3 d4 e5 f6 g7 h8":       {"a1 b2 c3 d4 e5", "b2 c3 d4 e5 f6 g7", "c3 d4 e5 f6"},
	"a2 b3 c4 d5 e6 f7 g8":          {"a2 b3 c4 d5", "b3 c4 d5 e6 f7"},
}

// sharing says which shared weights a slot's weight contains.
type sharing struct {
	of    [][]int32 // by slot; numbers from 0
	count int       // of shared weights
}

func newSharing() *sharing {
	s := &sharing{of: make([][]int32, pattern.Slots())}
	var shape []uint8
	var parts []sharedPart
	pattern.Configurations(func(slot int, squares []uint8, digits, twin []int8) {
		if !slices.Equal(shape, squares) {
			shape, parts = slices.Clone(squares), s.newParts(squares)
		}
		list := make([]int32, 0, 2*len(parts))
		for _, p := range parts {
			list = append(list, p.index(digits))
			if p.twice {
				list = append(list, p.index(twin))
			}
		}
		s.of[slot] = list
	})
	return s
}

// sharedPart is a part of a shape.
type sharedPart struct {
	places []int
	first  int  // number of its first shared weight
	twice  bool // the shape has a symmetry of its own
}

// newParts numbers the shared weights of a shape.
func (s *sharing) newParts(squares []uint8) []sharedPart {
	var parts []sharedPart
	shape := names(squares)
	for _, part := range sharedParts[shape] {
		p := sharedPart{places: placesOf(part, squares), first: s.count, twice: mirrored(shape)}
		size := 1
		for range p.places {
			size *= 3
		}
		s.count += size
		parts = append(parts, p)
	}
	return parts
}

func (p *sharedPart) index(digits []int8) int32 {
	n := 0
	for _, place := range p.places {
		n = 3*n + int(digits[place]) + 1
	}
	return int32(p.first + n)
}

// mirrored says whether a shape has a symmetry of its own.
func mirrored(shape string) bool { return shape != "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2" }

func names(squares []uint8) string {
	var list []string
	for _, s := range squares {
		list = append(list, othello.Turn(s).String())
	}
	return strings.Join(list, " ")
}

// placesOf returns the places of some squares in a shape.
func placesOf(part string, squares []uint8) []int {
	var places []int
	for _, name := range strings.Fields(part) {
		square, _ := othello.ParseTurn(name)
		places = append(places, slices.Index(squares, uint8(square)))
	}
	return places
}
