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

// Fitting says how weights are fitted.
type Fitting struct {
	Rounds int
	// Decay is by how much weights are pulled towards zero, since some features are
	// rare: in a step by that and the rate of the step.
	Decay float64
	// Scale is what all ratings are multiplied by in the end. The shares of short
	// searches follow the ratings that those had more closely than the worth of turns,
	// and a fit to them is too sure.
	Scale float64
	Seed  uint64
}

// Progress is how far a fit has come.
type Progress struct {
	Round, Samples, Of int // from 1 on; samples of this round so far, and of each
	// Train and Held are the mean cross entropies so far in this round and, at its end, on
	// the samples held out, in nats.
	Train, Held float64
}

// Fit fits the weights to samples but for those held out, one in ten, and reports every
// now and then. A variant without samples has the weights that the program has now.
func Fit(samples []Sample, how Fitting, report func(Progress)) *Model {
	var train, held []*Sample
	m := *Standard()
	f := newFitter(how)
	var has [2]bool
	for i := range samples {
		s := &samples[i]
		if i/heldBlock%10 == 9 {
			held = append(held, s)
			continue
		}
		train = append(train, s)
		has[variantOf(&s.State)] = true
	}
	for round := range how.Rounds {
		now := f.round(train, round, report)
		now.Held = f.loss(held)
		report(now)
	}
	for v := range has {
		if has[v] {
			f.weights[v].round(how.Scale, &m.Linear[v], &m.Nets[v])
		}
	}
	return &m
}

type excitations [units]float32

// fitted is the weights of a variant, or something for each of them.
type fitted struct {
	// The linear weights of a phase are the sum of its own and those of all phases,
	// which come last.
	linear    [phases + 1][features]float32
	features  [features]excitations
	bias, out [phases]excitations
}

func (w *fitted) lists() (lists [][]float32) {
	for i := range w.linear {
		lists = append(lists, w.linear[i][:])
	}
	for i := range w.features {
		lists = append(lists, w.features[i][:])
	}
	for i := range w.bias {
		lists = append(lists, w.bias[i][:], w.out[i][:])
	}
	return lists
}

// randomize gives the hidden units something to begin with: those of all phases the
// same.
func (w *fitted) randomize(rng *rand.Rand) {
	for i := range w.features {
		for u := range w.features[i] {
			w.features[i][u] = float32(rng.NormFloat64() * 0.15)
		}
	}
	for u := range units {
		out := float32(rng.NormFloat64() * 0.2)
		for p := range w.out {
			w.out[p][u] = out
		}
	}
}

// round writes the weights as integers, the ratings multiplied by scale.
func (w *fitted) round(scale float64, linear *[phases][features]int16, n *net) {
	integer := func(x, limit float64) int16 { return int16(math.Round(min(max(x, -limit), limit))) }
	for p := range phases {
		for f := range features {
			linear[p][f] = integer(100*scale*float64(w.linear[p][f]+w.linear[phases][f]), most)
		}
		for u := range units {
			n.Bias[p][u] = integer(unitParts*float64(w.bias[p][u]), mostBias)
			n.Out[p][u] = integer(100*scale*(1<<outShift)/unitParts*float64(w.out[p][u]), math.MaxInt16)
		}
	}
	for f := range features {
		for u := range units {
			n.Features[f][u] = integer(unitParts*float64(w.features[f][u]), most)
		}
	}
}

// fitter is the state of the descent, which goes on in steps of batch samples (AdamW:
// Loshchilov and Hutter, "Decoupled weight decay regularization", 2019).
type fitter struct {
	how                               Fitting
	rater                             *Rater
	rng                               *rand.Rand
	steps                             int
	weights, gradient, means, squares [2]fitted
	position
}

const (
	batch = 64
	rate  = 0.003 // at first; it falls to nearly nothing
)

func newFitter(how Fitting) *fitter {
	f := &fitter{how: how, rater: NewRater(new(Model)), rng: rand.New(rand.NewPCG(how.Seed, 0))}
	for v := range f.weights {
		f.weights[v].randomize(f.rng)
	}
	return f
}

// position is what a step finds out of a sample. A table has its cells as those of
// Rater.rows.
type position struct {
	sample  *Sample
	variant int
	cells   []int
	kinds   [padded]kinds
	// linear and units are what the cells of each table add, and later by how much the
	// loss rises with that.
	linear [3 * padded]float32
	units  [3 * padded]excitations
	// chances and excited are those of the placements.
	chances []float64
	excited []excitations
}

func (f *fitter) loss(samples []*Sample) float64 {
	sum := 0.0
	for _, s := range samples {
		sum += f.forward(s)
	}
	return sum / float64(max(1, len(samples)))
}

func (f *fitter) round(samples []*Sample, round int, report func(Progress)) Progress {
	const often = 1000 // samples
	now, sum := Progress{Round: round + 1, Of: len(samples)}, 0.0
	for n, i := range f.rng.Perm(len(samples)) {
		sum += f.forward(samples[i])
		f.backward()
		now.Samples, now.Train = n+1, sum/float64(n+1)
		if now.Samples%batch == 0 || now.Samples == now.Of {
			done := float64(round) + float64(n)/float64(now.Of)
			f.step(rate * (1 - 0.98*done/float64(f.how.Rounds)))
		}
		if now.Samples%often == 0 && now.Samples < now.Of {
			report(now)
		}
	}
	return now
}

// tables are the features of a cell in each role.
func (k *kinds) tables() [3]*traits { return [3]*traits{&k.cover, &k.edge, &k.corner} }

// forward finds the chances of the placements of a sample, and returns the cross
// entropy.
func (f *fitter) forward(s *Sample) float64 {
	f.rater.Prepare(&s.State, s.Moves)
	b := &f.rater.board
	f.sample, f.variant = s, variantOf(&s.State)
	w := &f.weights[f.variant]
	f.cells = f.cells[:0]
	for row := -1; row <= b.size; row++ {
		for col := -1; col <= b.size; col++ {
			i := at(row, col)
			f.cells = append(f.cells, i)
			f.kinds[i] = b.classify(row, col)
			for table, features := range f.kinds[i].tables() {
				linear, sums := float32(0), excitations{}
				for _, feature := range features {
					if feature == noFeature {
						continue
					}
					linear += w.linear[b.phase][feature] + w.linear[phases][feature]
					for u, x := range &w.features[feature] {
						sums[u] += x
					}
				}
				f.linear[table*padded+i], f.units[table*padded+i] = linear, sums
			}
		}
	}
	f.chances, f.excited = f.chances[:0], f.excited[:0]
	best := math.Inf(-1)
	for _, m := range s.Moves {
		z := f.excite(m)
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
		if s.Shares[i] > 0 {
			loss -= float64(s.Shares[i]) * math.Log(max(1e-12, f.chances[i]))
		}
	}
	return loss
}

// placement returns the footprint of a placement, where its tables begin, and the
// feature of its piece.
func (f *fitter) placement(m blokus.Placement) (print *footprint, base, piece int) {
	print = &f.rater.footprints[m/cells]
	return print, int(padAt[m%cells]) - width - 1, pieceFeatures + int(print.piece)
}

// excite adds what a placement gives to the hidden units to f.excited, and returns its
// rating.
func (f *fitter) excite(m blokus.Placement) float64 {
	w, phase := &f.weights[f.variant], f.rater.board.phase
	print, base, piece := f.placement(m)
	linear := w.linear[phase][piece] + w.linear[phases][piece]
	sums := w.bias[phase]
	for u, x := range &w.features[piece] {
		sums[u] += x
	}
	for _, offset := range print.all[:print.count] {
		linear += f.linear[base+int(offset)]
		for u, x := range &f.units[base+int(offset)] {
			sums[u] += x
		}
	}
	for u, x := range sums {
		linear += max(x, 0) * w.out[phase][u]
	}
	f.excited = append(f.excited, sums)
	return float64(linear)
}

// backward adds the gradient of the sample that went forward.
func (f *fitter) backward() {
	w, g, phase := &f.weights[f.variant], &f.gradient[f.variant], f.rater.board.phase
	for _, i := range f.cells {
		for table := range 3 {
			f.linear[table*padded+i], f.units[table*padded+i] = 0, excitations{}
		}
	}
	for i, m := range f.sample.Moves {
		d := float32(f.chances[i]) - f.sample.Shares[i]
		if max(d, -d) < 1e-4 {
			continue // most placements, which would take most of the time
		}
		print, base, piece := f.placement(m)
		g.linear[phase][piece] += d
		g.linear[phases][piece] += d
		var back excitations
		for u, x := range &f.excited[i] {
			if x > 0 {
				back[u] = d * w.out[phase][u]
				g.out[phase][u] += d * x
				g.bias[phase][u] += back[u]
				g.features[piece][u] += back[u]
			}
		}
		for _, offset := range print.all[:print.count] {
			f.linear[base+int(offset)] += d
			sums := &f.units[base+int(offset)]
			for u, x := range back {
				sums[u] += x
			}
		}
	}
	for _, i := range f.cells {
		for table, features := range f.kinds[i].tables() {
			d, back := f.linear[table*padded+i], &f.units[table*padded+i]
			if d == 0 && *back == (excitations{}) {
				continue
			}
			for _, feature := range features {
				if feature == noFeature {
					continue
				}
				g.linear[phase][feature] += d
				g.linear[phases][feature] += d
				sums := &g.features[feature]
				for u, x := range back {
					sums[u] += x
				}
			}
		}
	}
}

// step moves the weights.
func (f *fitter) step(rate float64) {
	const keepMean, keepSquare = 0.9, 0.999
	f.steps++
	meanSoFar := 1 - math.Pow(keepMean, float64(f.steps))
	squareSoFar := 1 - math.Pow(keepSquare, float64(f.steps))
	for v := range f.weights {
		weights, gradients := f.weights[v].lists(), f.gradient[v].lists()
		means, squares := f.means[v].lists(), f.squares[v].lists()
		for l, list := range weights {
			for i := range list {
				w, m, q := &list[i], &means[l][i], &squares[l][i]
				g := gradients[l][i] / batch
				gradients[l][i] = 0
				*m = keepMean**m + (1-keepMean)*g
				*q = keepSquare**q + (1-keepSquare)*g*g
				*w -= float32(rate*f.how.Decay) * *w
				*w -= float32(rate * float64(*m) / meanSoFar / (math.Sqrt(float64(*q)/squareSoFar) + 1e-8))
			}
		}
	}
}
