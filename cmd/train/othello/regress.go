package othello

import (
	"fmt"
	"math"
	"slices"

	"quadrille/ai/othellobot/pattern"
	"quadrille/cmd/train/checkpoint"
)

// regression finds the weights w that make the sum over all samples of
// (label - x·w)² + shrink·|v|² + smooth·(differences of neighbouring knots of v)²
// least, by conjugate gradients with the diagonal as preconditioner (Hestenes,
// Stiefel 1952). v are the parts of which the weights are sums, see sharing. It
// is exact in the limit, has no step to choose, and does the same every time.
type regression struct {
	samples []sample // by their number of disks, once it has begun
	// shrink is for own parts, shared for shared ones, smooth for both.
	shrink, shared, smooth float64
	sharing                *sharing

	progress
	image, diagonal []float32 // vectors like those of progress
	// weights and their gradient: pattern.Slots() entries a knot, and the bases.
	weights, gradient []float32
}

// progress is what a step changes and a checkpoint keeps. In its vectors each
// knot has pattern.Slots() entries of its own and sharing.count shared ones, and
// the last 64 are the bases by the number of disks.
type progress struct {
	Parts, Residual, Direction []float32
	Dot                        float64 // Residual · Residual/diagonal
	Steps                      int
}

func weightsSize() int { return pattern.Knots*pattern.Slots() + 64 }

// rowSize is the length of a knot's part of a vector.
func (r *regression) rowSize() int { return pattern.Slots() + r.sharing.count }

// split returns a knot's own and shared entries of a vector.
func (r *regression) split(vector []float32, knot int) (own, shared []float32) {
	row := vector[knot*r.rowSize() : (knot+1)*r.rowSize()]
	return row[:pattern.Slots()], row[pattern.Slots():]
}

// expand sets weights to what a vector stands for.
func (r *regression) expand(weights, vector []float32) {
	for knot := range pattern.Knots {
		own, shared := r.split(vector, knot)
		to := row(weights, knot)
		for slot, list := range r.sharing.of {
			v := own[slot]
			for _, i := range list {
				v += shared[i]
			}
			to[slot] = v
		}
	}
	copy(weights[len(weights)-64:], vector[len(vector)-64:])
}

// collect adds what is said about weights to a vector of their parts.
func (r *regression) collect(vector, weights []float32) {
	for knot := range pattern.Knots {
		own, shared := r.split(vector, knot)
		for slot, v := range row(weights, knot) {
			own[slot] += v
			if v != 0 {
				for _, i := range r.sharing.of[slot] {
					shared[i] += v
				}
			}
		}
	}
	for i, v := range weights[len(weights)-64:] {
		vector[len(vector)-64+i] += v
	}
}

// row is a knot's part of weights.
func row(weights []float32, knot int) []float32 {
	slots := pattern.Slots()
	return weights[knot*slots : (knot+1)*slots]
}

// part is the samples of one number of disks, whose x all mix the same two
// knots in the same way. Working with the mixture halves the work.
type part struct {
	samples []sample
	disks   int
	mix     []float32 // one entry a slot
}

// groups calls use for the samples of each number of disks.
func (r *regression) groups(use func(p *part)) {
	mix := make([]float32, pattern.Slots())
	for rest := r.samples; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].disks == rest[0].disks {
			n++
		}
		clear(mix)
		use(&part{samples: rest[:n], disks: int(rest[0].disks), mix: mix})
		rest = rest[n:]
	}
}

// knots are the parts of weights for the two knots of a number of disks, and
// the share of each.
func knots(weights []float32, disks int) (a, b []float32, shareA, shareB float32) {
	first, share := pattern.Mix(disks)
	return row(weights, first), row(weights, first+1), float32(1 - share), float32(share)
}

func base(vector []float32, disks int) *float32 { return &vector[len(vector)-64+disks] }

// load sets the mixture to that of a vector.
func (p *part) load(vector []float32) {
	a, b, shareA, shareB := knots(vector, p.disks)
	for i := range p.mix {
		p.mix[i] = shareA*a[i] + shareB*b[i]
	}
}

// addTo adds the mixture to a vector, to each knot with its share.
func (p *part) addTo(vector []float32) {
	a, b, shareA, shareB := knots(vector, p.disks)
	for i, v := range p.mix {
		a[i] += shareA * v
		b[i] += shareB * v
	}
}

// sum is x without its base times a mixture.
func (p *sample) sum(mix []float32) float32 {
	var sum float32
	for _, slot := range p.slots {
		sum += mix[slot]
	}
	return sum
}

// add adds a factor times x without its base to a mixture.
func (p *sample) add(mix []float32, factor float32) {
	for _, slot := range p.slots {
		mix[slot] += factor
	}
}

// beginOrLoad starts the fit, from a checkpoint if there is one, and else from nothing.
func (r *regression) beginOrLoad(kept checkpoint.File) error {
	r.arrange()
	found, err := kept.Load(&r.progress)
	if err == nil && !found {
		r.begin()
	}
	return err
}

// begin starts from weights of nothing.
func (r *regression) begin() {
	r.multiply(r.Parts, r.Residual, func(p *sample, v float32) float32 { return v - p.label })
	for i, v := range r.Residual {
		r.Residual[i] = -v
	}
	r.turn(0)
}

// arrange sorts the samples and makes the vectors.
func (r *regression) arrange() {
	slices.SortStableFunc(r.samples, func(a, b sample) int { return int(a.disks) - int(b.disks) })
	r.sharing = newSharing()
	n := pattern.Knots*r.rowSize() + 64
	r.Parts, r.Residual, r.Direction = make([]float32, n), make([]float32, n), make([]float32, n)
	r.image, r.diagonal = make([]float32, n), make([]float32, n)
	r.weights, r.gradient = make([]float32, weightsSize()), make([]float32, weightsSize())
	r.setDiagonal()
}

// setDiagonal sets the diagonal of the matrix, as if no slot came twice in a
// sample.
func (r *regression) setDiagonal() {
	clear(r.gradient)
	r.groups(func(p *part) {
		count := 0
		for i := range p.samples {
			if s := &p.samples[i]; !s.test {
				s.add(p.mix, 1)
				count++
			}
		}
		a, b, shareA, shareB := knots(r.gradient, p.disks)
		for i, v := range p.mix {
			a[i] += shareA * shareA * v
			b[i] += shareB * shareB * v
		}
		*base(r.gradient, p.disks) += float32(count)
	})
	r.collect(r.diagonal, r.gradient)
	for i := range r.diagonal {
		r.diagonal[i] += r.pull(i) + float32(2*r.smooth)
	}
}

// multiply sets to to the sum of x·f(x·from) over the samples to learn from,
// and what shrinking and smoothing add.
func (r *regression) multiply(from, to []float32, f func(p *sample, v float32) float32) {
	r.penalty(from, to)
	r.expand(r.weights, from)
	clear(r.gradient)
	factors := []float32{}
	r.groups(func(p *part) {
		p.load(r.weights)
		factors = factors[:0]
		all := *base(r.weights, p.disks)
		sum := float32(0)
		for i := range p.samples {
			factor := float32(0)
			if s := &p.samples[i]; !s.test {
				factor = f(s, s.sum(p.mix)+all)
			}
			factors = append(factors, factor)
			sum += factor
		}
		clear(p.mix)
		for i, factor := range factors {
			if factor != 0 {
				p.samples[i].add(p.mix, factor)
			}
		}
		p.addTo(r.gradient)
		*base(r.gradient, p.disks) += sum
	})
	r.collect(to, r.gradient)
}

// pull is how strongly an entry of a vector is drawn to 0.
func (r *regression) pull(i int) float32 {
	if i < len(r.diagonal)-64 && i%r.rowSize() >= pattern.Slots() {
		return float32(r.shared)
	}
	return float32(r.shrink)
}

// penalty sets to to what shrinking and smoothing make of from.
func (r *regression) penalty(from, to []float32) {
	smooth := float32(r.smooth)
	for i, v := range from {
		to[i] = r.pull(i) * v
	}
	size := r.rowSize()
	for i := 0; i+size < pattern.Knots*size; i++ {
		d := smooth * (from[i] - from[i+size])
		to[i] += d
		to[i+size] -= d
	}
}

// turn sets the next direction.
func (r *regression) turn(before float64) {
	r.Dot = 0
	for i, v := range r.Residual {
		r.Dot += float64(v) * float64(v) / float64(r.diagonal[i])
	}
	beta := float32(0)
	if before > 0 {
		beta = float32(r.Dot / before)
	}
	for i, v := range r.Residual {
		r.Direction[i] = v/r.diagonal[i] + beta*r.Direction[i]
	}
}

// step makes one step, a pass over all samples. It says whether there was
// anything left to find.
func (r *regression) step() bool {
	r.multiply(r.Direction, r.image, func(_ *sample, v float32) float32 { return v })
	along := 0.0
	for i, v := range r.Direction {
		along += float64(v) * float64(r.image[i])
	}
	if along <= 0 {
		return false
	}
	alpha := float32(r.Dot / along)
	for i, v := range r.Direction {
		r.Parts[i] += alpha * v
		r.Residual[i] -= alpha * r.image[i]
	}
	r.turn(r.Dot)
	r.Steps++
	return true
}

// rmsError is a root mean square error.
type rmsError struct {
	squares float64
	count   int
}

func (f *rmsError) add(d float64) { f.squares += d * d; f.count++ }

func (f *rmsError) String() string {
	if f.count == 0 {
		return "none"
	}
	return fmt.Sprintf("%.3f disks", f.root())
}

func (f *rmsError) root() float64 { return math.Sqrt(f.squares / float64(max(1, f.count))) }

// errors returns the errors in disks of the samples to learn from, of those
// kept back, and of the latter by the number of disks, four numbers together.
func (r *regression) errors() (learned, kept rmsError, byDisks [16]rmsError) {
	r.expand(r.weights, r.Parts)
	r.groups(func(p *part) {
		p.load(r.weights)
		all := *base(r.weights, p.disks)
		for i := range p.samples {
			s := &p.samples[i]
			d := float64(s.sum(p.mix)+all-s.label) / 100
			if !s.test {
				learned.add(d)
				continue
			}
			kept.add(d)
			byDisks[p.disks/4].add(d)
		}
	})
	return learned, kept, byDisks
}

// model rounds the weights.
func (r *regression) model() *pattern.Model {
	r.expand(r.weights, r.Parts)
	m := pattern.NewModel()
	for k := range m.Knots {
		for i, v := range row(r.weights, k) {
			m.Knots[k][i] = round(v)
		}
	}
	for i := range m.Base {
		m.Base[i] = round(*base(r.weights, i))
	}
	return m
}

func round(v float32) int16 {
	return int16(max(-20000, min(math.Round(float64(v)), 20000)))
}
