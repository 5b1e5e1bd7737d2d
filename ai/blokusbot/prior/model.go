package prior

import (
	"math/bits"

	"quadrille/engine/blokus"
)

// Model is the weights, in hundredths of the natural logarithm of the chance.
type Model struct {
	weights [2][phases][features]int16 // of classic and duo
}

// Rater rates the placements of one position after another. It serves one
// goroutine.
type Rater struct {
	footprints *[blokus.Orientations]footprint
	board      board
	// values are the weights of the cells as covered ones, and after padded and
	// twice padded as those by edge and by corner; placed those of pieces.
	// What follows stays 0: as many as a board has cells, and room for any index of
	// eleven bits.
	values [2048]int32
	stages [2 * phases]stage
	stage  *stage // of the present position
	// framed is for which stage and size the cells around the board have their
	// values.
	framed frame
}

// stage is the weights of a part of a game of classic or duo, by feature and of the
// orientations by their pieces.
type stage struct {
	weights [256]int32
	placed  [blokus.Orientations]int32
}

type frame struct {
	stage *stage
	size  int
}

// NewRater returns a rater that uses a model.
func NewRater(m *Model) *Rater {
	r := &Rater{footprints: newFootprints()}
	for variant := range m.weights {
		for phase, weights := range m.weights[variant] {
			st := &r.stages[variant*phases+phase]
			for i, weight := range weights {
				st.weights[i] = int32(weight)
			}
			for o := range st.placed {
				st.placed[o] = st.weights[pieceFeatures+int(r.footprints[o].piece)]
			}
		}
	}
	return r
}

// Prepare prepares the rating of placements of the side to move, of which list has
// all.
func (r *Rater) Prepare(s *blokus.State, list []blokus.Placement) {
	b := &r.board
	b.prepare(s, list, r.footprints)
	variant := 0
	if b.duo {
		variant = 1
	}
	r.stage = &r.stages[variant*phases+b.phase]
	w := &r.stage.weights
	covers, edges, corners := r.values[:padded], r.values[padded:2*padded], r.values[2*padded:3*padded]
	if now := (frame{r.stage, b.size}); r.framed != now {
		r.framed = now
		for i := -1; i <= b.size; i++ {
			for _, cell := range [...]int{at(-1, i), at(b.size, i), at(i, -1), at(i, b.size)} {
				edges[cell], corners[cell] = w[edgeFeatures+edgeOff], w[cornerFeatures+cornerOff]
			}
		}
	}
	for row := range b.size {
		free, rival, covered := b.free[row+1], b.rival[row+1], b.covered[row+1]
		for todo := b.near[row+1]; todo != 0; todo &= todo - 1 {
			col := bits.TrailingZeros32(todo)
			i := at(row, col)
			if free>>(col&31)&1 == 0 {
				lost := rival >> (col & 31) & 1
				edges[i], corners[i] = w[edgeFeatures+edgeTaken+lost], w[cornerFeatures+cornerTaken+lost]
				continue
			}
			f := b.cell(row, col)
			edges[i] = w[f.edge] + w[edgeOwnHeat+f.hot]
			corners[i] = w[f.corner] + w[cornerOwnHeat+f.hot] + w[cornerFoeHeat+f.foe]
			if covered>>(col&31)&1 != 0 {
				covers[i] = w[f.cover] + w[f.ring] + w[coverRivalHeat+f.foe] + w[coverOwnHeat+f.hot]
			}
		}
	}
}

// Rate returns the rating of a placement.
func (r *Rater) Rate(m blokus.Placement) int {
	o := m / cells
	f := &r.footprints[o]
	origins := uint64(padAt[m%cells]-width-1) * (1 + 1<<16 + 1<<32 + 1<<48)
	sum := r.stage.placed[o]
	for _, four := range f.fours[:f.count&7] {
		four += origins
		sum += r.values[four&2047] + r.values[four>>16&2047] + r.values[four>>32&2047] + r.values[four>>48&2047]
	}
	return int(sum)
}

// list appends the numbers of the features of a placement, each as often as it
// counts.
func (r *Rater) list(m blokus.Placement, to []uint8) []uint8 {
	f := &r.footprints[m/cells]
	origin := at(int(m)%cells/side, int(m)%side)
	to = append(to, pieceFeatures+f.piece)
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
