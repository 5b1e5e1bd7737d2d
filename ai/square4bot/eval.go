package square4bot

import (
	"math/bits"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// weights are the parameters of the evaluation, in hundredths. A window is one
// of the 25 2×2 squares of the grid; it counts for a side when it touches
// neither the hole nor a marble of the other.
type weights struct {
	one, two, three int // a window with so many marbles of the side
	tempo           int // for being to move
}

func standardWeights() weights {
	return weights{one: 2, two: 10, three: 30, tempo: 10}
}

// side sums the windows of one side on one board.
func (w *weights) side(own, blocked uint64) int {
	one, two, three := square4.Counts(own, square4.AllCells&^blocked)
	return w.one*bits.OnesCount64(one) + w.two*bits.OnesCount64(two) + w.three*bits.OnesCount64(three)
}

// evaluate estimates an undecided state from the view of the side to move: the
// windows on the board as it lies and, on average, after each slide.
func (w *weights) evaluate(s *square4.State, a *analysis) int {
	own, other := s.Marbles[s.Side], s.Marbles[s.Side^1]
	hole := square4.TileCells(s.Hole)
	here := w.side(own, other|hole) - w.side(other, own|hole)
	slid := 0
	for i := range a.n {
		f := &a.frames[i]
		hole := square4.TileCells(f.square)
		slid += w.side(f.own, f.other|hole) - w.side(f.other, f.own|hole)
	}
	return max(-alphabeta.MaxEval, min(here+slid/a.n+w.tempo, alphabeta.MaxEval))
}

// appendTurns appends the safe turns of one slide. A turn is the more
// promising the better the board after the slide and the more windows of
// either side the marble touches.
func (g rules) appendTurns(moves []alphabeta.Choice, s *square4.State, f *frame, places bool) []alphabeta.Choice {
	hole := square4.TileCells(f.square)
	usable := square4.AllCells &^ hole
	one, two, _ := square4.Counts(f.own, usable&^f.other)
	theirOne, theirTwo, theirThree := square4.Counts(f.other, usable&^f.own)
	base := int32(8*(bits.OnesCount64(two)-bits.OnesCount64(theirTwo)) - 40*bits.OnesCount64(theirThree))
	if !places {
		return append(moves, alphabeta.Choice{Move: alphabeta.Move(square4.NewTurn(square4.NoCell, f.square)), Order: base})
	}
	makesThree, makesTwo := square4.WindowCells(two), square4.WindowCells(one)
	breaksTwo, breaksOne := square4.WindowCells(theirTwo), square4.WindowCells(theirOne)
	for cells := f.safe; cells != 0; cells &= cells - 1 {
		cell := uint8(bits.TrailingZeros64(cells))
		bit := square4.SlideCells(cells&-cells, f.square, s.Hole)
		order := base
		if makesThree&bit != 0 {
			order += 120
		}
		if makesTwo&bit != 0 {
			order += 30
		}
		if breaksTwo&bit != 0 {
			order += 80
		}
		if breaksOne&bit != 0 {
			order += 15
		}
		moves = append(moves, alphabeta.Choice{Move: alphabeta.Move(square4.NewTurn(cell, f.square)), Order: order})
	}
	return moves
}

// terms lists the parts of the evaluation for people. A decided state has one
// term that says so.
func (w weights) terms(s *square4.State) []ai.Term {
	var a analysis
	if v, known := (rules{weights: w}).analyse(s, &a); known {
		return ai.Total([]ai.Term{{Name: "decided", Value: v}}, v, "")
	}
	var terms []ai.Term
	for _, part := range []struct {
		name string
		only weights
	}{
		{"windows of one", weights{one: w.one}},
		{"windows of two", weights{two: w.two}},
		{"windows of three", weights{three: w.three}},
		{"tempo", weights{tempo: w.tempo}},
	} {
		terms = append(terms, ai.Term{Name: part.name, Value: part.only.evaluate(s, &a)})
	}
	return ai.Total(terms, w.evaluate(s, &a), "rounding")
}
