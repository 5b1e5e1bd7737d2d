package main

import (
	"math"

	"quadrille/ai/othellobot/pattern"
)

// regression finds the weights w that make the sum over all samples of
// (label - x·w)² + shrink·|w|² + smooth·(differences of neighbouring knots)²
// least, by conjugate gradients with the diagonal as preconditioner (Hestenes,
// Stiefel 1952). It is exact in the limit, has no step to choose, and does the
// same every time.
type regression struct {
	samples        []sample
	shrink, smooth float64

	// Vectors: entry k*slots+i is slot i of knot k, and the last 64 are the
	// bases by the number of disks.
	weights, residual, direction, image []float32
	diagonal                            []float32
	dot                                 float64 // residual · residual/diagonal
	steps                               int
}

func vectorSize() int { return pattern.Knots*pattern.Slots() + 64 }

// knots are the vector's parts for the two knots of a sample, and the weights of each.
func knots(vector []float32, disks uint8) (a, b []float32, shareA, shareB float32) {
	first, share := pattern.Mix(int(disks))
	slots := pattern.Slots()
	a = vector[first*slots : (first+1)*slots]
	b = vector[(first+1)*slots : (first+2)*slots]
	return a, b, float32(1 - share), float32(share)
}

// apply returns x·vector.
func (p *sample) apply(vector []float32) float32 {
	a, b, shareA, shareB := knots(vector, p.disks)
	var sumA, sumB float32
	for _, slot := range p.slots {
		sumA += a[slot]
		sumB += b[slot]
	}
	return shareA*sumA + shareB*sumB + vector[len(vector)-64+int(p.disks&63)]
}

// add adds x times a factor to a vector.
func (p *sample) add(vector []float32, factor float32) {
	a, b, shareA, shareB := knots(vector, p.disks)
	shareA *= factor
	shareB *= factor
	for _, slot := range p.slots {
		a[slot] += shareA
		b[slot] += shareB
	}
	vector[len(vector)-64+int(p.disks&63)] += factor
}

// addSquares adds the squares of x to a vector, as if no slot came twice.
func (p *sample) addSquares(vector []float32) {
	a, b, shareA, shareB := knots(vector, p.disks)
	for _, slot := range p.slots {
		a[slot] += shareA * shareA
		b[slot] += shareB * shareB
	}
	vector[len(vector)-64+int(p.disks&63)]++
}

// begin starts from weights of nothing.
func (r *regression) begin() {
	n := vectorSize()
	r.weights, r.residual, r.direction = make([]float32, n), make([]float32, n), make([]float32, n)
	r.setDiagonal()
	for i := range r.samples {
		if p := &r.samples[i]; !p.test {
			p.add(r.residual, p.label)
		}
	}
	r.turn(0)
}

func (r *regression) setDiagonal() {
	r.image, r.diagonal = make([]float32, vectorSize()), make([]float32, vectorSize())
	for i := range r.samples {
		if p := &r.samples[i]; !p.test {
			p.addSquares(r.diagonal)
		}
	}
	for i := range r.diagonal {
		r.diagonal[i] += float32(r.shrink + 2*r.smooth)
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
	r.setImage()
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

// setImage multiplies the direction by the matrix of the normal equations.
func (r *regression) setImage() {
	shrink, smooth := float32(r.shrink), float32(r.smooth)
	for i, v := range r.direction {
		r.image[i] = shrink * v
	}
	slots := pattern.Slots()
	for i := 0; i+slots < pattern.Knots*slots; i++ {
		d := smooth * (r.direction[i] - r.direction[i+slots])
		r.image[i] += d
		r.image[i+slots] -= d
	}
	for i := range r.samples {
		if p := &r.samples[i]; !p.test {
			p.add(r.image, p.apply(r.direction))
		}
	}
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
	for i := range r.samples {
		p := &r.samples[i]
		d := float64(p.apply(r.weights)-p.label) / 100
		if !p.test {
			learned.add(d)
			continue
		}
		kept.add(d)
		byDisks[p.disks].add(d)
	}
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
		m.Base[i] = round(r.weights[pattern.Knots*slots+i])
	}
	return m
}

func round(v float32) int16 {
	return int16(max(-20000, min(math.Round(float64(v)), 20000)))
}
