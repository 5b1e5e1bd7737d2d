package blokusbot

import (
	"cmp"
	"math/bits"
	"slices"

	"quadrille/engine"
	"quadrille/engine/blokus"
)

// forecast is what a colour can do from a state on, whatever the others do.
type forecast struct {
	// key is that of all that bears on its placements, 0 if it has none.
	key uint64
	// cells are those that it may still cover; they only get fewer.
	cells rowSets
	// gain is the points that it gets at most. If exact it gets them when nobody
	// stands in its way.
	gain  int
	exact bool
	all   bool // it may place everything
}

const (
	// forecastWork is how many states of a colour alone are looked at for one
	// forecast at most; beyond, all pieces are taken to fit that do by themselves.
	forecastWork = 300
	// maxForecasts is how many are kept, of 120 bytes each.
	maxForecasts = 1 << 14
	// bonusPoints are those for placing everything, the single square last.
	bonusPoints = 20
)

// forecaster makes forecasts and keeps them.
type forecaster struct {
	known map[uint64]forecast
	probe blokus.Probe
	reach blokus.Reach
	found []blokus.Placement
	work  int // states that may still be looked at
}

// of returns the forecast of a colour after looking at so many states at most, and at
// how many it looked.
func (f *forecaster) of(s *blokus.State, colour, work int) (r forecast, looks int) {
	f.work = work
	r = f.within(s, colour)
	return r, work - f.work
}

// within is of with the work that is left.
func (f *forecaster) within(s *blokus.State, colour int) forecast {
	left := s.Left(colour)
	if s.Out(colour) || left == 0 {
		return forecast{exact: true}
	}
	corners, free := s.Corners(colour), s.Free(colour)
	around := flood(&corners, &free, s.Size())
	rules := engine.Mix(s.RulesKey())
	key := hashRows(rules^(uint64(left)|uint64(s.Spare(colour))<<32), &around, &corners)
	if r, ok := f.known[key]; ok {
		return r
	}
	r := f.look(s, colour, &around, &corners)
	if f.known == nil || len(f.known) >= maxForecasts {
		f.known = map[uint64]forecast{}
	}
	f.known[key] = r
	return r
}

// look makes a forecast. What is not around the corners cannot be covered.
func (f *forecaster) look(s *blokus.State, colour int, around, corners *rowSets) forecast {
	list := s.AppendPlacements(nil, colour)
	if len(list) == 0 {
		return forecast{exact: true}
	}
	f.work--
	left, spare := s.Left(colour), s.Spare(colour)
	fits, pieces := f.fitting(s, colour, around)
	for r := range corners {
		corners[r] &= fits[r]
	}
	r := forecast{cells: flood(corners, &fits, s.Size()), all: pieces == left}
	r.key = hashRows(uint64(left&pieces)|uint64(spare&pieces)<<32, &r.cells, corners)
	most := squaresOf(left&pieces) + squaresOf(spare&pieces)
	if r.all && !s.Junior() {
		most += bonusPoints
	}
	r.gain, r.exact = f.alone(s, colour, list, most)
	return r
}

// fitting returns the cells that pieces of the colour fit on by themselves, and those
// pieces.
func (f *forecaster) fitting(s *blokus.State, colour int, around *rowSets) (fits rowSets, pieces uint32) {
	f.probe.Begin(s, colour)
	for row := range s.Size() {
		for todo := around[row]; todo != 0; todo &= todo - 1 {
			col := bits.TrailingZeros32(todo)
			f.probe.At(uint16(row*boardRows+col), &f.reach)
			if f.reach.Set.Empty() {
				continue
			}
			fits[row] |= 1 << col
			if pieces == s.Left(colour) {
				continue
			}
			f.found = f.probe.Append(&f.reach, len(f.reach.Set), f.found[:0])
			for _, m := range f.found {
				pieces |= 1 << m.Piece()
			}
		}
	}
	return fits, pieces
}

// alone returns the most points that a colour gains by itself, of which it cannot
// gain more than most, and whether it gains them.
func (f *forecaster) alone(s *blokus.State, colour int, list []blokus.Placement, most int) (gain int, exact bool) {
	slices.SortFunc(list, func(a, b blokus.Placement) int {
		return cmp.Or(b.Size()-a.Size(), cmp.Compare(a, b))
	})
	base := *s
	passTo(&base, colour)
	exact = true
	for _, m := range list {
		if f.work <= 0 {
			return most, false
		}
		next := base
		next.Place(m)
		passTo(&next, colour)
		rest := f.within(&next, colour)
		if sum := next.Score(colour) - base.Score(colour) + rest.gain; sum > gain {
			gain, exact = sum, rest.exact
		} else if sum == gain {
			exact = exact || rest.exact
		}
		if gain >= most {
			break
		}
	}
	return gain, exact
}

// passTo has all pass until it is a colour's turn, which is not out.
func passTo(s *blokus.State, colour int) {
	for s.Side() != colour {
		s.Pass()
	}
}

// flood returns the cells of a set that are free, and all free ones that edges or
// corners join to them.
func flood(from, free *rowSets, size int) rowSets {
	set := *from
	for changed := true; changed; {
		changed = false
		above := uint32(0)
		for row := range size {
			cells := set[row] | above
			if row+1 < size {
				cells |= set[row+1]
			}
			for grown := uint32(0); ; cells = grown {
				if grown = (cells | cells<<1 | cells>>1) & free[row]; grown == cells {
					break
				}
			}
			changed = changed || cells != set[row]
			set[row], above = cells, cells
		}
	}
	return set
}

// hashRows is a key of two sets, the second of cells of the first, and a number.
func hashRows(number uint64, cells, marked *rowSets) uint64 {
	key := engine.Mix(number)
	for row, c := range cells {
		if c != 0 {
			key = engine.Mix(key ^ (uint64(c) | uint64(marked[row])<<24 | uint64(row)<<48))
		}
	}
	return key
}

// squaresOf is the squares of pieces together.
func squaresOf(pieces uint32) int {
	n := 0
	for ; pieces != 0; pieces &= pieces - 1 {
		n += pieceSizes[bits.TrailingZeros32(pieces)]
	}
	return n
}

// pieceSizes are the squares of each piece.
var pieceSizes = func() (sizes [blokus.Pieces]int) {
	for _, s := range blokus.Shapes() {
		sizes[s.Piece] = int(s.Size)
	}
	return sizes
}()
