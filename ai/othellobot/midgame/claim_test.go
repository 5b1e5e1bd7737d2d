package midgame

import (
	"math/rand/v2"
	"testing"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine/othello"
)

// TestPostpone wants a turn that is claimed to be put behind the others once, and only
// when it is claimed for the same depth and the claim was not taken back.
func TestPostpone(t *testing.T) {
	s := newSearcher()
	s.claims = new(claims)
	mine, other := newWorker(s, 0), newWorker(s, 1)
	state := othello.StartState()
	list := expand(state.Own, state.Opp, state.Moves(), nil)
	depth := s.tune.ShareFrom
	c := other.claim(&list[0], depth)
	if mine.postpone(&list[0], depth+1) || mine.postpone(&list[1], depth) {
		t.Error("a turn was postponed that nobody has claimed")
	}
	if !mine.postpone(&list[0], depth) {
		t.Error("the claimed turn was not postponed")
	}
	if best := pickBest(list); best.score < 0 {
		t.Error("the claimed turn was not put behind the others")
	}
	last := &list[0]
	for i := range list {
		if list[i].score < last.score {
			last = &list[i]
		}
	}
	if mine.postpone(last, depth) {
		t.Error("a turn was postponed twice")
	}
	last.score = 0
	if c.end(); mine.postpone(last, depth) {
		t.Error("a turn was postponed though its claim was taken back")
	}
}

// TestClaimsChangeNoValue claims all positions that a search comes to, as if another
// thread never came to an end, and compares it with playing every turn.
func TestClaimsChangeNoValue(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for range 20 {
		state := randomState(r, 8+r.IntN(50))
		if state.Over() {
			continue
		}
		const depth = 3
		s := newSearcher()
		s.claims, s.tune.ShareFrom = new(claims), 1
		s.root = state
		s.opts = Options{Options: alphabeta.Options{Control: ai.NewControl(ai.Limits{})}}
		w := newWorker(s, 0)
		w.selectivity = noSelectivity
		claimAll(w, state.Own, state.Opp, depth)
		if got, want := w.pvs(state.Own, state.Opp, -maxValue-1, maxValue+1, depth, 0), naive(&state, depth); got != want {
			t.Fatalf("%+v to depth %d: %d, playing every turn %d", state, depth, got, want)
		}
	}
}

// claimAll claims all positions behind one for the depth that is left there.
func claimAll(w *worker, own, opp uint64, depth int) {
	squares := othello.Moves(own, opp)
	if squares == 0 && othello.Moves(opp, own) != 0 {
		own, opp = opp, own
		squares = othello.Moves(own, opp)
	}
	list := expand(own, opp, squares, nil)
	for i := range list {
		if depth > 1 {
			w.claim(&list[i], depth-1)
			claimAll(w, list[i].own, list[i].opp, depth-1)
		}
	}
}
