package main

import (
	"math"
	"slices"

	"quadrille/ai/othellobot/pattern"
)

// regression finds the weights w that make the sum over all samples of
// (label - x·w)² + shrink·|w|² + smooth·(differences of neighbouring knots)²
// least, by conjugate gradients with the diagonal as preconditioner (Hestenes,
// Stiefel 1952). It is exact in the limit, has no step to choose, and does the
// same every time.
type regression struct {
	samples        []sample // by their number of disks, once it has begun
	shrink, smooth float64

	// Vectors: entry k*pattern.Slots()+i is slot i of knot k, and the last 64
	// are the bases by the number of disks.
	weights, residual, direction, image []float32
	diagonal                            []float32
	dot                                 float64 // residual · residual/diagonal
	steps                               int
}

func vectorSize() int { return pattern.Knots*pattern.Slots() + 64 }

// part is the samples of one number of disks, whose x all mix the same two
// knots in the same way. Working with the mixture halves the work.
type part struct {
	samples []sample
	disks   int
	mix     []float32 // one entry a slot
}

// parts calls use for the samples of each number of disks.
func (r *regression) parts(use func(p *part)) {
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

// knots are the parts of a vector for the two knots of a number of disks, and
// the share of each.
func knots(vector []float32, disks int) (a, b []float32, shareA, shareB float32) {
	first, share := pattern.Mix(disks)
	slots := pattern.Slots()
	a = vector[first*slots : (first+1)*slots]
	b = vector[(first+1)*slots : (first+2)*slots]
	return a, b, float32(1 - share), float32(share)
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

// begin starts from weights, or from weights of nothing.
func (r *regression) begin(from *pattern.Model) {
	r.arrange()
	for i := range pattern.Knots {
		if from == nil {
			break
		}
		for j, v := range from.Knots[i] {
			r.weights[i*pattern.Slots()+j] = float32(v)
		}
	}
	if from != nil {
		for i, v := range from.Base {
			*base(r.weights, i) = float32(v)
		}
	}
	r.multiply(r.weights, r.residual, func(p *sample, v float32) float32 { return v - p.label })
	for i, v := range r.residual {
		r.residual[i] = -v
	}
	r.turn(0)
}

// arrange sorts the samples and makes the vectors.
func (r *regression) arrange() {
	slices.SortStableFunc(r.samples, func(a, b sample) int { return int(a.disks) - int(b.disks) })
	n := vectorSize()
	r.weights, r.residual, r.direction = make([]float32, n), make([]float32, n), make([]float32, n)
	r.image, r.diagonal = make([]float32, n), make([]float32, n)
	r.setDiagonal()
}

// setDiagonal sets the diagonal of the matrix, as if no slot came twice in a
// sample.
func (r *regression) setDiagonal() {
	r.parts(func(p *part) {
		count := 0
		for i := range p.samples {
			if s := &p.samples[i]; !s.test {
				s.add(p.mix, 1)
				count++
			}
		}
		a, b, shareA, shareB := knots(r.diagonal, p.disks)
		for i, v := range p.mix {
			a[i] += shareA * shareA * v
			b[i] += shareB * shareB * v
		}
		*base(r.diagonal, p.disks) += float32(count)
	})
	for i := range r.diagonal {
		r.diagonal[i] += float32(r.shrink + 2*r.smooth)
	}
}

// multiply sets to to the sum of x·f(x·from) over the samples to learn from,
// and what shrinking and smoothing add.
func (r *regression) multiply(from, to []float32, f func(p *sample, v float32) float32) {
	r.penalty(from, to)
	factors := []float32{}
	r.parts(func(p *part) {
		p.load(from)
		factors = factors[:0]
		all := *base(from, p.disks)
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
		p.addTo(to)
		*base(to, p.disks) += sum
	})
}

// penalty sets to to what shrinking and smoothing make of from.
func (r *regression) penalty(from, to []float32) {
	shrink, smooth := float32(r.shrink), float32(r.smooth)
	for i, v := range from {
		to[i] = shrink * v
	}
	slots := pattern.Slots()
	for i := 0; i+slots < pattern.Knots*slots; i++ {
		d := smooth * (from[i] - from[i+slots])
		to[i] += d
		to[i+slots] -= d
	}
}

// turn sets the next direction.
func (r *regression) turn(before float64) {
	r.dot = 0
	for i, v := range r.residual {
		r.dot += float64(v) * float64(v) / float64(r.diagonal[i])
	}
	beta := float32(0)
	if before > 0 {
		beta = float32(r.dot / before)
	}
	for i, v := range r.residual {
		r.direction[i] = v/r.diagonal[i] + beta*r.direction[i]
	}
}

// step makes one step, a pass over all samples. It says whether there was
// anything left to find.
func (r *regression) step() bool {
	r.multiply(r.direction, r.image, func(_ *sample, v float32) float32 { return v })
	along := 0.0
	for i, v := range r.direction {
		along += float64(v) * float64(r.image[i])
	}
	if along <= 0 {
		return false
	}
	alpha := float32(r.dot / along)
	for i, v := range r.direction {
		r.weights[i] += alpha * v
		r.residual[i] -= alpha * r.image[i]
	}
	r.turn(r.dot)
	r.steps++
	return true
}

// fault is a root mean square error.
type fault struct {
	squares float64
	count   int
}

func (f *fault) add(d float64) { f.squares += d * d; f.count++ }

func (f *fault) root() float64 { return math.Sqrt(f.squares / float64(max(1, f.count))) }

// errors returns the errors in disks of the samples to learn from, of those
// kept back, and of the latter by the number of disks.
func (r *regression) errors() (learned, kept fault, byDisks [65]fault) {
	r.parts(func(p *part) {
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
			byDisks[p.disks].add(d)
		}
	})
	return learned, kept, byDisks
}

// model rounds the weights.
func (r *regression) model() *pattern.Model {
	m, slots := pattern.NewModel(), pattern.Slots()
	for k := range m.Knots {
		for i := range m.Knots[k] {
			m.Knots[k][i] = round(r.weights[k*slots+i])
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
