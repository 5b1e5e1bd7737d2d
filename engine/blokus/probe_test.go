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
				compareNear(t, s, colour, want, rng)
				compareCorners(t, s, &probe, colour, rng)
				if got := probed(t, s, &probe, colour); !slices.Equal(got, want) {
					t.Fatalf("%d placements by probes, %d in the list", len(got), len(want))
				}
			}
		})
	}
}

// compareNear draws a cell and compares what may cover it with the list.
func compareNear(t *testing.T, s *State, colour int, all []Placement, rng *rand.Rand) {
	cell := uint16(rng.IntN(s.Size())*maxSize + rng.IntN(s.Size()))
	missing := func(m Placement) bool { return !slices.Contains(m.AppendCells(nil), cell) }
	var cells [maxSize]uint32
	cells[cell/maxSize] = 1 << (cell % maxSize)
	near := s.AppendPlacementsNear(nil, colour, &cells)
	slices.Sort(near)
	for i, m := range near {
		if _, legal := slices.BinarySearch(all, m); !legal || i > 0 && m == near[i-1] {
			t.Fatalf("%s is listed near %s, and is illegal or comes twice", m.Token(s.Size()), cellName(int(cell), s.Size()))
		}
	}
	got, want := slices.DeleteFunc(near, missing), slices.DeleteFunc(slices.Clone(all), missing)
	if !slices.Equal(got, want) {
		t.Fatalf("%d placements on %s, not %d", len(got), cellName(int(cell), s.Size()), len(want))
	}
}

// compareCorners takes growth corners from the set, but one of them, and expects
// each once, without the single square only those with a free neighbour.
func compareCorners(t *testing.T, s *State, p *Probe, colour int, rng *rand.Rand) {
	var want []uint16
	for row, corners := range s.Corners(colour) {
		for ; corners != 0; corners &= corners - 1 {
			if col := bits.TrailingZeros32(corners); s.Left(colour)&1 != 0 || hasFreeNeighbour(s, colour, row, col) {
				want = append(want, uint16(row*maxSize+col))
			}
		}
	}
	var but CellSet
	if len(want) > 0 {
		i := rng.IntN(len(want))
		but.Add(want[i])
		want = slices.Delete(want, i, i+1)
	}
	set := p.Corners(&but)
	for n := set.Len(); n > 0; n-- {
		i := rng.IntN(n)
		if got := set.Take(i); n != len(want) || got != want[i] {
			t.Fatalf("the growth corner %d of %d is %s", i, n, cellName(int(got), s.Size()))
		}
		want = slices.Delete(want, i, i+1)
	}
	if len(want) > 0 {
		t.Fatalf("%d growth corners are missing", len(want))
	}
}

// hasFreeNeighbour says whether a colour may cover a cell that shares an edge with
// another.
func hasFreeNeighbour(s *State, colour, row, col int) bool {
	free := s.Free(colour)
	for _, step := range [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
		r, c := row+step[0], col+step[1]
		if r >= 0 && c >= 0 && r < s.Size() && c < s.Size() && free[r]>>c&1 != 0 {
			return true
		}
	}
	return false
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
