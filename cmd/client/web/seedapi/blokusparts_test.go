package seedapi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/engine"
	"quadrille/engine/blokus"
)

// The drawings of the parts are what the engine covers with them: all 21 in
// all eight orientations, wherever they would lie.
func TestPartsAgainstEngine(t *testing.T) {
	start, err := blokus.Game{}.New(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range catalogue() {
		for orientation, rows := range part.Orientations {
			d, _ := start.(engine.Previewer).Preview(engine.Action{Verb: "place", Args: []string{part.PartName, orientation, "8", "4"}})
			var got []string
			for row, line := range d[1:21] {
				for col, span := range line[1:21] {
					if span.Style == engine.Target && span.Text == " b" {
						got = append(got, fmt.Sprint(row+1, ",", col+1))
					}
				}
			}
			var want []string
			for x, row := range rows {
				for y, c := range row {
					if c == '#' {
						want = append(want, fmt.Sprint(8+x, ",", 4+y))
					}
				}
			}
			if !slices.Equal(got, want) || len(want) != part.Squares {
				t.Errorf("%s %s: the engine covers %v, want %v", part.PartName, orientation, got, want)
			}
		}
	}
	var names []string
	for i := range blokus.Pieces {
		names = append(names, blokus.PieceName(i))
	}
	var own []string
	for _, part := range catalogue() {
		own = append(own, part.PartName)
	}
	if strings.Join(own, " ") != strings.Join(names, " ") {
		t.Errorf("parts %v, the engine's %v", own, names)
	}
}
