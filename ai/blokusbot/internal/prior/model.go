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

// Look prepares the rating of placements of the side to move.
func (r *Rater) Look(s *blokus.State) {
	b := &r.board
	b.look(s)
	variant := 0
	if b.duo {
		variant = 1
	}
	w := &r.model.weights[variant][b.phase]
	end := at(s.Size(), s.Size()) + 1
	for i := range end {
		r.values[i] = int32(w[b.cover[i]]) + int32(w[b.ring[i]])
		r.values[padded+i] = int32(w[b.edge[i]])
		r.values[2*padded+i] = int32(w[b.corner[i]])
	}
	for o := range r.placed {
		r.placed[o] = int32(w[pieceFeatures+int(r.footprints[o].piece)])
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
	for _, offset := range f.cover {
		to = append(to, b.cover[origin+int(offset)], b.ring[origin+int(offset)])
	}
	for _, offset := range f.edge {
		to = append(to, b.edge[origin+int(offset)])
	}
	for _, offset := range f.corner {
		to = append(to, b.corner[origin+int(offset)])
	}
	return to
}
