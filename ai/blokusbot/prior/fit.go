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
	// From, if not nil, is what the descent begins with in place of chance, in steps that
	// are a third as long.
	From *Model
	Seed uint64
}

// Progress is how far a fit has come. Its zero value is the beginning; with what report
// saw last a fit goes on, with the same result as without the interruption.
type Progress struct {
	Round, Samples, Of int // from 1 on; samples of this round so far, and of each
	// Sum is the cross entropy, in nats, of all samples of this round so far.
	Sum float64
	// Held is the mean of those held out at the end of a round, or NaN where there are none.
	Held float64
	// What a step changes, with the steps made.
	Steps                   int
	Weights, Means, Squares [2]fitted
}

// Train is the mean cross entropy so far in this round, in nats.
func (p *Progress) Train() float64 { return p.Sum / float64(p.Samples) }

// reportEvery is how many samples lie between two reports, whole batches.
const reportEvery = 16 * batch

// Fit fits the weights to samples but for those held out, a tenth, and reports every
// now and then, with an error to stop. A variant without samples has the weights that the
// program has now.
func Fit(samples []Sample, how Fitting, now Progress, report func(*Progress) error) (*Model, error) {
	var train, held []*Sample
	m := *Standard()
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
	f := newFitter(how, now)
	for f.Round < how.Rounds || f.Samples < len(train) {
		if err := f.round(train, held, report); err != nil {
			return nil, err
		}
	}
	for v := range has {
		if has[v] {
			f.Weights[v].round(how.Scale, &m.Linear[v], &m.Nets[v])
		}
	}
	return &m, nil
}

type excitations [units]float32

// fitted is the weights of a variant, or something for each of them.
type fitted struct {
	// The linear weights of a phase are the sum of its own and those of all phases,
	// which come last.
	Linear    [phases + 1][features]float32
	Features  [features]excitations
	Bias, Out [phases]excitations
}

func (w *fitted) lists() (lists [][]float32) {
	for i := range w.Linear {
		lists = append(lists, w.Linear[i][:])
	}
	for i := range w.Features {
		lists = append(lists, w.Features[i][:])
	}
	for i := range w.Bias {
		lists = append(lists, w.Bias[i][:], w.Out[i][:])
	}
	return lists
}

// randomize gives the hidden units something to begin with: those of all phases the
// same.
func (w *fitted) randomize(rng *rand.Rand) {
	for i := range w.Features {
		for u := range w.Features[i] {
			w.Features[i][u] = float32(rng.NormFloat64() * 0.15)
		}
	}
	for u := range units {
		out := float32(rng.NormFloat64() * 0.2)
		for p := range w.Out {
			w.Out[p][u] = out
		}
	}
}

// round writes the weights as integers, the ratings multiplied by scale. What a hidden unit
// gets is multiplied by what there is room for, and what it counts divided by that, so that
// as little as can be is lost.
func (w *fitted) round(scale float64, linear *[phases][features]int16, n *net) {
	integer := func(x, limit float64) int16 { return int16(math.Round(min(max(x, -limit), limit))) }
	for p := range phases {
		for f := range features {
			linear[p][f] = integer(100*scale*float64(w.Linear[p][f]+w.Linear[phases][f]), most)
		}
	}
	for u := range units {
		largest, counts := 0.0, 0.0
		for f := range features {
			largest = max(largest, math.Abs(float64(w.Features[f][u]))/most)
		}
		for p := range phases {
			largest = max(largest, math.Abs(float64(w.Bias[p][u]))/mostBias)
			counts = max(counts, math.Abs(float64(w.Out[p][u])))
		}
		// A unit that hardly counts needs no room, and what it counts should not be rounded away.
		const least = 64
		parts := 1 / max(largest, 1e-6)
		parts = max(min(parts, 100*scale*(1<<outShift)*counts/least), min(unitParts, parts))
		for f := range features {
			n.Features[f][u] = integer(parts*float64(w.Features[f][u]), most)
		}
		for p := range phases {
			n.Bias[p][u] = integer(parts*float64(w.Bias[p][u]), mostBias)
			n.Out[p][u] = integer(100*scale*(1<<outShift)/parts*float64(w.Out[p][u]), math.MaxInt16)
		}
	}
}

// unround is the reverse of round. What all phases have of the linear weights is their mean.
func (w *fitted) unround(scale float64, linear *[phases][features]int16, n *net) {
	for f := range features {
		for p := range phases {
			w.Linear[p][f] = float32(float64(linear[p][f]) / (100 * scale))
			w.Linear[phases][f] += w.Linear[p][f] / phases
		}
		for p := range phases {
			w.Linear[p][f] -= w.Linear[phases][f]
		}
		for u := range units {
			w.Features[f][u] = float32(n.Features[f][u]) / unitParts
		}
	}
	for p := range phases {
		for u := range units {
			w.Bias[p][u] = float32(n.Bias[p][u]) / unitParts
			w.Out[p][u] = float32(float64(n.Out[p][u]) * unitParts / (100 * scale * (1 << outShift)))
		}
	}
}

// fitter is the state of the descent, which goes on in steps of batch samples (AdamW:
// Loshchilov and Hutter, "Decoupled weight decay regularization", 2019).
type fitter struct {
	Progress
	how      Fitting
	rate     float64 // of the first step
	rater    *Rater
	gradient [2]fitted
	position
}

const (
	batch = 64
	rate  = 0.003 // at first; it falls to nearly nothing
)

func newFitter(how Fitting, now Progress) *fitter {
	f := &fitter{Progress: now, how: how, rate: rate, rater: NewRater(new(Model))}
	if how.From != nil {
		f.rate = rate / 3
	}
	if f.Round > 0 {
		return f
	}
	rng := f.chance()
	for v := range f.Weights {
		if m := how.From; m != nil {
			f.Weights[v].unround(how.Scale, &m.Linear[v], &m.Nets[v])
		} else {
			f.Weights[v].randomize(rng)
		}
	}
	return f
}

// chance is what a round draws from.
func (f *fitter) chance() *rand.Rand {
	return rand.New(rand.NewPCG(f.how.Seed, uint64(f.Round)))
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

// loss is the mean cross entropy of samples, in nats.
func (f *fitter) loss(samples []*Sample) float64 {
	sum := 0.0
	for _, s := range samples {
		sum += f.forward(s)
	}
	return sum / float64(len(samples))
}

// round goes through the samples, from where it was, or once more.
func (f *fitter) round(samples, held []*Sample, report func(*Progress) error) error {
	if f.Of = len(samples); f.Round == 0 || f.Samples == f.Of {
		f.Round, f.Samples, f.Sum = f.Round+1, 0, 0
	}
	for _, i := range f.chance().Perm(f.Of)[f.Samples:] {
		f.Sum += f.forward(samples[i])
		f.backward()
		if f.Samples++; f.Samples%batch == 0 || f.Samples == f.Of {
			done := float64(f.Round-1) + float64(f.Samples)/float64(f.Of)
			f.step(f.rate * (1 - 0.98*done/float64(f.how.Rounds)))
		}
		if f.Samples%reportEvery == 0 && f.Samples < f.Of {
			if err := report(&f.Progress); err != nil {
				return err
			}
		}
	}
	f.Held = f.loss(held)
	return report(&f.Progress)
}

// tables are the features of a cell in each role.
func (k *kinds) tables() [3]*traits { return [3]*traits{&k.cover, &k.edge, &k.corner} }

// forward finds the chances of the placements of a sample, and returns the cross
// entropy.
func (f *fitter) forward(s *Sample) float64 {
	f.rater.Prepare(&s.State, s.Moves)
	b := &f.rater.board
	f.sample, f.variant = s, variantOf(&s.State)
	w := &f.Weights[f.variant]
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
					linear += w.Linear[b.phase][feature] + w.Linear[phases][feature]
					for u, x := range &w.Features[feature] {
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
	w, phase := &f.Weights[f.variant], f.rater.board.phase
	print, base, piece := f.placement(m)
	linear := w.Linear[phase][piece] + w.Linear[phases][piece]
	sums := w.Bias[phase]
	for u, x := range &w.Features[piece] {
		sums[u] += x
	}
	for _, offset := range print.all[:print.count] {
		linear += f.linear[base+int(offset)]
		for u, x := range &f.units[base+int(offset)] {
			sums[u] += x
		}
	}
	for u, x := range sums {
		linear += max(x, 0) * w.Out[phase][u]
	}
	f.excited = append(f.excited, sums)
	return float64(linear)
}

// backward adds the gradient of the sample that went forward.
func (f *fitter) backward() {
	w, g, phase := &f.Weights[f.variant], &f.gradient[f.variant], f.rater.board.phase
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
		g.Linear[phase][piece] += d
		g.Linear[phases][piece] += d
		var back excitations
		for u, x := range &f.excited[i] {
			if x > 0 {
				back[u] = d * w.Out[phase][u]
				g.Out[phase][u] += d * x
				g.Bias[phase][u] += back[u]
				g.Features[piece][u] += back[u]
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
				g.Linear[phase][feature] += d
				g.Linear[phases][feature] += d
				sums := &g.Features[feature]
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
	f.Steps++
	meanSoFar := 1 - math.Pow(keepMean, float64(f.Steps))
	squareSoFar := 1 - math.Pow(keepSquare, float64(f.Steps))
	for v := range f.Weights {
		weights, gradients := f.Weights[v].lists(), f.gradient[v].lists()
		means, squares := f.Means[v].lists(), f.Squares[v].lists()
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
