package prior

import (
	"fmt"
	"math"
	"slices"

	"quadrille/engine/blokus"
)

// units is the number of hidden units.
const units = 15

// net rates what the features of a placement come to together. A hidden unit gets the
// sum of what its features and the part of the game give it, in parts of its own, and
// what is above zero counts by Out, so that 2^outShift are a hundredth of the rating.
type net struct {
	Features [features][units]int16
	Bias     [phases][units]int16
	Out      [phases][units]int16
}

const (
	unitParts = 128 // of 1, as weights that are read are taken
	outShift  = 10
	// most and mostBias are the largest weights of features and parts of the game: with
	// those of all features of a placement a sum has 16 bits.
	most, mostBias = 250, 3000
)

// check says whether the weights are within what the sums have room for.
func (m *Model) check() error {
	within := func(list []int16, most int16) bool { return slices.Max(list) <= most && slices.Min(list) >= -most }
	for v := range m.Nets {
		n := &m.Nets[v]
		for i := range n.Features {
			if !within(n.Features[i][:], most) {
				return fmt.Errorf("prior: a weight of a hidden unit is beyond ±%d", most)
			}
		}
		for p := range n.Bias {
			if !within(n.Bias[p][:], mostBias) || !within(m.Linear[v][p][:], most) {
				return fmt.Errorf("prior: a linear weight is beyond ±%d, or a bias beyond ±%d", most, mostBias)
			}
		}
	}
	return nil
}

// lanes are the numbers of a placement or of a part of it: what comes to the hidden
// units and, last, the linear rating.
type lanes [units + 1]int16

// row is lanes in words, four in each: a word is the sum of its lanes as signed numbers,
// each times its power of 2^16, so that one addition adds four. The last lane may wrap
// around, and the others have room.
type row [words]uint64

const (
	words    = (units + 1) / 4
	rowBytes = 8 * words
)

func (l *lanes) row() (r row) {
	for i, lane := range l {
		r[i/4] += uint64(lane) << (16 * (i % 4))
	}
	return r
}

// middle is what the words of a placement's row begin with: with 2^15 in each lane,
// none is below 0, and they lie side by side.
const middle = 0x8000800080008000

// rating is what the row of a placement comes to, with these weights of its lanes.
func (r *row) rating(out *lanes) int32 {
	total := int32(0)
	for i, word := range r {
		for j, weight := range out[4*i : 4*i+4] {
			lane := int32(int16(word) ^ math.MinInt16)
			word >>= 16
			if 4*i+j < units {
				lane &^= lane >> 31 // 0 below 0, without a branch
			}
			total += lane * int32(weight)
		}
	}
	return total >> outShift
}

// stage is the weights of a part of a game of classic or duo: the rows of the
// orientations by their pieces, with middle in each word, what the lanes count, and the
// rows of the features, of which the last is 0. Its size is a multiple of a row's; see
// Rater.
type stage struct {
	pieces   [blokus.Orientations]row
	out      lanes
	features [features + 1]row
}

func (st *stage) prepare(m *Model, variant, phase int, prints *[blokus.Orientations]footprint) {
	n := &m.Nets[variant]
	var all [features]lanes
	for i := range all {
		copy(all[i][:], n.Features[i][:])
		all[i][units] = m.Linear[variant][phase][i]
		st.features[i] = all[i].row()
	}
	for o := range st.pieces {
		l := all[pieceFeatures+int(prints[o].piece)]
		for i, b := range n.Bias[phase] {
			l[i] += b
		}
		st.pieces[o] = l.row()
		st.pieces[o].add(&row{middle, middle, middle, middle})
	}
	copy(st.out[:], n.Out[phase][:])
	st.out[units] = 1 << outShift
}

// add adds a row to another.
func (r *row) add(o *row) {
	r[0] += o[0]
	r[1] += o[1]
	r[2] += o[2]
	r[3] += o[3]
}

// sum is a row to be made of those of six features: the number of the row, and the
// features.
type sum struct {
	to       uint16
	features traits
	_        uint16
}

// Package wasm of cmd/internal, which builds the program that browsers load, puts
// functions with vectors in the place of the two below, which it knows by their names and
// arguments. They do the same, and are not inlined, or would not be found.

// sumRows makes the rows of sums.
//
//go:noinline
func sumRows(sums []sum, of *[features + 1]row, to *rows) {
	for i := range sums {
		s := &sums[i]
		row := of[s.features[0]]
		for _, feature := range s.features[1:] {
			row.add(&of[feature])
		}
		to[s.to] = row
	}
}

// rateRows rates placements.
//
//go:noinline
func rateRows(list []blokus.Placement, rows *rows, st *stage, places *places, ratings []int32) {
	for i, m := range list {
		o, origin := m/cells, places.origins[m%cells]
		a, b, c, d := st.pieces[o][0], st.pieces[o][1], st.pieces[o][2], st.pieces[o][3]
		for _, offset := range places.offsets[o][:places.counts[o]&31] {
			row := &rows[(origin+offset)/rowBytes%uint16(len(rows))]
			a, b, c, d = a+row[0], b+row[1], c+row[2], d+row[3]
		}
		ratings[i] = (&row{a, b, c, d}).rating(&st.out)
	}
}

// places are where the rows of a placement lie in Rater.rows, in bytes: those of an
// orientation from the row of the cell above and to the left of its box.
type places struct {
	origins [cells]uint16
	offsets [blokus.Orientations][32]uint16
	counts  [blokus.Orientations]uint8
}

func newPlaces(prints *[blokus.Orientations]footprint) *places {
	p := new(places)
	for cell, i := range padAt {
		p.origins[cell] = rowBytes * (i - width - 1)
	}
	for o := range prints {
		p.counts[o] = prints[o].count
		for i, offset := range prints[o].all {
			p.offsets[o][i] = rowBytes * offset
		}
	}
	return p
}
