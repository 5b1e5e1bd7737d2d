package prior

import (
	"math"
	"math/rand/v2"

	"quadrille/engine/blokus"
)

// Sample is a position with the shares of the simulations that a search spent
// on its turns.
type Sample struct {
	State  blokus.State
	Moves  []blokus.Placement
	Shares []float32 // add up to one
}

// heldBlock is how many samples one after another are held out together or not:
// those of one game are alike.
const heldBlock = 50

// example is a sample as features.
type example struct {
	variant, phase int
	lists          [][]uint8
	shares         []float32
}

// Fit fits the weights to samples in so many rounds, and returns the mean
// cross entropy of each round, in nats, on the samples held out: one in ten.
// Weights are pulled towards zero by decay, since some features are rare. A
// variant without samples has the weights that the program has now.
func Fit(samples []Sample, rounds int, decay float64, seed uint64, report func(round int, train, held float64)) *Model {
	r := NewRater(new(Model))
	var train, held []example
	for i := range samples {
		e := r.example(&samples[i])
		if i/heldBlock%10 == 9 {
			held = append(held, e)
		} else {
			train = append(train, e)
		}
	}
	f := fitter{rng: rand.New(rand.NewPCG(seed, 0)), decay: decay}
	var has [2]bool
	for _, e := range train {
		has[e.variant] = true
	}
	for round := range rounds {
		f.rate = 0.1 / math.Sqrt(1+float64(round))
		loss := f.round(train)
		report(round, loss, f.loss(held))
	}
	m := f.model()
	for v := range has {
		if !has[v] {
			m.weights[v] = Standard().weights[v]
		}
	}
	return m
}

func (r *Rater) example(s *Sample) example {
	r.Prepare(&s.State, s.Moves)
	e := example{phase: r.board.phase, shares: s.Shares}
	if r.board.duo {
		e.variant = 1
	}
	for _, m := range s.Moves {
		e.lists = append(e.lists, r.list(m, nil))
	}
	return e
}

// fitter is the state of the descent (Adagrad: Duchi, Hazan and Singer, 2011).
type fitter struct {
	rng   *rand.Rand
	rate  float64
	decay float64
	// The weights of a phase are the sum of its own and those of all phases,
	// which come last.
	weights, squares [2][phases + 1][features]float64
	chances          []float64
}

func (f *fitter) round(examples []example) float64 {
	sum := 0.0
	for _, i := range f.rng.Perm(len(examples)) {
		sum += f.step(&examples[i])
	}
	return sum / float64(max(1, len(examples)))
}

// chancesOf fills f.chances and returns the cross entropy.
func (f *fitter) chancesOf(e *example) float64 {
	w, all := &f.weights[e.variant][e.phase], &f.weights[e.variant][phases]
	f.chances = f.chances[:0]
	best := math.Inf(-1)
	for _, list := range e.lists {
		z := 0.0
		for _, feature := range list {
			z += w[feature] + all[feature]
		}
		f.chances = append(f.chances, z)
		best = max(best, z)
	}
	sum := 0.0
	for i, z := range f.chances {
		f.chances[i] = math.Exp(z - best)
		sum += f.chances[i]
	}
	loss := 0.0
	for i := range f.chances {
		f.chances[i] /= sum
		if e.shares[i] > 0 {
			loss -= float64(e.shares[i]) * math.Log(max(1e-12, f.chances[i]))
		}
	}
	return loss
}

func (f *fitter) loss(examples []example) float64 {
	sum := 0.0
	for i := range examples {
		sum += f.chancesOf(&examples[i])
	}
	return sum / float64(max(1, len(examples)))
}

func (f *fitter) step(e *example) float64 {
	loss := f.chancesOf(e)
	var gradient [features]float64
	for i, list := range e.lists {
		d := f.chances[i] - float64(e.shares[i])
		for _, feature := range list {
			gradient[feature] += d
		}
	}
	const own = 10 // by how much more the weights of a phase are pulled
	f.descend(&gradient, &f.weights[e.variant][e.phase], &f.squares[e.variant][e.phase], own*f.decay)
	f.descend(&gradient, &f.weights[e.variant][phases], &f.squares[e.variant][phases], f.decay)
	return loss
}

func (f *fitter) descend(gradient, w, q *[features]float64, decay float64) {
	for i, g := range gradient {
		g += decay * w[i]
		q[i] += g * g
		w[i] -= f.rate * g / math.Sqrt(q[i]+1e-8)
	}
}

func (f *fitter) model() *Model {
	m := new(Model)
	for v := range m.weights {
		for p := range m.weights[v] {
			for i := range m.weights[v][p] {
				w := f.weights[v][p][i] + f.weights[v][phases][i]
				m.weights[v][p][i] = int16(math.Round(min(max(100*w, -3000), 3000)))
			}
		}
	}
	return m
}
