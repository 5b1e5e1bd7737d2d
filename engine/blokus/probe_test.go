package blokus

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestProbe compares the placements that the probes of all growth corners find
// with the list; a placement that covers several is found at each.
func TestProbe(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var probe Probe // one for all, as in a search
	for i := range 4 {
		playout(Config{Duo: i%2 == 0, Fixed: i < 2}, rng, func(s *State) {
			for colour := range s.Colours() {
				want := s.AppendPlacements(nil, colour)
				slices.Sort(want)
				probe.Begin(s, colour)
				if got := probed(t, s, &probe, colour); !slices.Equal(got, want) {
					t.Fatalf("%d placements by probes, %d in the list", len(got), len(want))
				}
			}
		})
	}
}

func probed(t *testing.T, s *State, p *Probe, colour int) []Placement {
	var found []Placement
	for row, corners := range s.Corners(colour) {
		for ; corners != 0; corners &= corners - 1 {
			cell := uint16(row*maxSize + bits.TrailingZeros32(corners))
			var r Reach
			p.At(cell, &r)
			all, large := p.Append(&r, len(r.Set), nil), p.Append(&r, LargeWords, nil)
			for i, m := range all {
				if (i < len(large)) != (m.Size() == 5) || !slices.Contains(m.AppendCells(nil), cell) {
					t.Fatalf("%s is the placement %d at %s, of which %d are large", m.Token(s.Size()), i, cellName(int(cell), s.Size()), len(large))
				}
			}
			found = append(found, all...)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}
