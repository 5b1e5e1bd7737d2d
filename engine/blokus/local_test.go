package blokus

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// localReference finds the local cells cell by cell from the last three
// placements and who made them.
func localReference(s *State, colour int, last []Placement, by []int) map[int]bool {
	size := s.Size()
	free := func(c, row, col int) bool {
		return row >= 0 && col >= 0 && row < size && col < size && s.Free(c)[row]>>col&1 != 0
	}
	local := map[int]bool{}
	add := func(rival, row, col int) {
		if free(rival, row, col) && free(colour, row, col) {
			local[row*maxSize+col] = true
		}
	}
	for i := max(0, len(last)-3); i < len(last); i++ {
		if by[i] == colour {
			continue
		}
		for _, corner := range cornersOf(last[i], size) {
			row, col := corner/maxSize, corner%maxSize
			if !free(by[i], row, col) {
				continue
			}
			add(by[i], row, col)
			for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				add(by[i], row+d[0], col+d[1])
			}
		}
	}
	return local
}

// cornersOf lists the cells on the board that share a corner with a square of
// the placement and no edge with any.
func cornersOf(m Placement, size int) []int {
	covered := map[[2]int]bool{}
	for _, cell := range m.AppendCells(nil) {
		covered[[2]int{int(cell) / maxSize, int(cell) % maxSize}] = true
	}
	var list []int
	for row := range size {
		for col := range size {
			has := func(dr, dc int) bool { return covered[[2]int{row + dr, col + dc}] }
			edge := has(0, 0) || has(0, 1) || has(1, 0) || has(0, -1) || has(-1, 0)
			if !edge && (has(1, 1) || has(1, -1) || has(-1, 1) || has(-1, -1)) {
				list = append(list, row*maxSize+col)
			}
		}
	}
	return list
}

// TestLocal compares the placements near the last ones, and their counts, with
// going through all legal placements.
func TestLocal(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	var probe Probe
	for game := range 4 {
		s := NewState(Config{Duo: game%2 == 0, Fixed: game < 2})
		var last []Placement
		var by []int
		for {
			colour := s.Side()
			all := s.AppendPlacements(nil, colour)
			if len(all) == 0 {
				break
			}
			local := localReference(&s, colour, last, by)
			var want []Near
			for _, m := range all {
				n := 0
				for _, cell := range m.AppendCells(nil) {
					if local[int(cell)] {
						n++
						if s.Corners(colour)[cell/maxSize]>>(cell%maxSize)&1 != 0 {
							n++
						}
					}
				}
				if n > 0 {
					want = append(want, Near{m, uint8(n)})
				}
			}
			if got := nearBy(&probe, &s, colour); !slices.Equal(got, sorted(want)) {
				t.Fatalf("%d placements near the last ones, not %d", len(got), len(want))
			}
			m := all[rng.IntN(len(all))]
			last, by = append(last, m), append(by, colour)
			s.Play(m)
		}
	}
}

func nearBy(p *Probe, s *State, colour int) []Near {
	p.Begin(s, colour)
	if !p.BeginLocal(s, colour) {
		return nil
	}
	var got []Near
	corners := p.NearLocal(new(CellSet))
	for n := corners.Len(); n > 0; n-- {
		got, _ = p.AppendLocal(corners.Take(n-1), got)
	}
	return slices.Compact(sorted(got))
}

func sorted(list []Near) []Near {
	slices.SortFunc(list, func(a, b Near) int { return int(a.Move) - int(b.Move) })
	return list
}

// TestLatestCorners compares with the cells at the corners of each placement.
func TestLatestCorners(t *testing.T) {
	s := NewState(Config{Duo: true, Fixed: true})
	if s.LatestCorners(0) != [maxSize]uint32{} {
		t.Error("corners before the first placement")
	}
	m := s.AppendPlacements(nil, 0)[50]
	s.Play(m)
	var want [maxSize]uint32
	for _, cell := range cornersOf(m, s.Size()) {
		want[cell/maxSize] |= 1 << (cell % maxSize)
	}
	for row, free := range s.Free(0) {
		want[row] &= free
	}
	if got := s.LatestCorners(0); got != want {
		t.Errorf("%x, not %x", got, want)
	}
}
