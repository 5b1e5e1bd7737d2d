package prior

import (
	"math/bits"

	"quadrille/engine/blokus"
)

// Model is the weights of classic and of duo, of each part of a game: the linear ones in
// hundredths of the natural logarithm of the chance, and those of the hidden units.
type Model struct {
	Linear [2][phases][features]int16
	Nets   [2]net
}

// Rater rates the placements of one position after another. It serves one
// goroutine.
type Rater struct {
	// rows are those of the cells as covered ones, and after padded and twice padded
	// as those by edge and by corner. They come first, so that none lies in two cache
	// lines: so large a structure begins on a page.
	rows       rows
	footprints *[blokus.Orientations]footprint
	board      board
	stages     *[2 * phases]stage
	stage      *stage // of the present position
	sums       []sum  // room for those of all rows
	places     *places
	vectors    bool    // whether functions for AVX2 do the work
	ratings    []int32 // what Ratings returns
	// framed is for which stage and size the cells around the board have their
	// rows.
	framed frame
}

// rows has room for any index of eleven bits.
type rows [2048]row

type frame struct {
	stage *stage
	size  int
}

// NewRater returns a rater that uses a model.
func NewRater(m *Model) *Rater {
	r := &Rater{
		footprints: newFootprints(), stages: new([2 * phases]stage),
		sums: make([]sum, 3*padded), vectors: vectors,
	}
	r.places = newPlaces(r.footprints)
	for variant := range m.Linear {
		for phase := range phases {
			r.stages[variant*phases+phase].prepare(m, variant, phase, r.footprints)
		}
	}
	return r
}

// variantOf is 0 for classic and 1 for duo.
func variantOf(s *blokus.State) int {
	if s.Colours() == 2 {
		return 1
	}
	return 0
}

// Prepare prepares the rating of placements of the side to move, of which list has
// all.
func (r *Rater) Prepare(s *blokus.State, list []blokus.Placement) {
	b := &r.board
	b.prepare(s, list, r.footprints)
	r.stage = &r.stages[variantOf(s)*phases+b.phase]
	if now := (frame{r.stage, b.size}); r.framed != now {
		r.framed = now
		for i := -1; i <= b.size; i++ {
			for _, cell := range [...]int{at(-1, i), at(b.size, i), at(i, -1), at(i, b.size)} {
				r.rows[padded+cell] = r.stage.features[edgeFeatures+edgeOff]
				r.rows[2*padded+cell] = r.stage.features[cornerFeatures+cornerOff]
			}
		}
	}
	r.prepareCells()
}

// prepareCells makes the rows of all cells that bear on a rating, from the features
// that classify tells; a call of it for each cell takes a twentieth of a search.
func (r *Rater) prepareCells() {
	const no = noFeature
	b, n := &r.board, 0
	for row := range b.size {
		free, rival, covered := b.free[row+1], b.rival[row+1], b.covered[row+1]
		for todo := b.near[row+1]; todo != 0; todo &= todo - 1 {
			col := bits.TrailingZeros32(todo)
			i, sums := uint16(at(row, col)), (*[3]sum)(r.sums[n:])
			n += 2
			if free>>(col&31)&1 == 0 {
				lost := uint16(rival >> (col & 31) & 1)
				sums[0] = sum{to: padded + i, features: traits{edgeFeatures + edgeTaken + lost, no, no, no, no, no}}
				sums[1] = sum{to: 2*padded + i, features: traits{cornerFeatures + cornerTaken + lost, no, no, no, no, no}}
				continue
			}
			f := b.cell(row, col)
			k := f.kinds()
			sums[0] = sum{to: padded + i, features: k.edge}
			sums[1] = sum{to: 2*padded + i, features: k.corner}
			if covered>>(col&31)&1 != 0 {
				sums[2] = sum{to: i, features: k.cover}
				n++
			}
		}
	}
	if r.vectors && n > 0 {
		sumAVX2(&r.sums[0], n, &r.stage.features, &r.rows)
	} else {
		sumRows(r.sums[:n], &r.stage.features, &r.rows)
	}
}

// Ratings returns the ratings of placements. The next call overwrites them.
func (r *Rater) Ratings(list []blokus.Placement) []int32 {
	if cap(r.ratings) < len(list) {
		r.ratings = make([]int32, 2*len(list))
	}
	r.ratings = r.ratings[:len(list)]
	if r.vectors && len(list) > 0 {
		rateAVX2(&list[0], len(list), &r.rows, r.stage, r.places, &r.ratings[0])
	} else {
		rateRows(list, &r.rows, r.stage, r.places, r.ratings)
	}
	return r.ratings
}

// list appends the numbers of the features of a placement, each as often as it
// counts.
func (r *Rater) list(m blokus.Placement, to []uint16) []uint16 {
	f := &r.footprints[m/cells]
	origin := at(int(m)%cells/side, int(m)%side)
	to = append(to, pieceFeatures+uint16(f.piece))
	for table, offsets := range [][]int16{f.cover, f.edge, f.corner} {
		for _, offset := range offsets {
			i := origin + int(offset)
			k := r.board.classify(i/width-border, i%width-border)
			for _, feature := range [...]traits{k.cover, k.edge, k.corner}[table] {
				if feature != noFeature {
					to = append(to, feature)
				}
			}
		}
	}
	return to
}
