package prior

import (
	"quadrille/engine/blokus"
)

// Model is the weights, in hundredths of the natural logarithm of the chance.
type Model struct {
	weights [2][phases][features]int16 // of classic and duo
}

// Rater rates the placements of one position after another. It serves one
// goroutine.
type Rater struct {
	model      *Model
	footprints *[blokus.Orientations]footprint
	board      board
	// values are the weights of the cells as covered ones, and after padded and
	// twice padded as those by edge and by corner; placed those of pieces.
	values [3 * padded]int32
	placed [blokus.Orientations]int32
}

// NewRater returns a rater that uses a model.
func NewRater(m *Model) *Rater {
	return &Rater{model: m, footprints: newFootprints()}
}

// Look prepares the rating of placements of the side to move, of which list has
// all.
func (r *Rater) Look(s *blokus.State, list []blokus.Placement) {
	b := &r.board
	b.look(s, list, r.footprints)
	variant := 0
	if b.duo {
		variant = 1
	}
	var w [features + 1]int32
	for i, weight := range r.model.weights[variant][b.phase] {
		w[i] = int32(weight)
	}
	end := at(s.Size(), s.Size()) + 1
	for i := range end {
		c, e, d := &b.cover[i], &b.edge[i], &b.corner[i]
		r.values[i] = w[c[0]] + w[c[1]] + w[c[2]] + w[c[3]]
		r.values[padded+i] = w[e[0]] + w[e[1]]
		r.values[2*padded+i] = w[d[0]] + w[d[1]] + w[d[2]]
	}
	for o := range r.placed {
		r.placed[o] = w[pieceFeatures+int(r.footprints[o].piece)]
	}
}

// Rate returns the rating of a placement.
func (r *Rater) Rate(m blokus.Placement) int {
	o := m / cells
	f := &r.footprints[o]
	cell := int(m) % cells
	values := r.values[at(cell/side, cell%side)-width-1:]
	sum := r.placed[o]
	for _, offset := range f.all[:f.count] {
		sum += values[offset]
	}
	return int(sum)
}

// list appends the numbers of the features of a placement, each as often as it
// counts.
func (r *Rater) list(m blokus.Placement, to []uint8) []uint8 {
	f := &r.footprints[m/cells]
	origin := at(int(m)%cells/side, int(m)%side)
	b := &r.board
	to = append(to, pieceFeatures+f.piece)
	for table, offsets := range [][]int16{f.cover, f.edge, f.corner} {
		of := [...]*[padded]traits{&b.cover, &b.edge, &b.corner}[table]
		for _, offset := range offsets {
			for _, feature := range of[origin+int(offset)] {
				if feature != noFeature {
					to = append(to, feature)
				}
			}
		}
	}
	return to
}
