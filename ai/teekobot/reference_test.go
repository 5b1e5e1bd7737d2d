package teekobot

import (
	"math/rand/v2"
	"testing"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// The references here know engine positions and nothing else: they play every
// token and look at the result, the rule on repetition included.

// naive is a full-width negamax to a depth; positions at its end count 0.
func naive(p engine.Position, depth int) int {
	if r := p.Result(); r.Over {
		switch r.Winner {
		case engine.NoPlayer:
			return 0
		case p.Turn():
			return alphabeta.Win
		}
		return -alphabeta.Win
	}
	if depth == 0 {
		return 0
	}
	best := -alphabeta.Win
	for _, token := range p.Legal() {
		next, err := p.Play(token)
		if err != nil {
			panic(err)
		}
		best = max(best, alphabeta.Later(-naive(next, depth-1)))
		if best == alphabeta.Win-1 {
			break
		}
	}
	return best
}

// gameRules are all kinds of rules.
var gameRules = []engine.Rules{
	nil,
	{"repetition": "1"},
	{"repetition": "2"},
	{"size": "5"},
	{"size": "5", "advanced": "true", "repetition": "2"},
	{"size": "5", "advanced": "true"},
}

// randomPosition plays random turns, in the move phase mostly between few
// cells so that positions come again. It may be over.
func randomPosition(t testing.TB, r *rand.Rand, rules engine.Rules, turns int) *teeko.Position {
	pos := engine.Position(start(t, rules))
	for range turns {
		if pos.Result().Over {
			break
		}
		legal := pos.Legal()
		n := len(legal)
		if pos.Phase() == teeko.Movement && r.IntN(4) > 0 {
			n = min(n, 2)
		}
		next, err := pos.Play(legal[r.IntN(n)])
		if err != nil {
			t.Fatal(err)
		}
		pos = next
	}
	return pos.(*teeko.Position)
}

// TestDecideAgreesWithTwoPlies checks that what decide and Expand know is true
// and that Expand leaves out exactly the turns that lose at once.
func TestDecideAgreesWithTwoPlies(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	decided, undecided := 0, 0
	for i := range 2000 {
		pos := randomPosition(t, r, gameRules[i%len(gameRules)], 5+r.IntN(12))
		if pos.Result().Over {
			continue
		}
		s := pos.SearchState()
		g := newRules(pos)
		if g.drawn(&s) {
			continue // on the board it is no draw yet, and the search never asks
		}
		want := naive(pos, 2)
		choices, v, known := g.Expand(&s, nil)
		if known && v != want || !known && want != 0 {
			t.Fatalf("%s: Expand says %d %v, two plies of play %d", pos.FEN(), v, known, want)
		}
		if leaf, ok := g.Leaf(&s); ok && leaf != want {
			t.Fatalf("%s: Leaf knows %d, two plies of play %d", pos.FEN(), leaf, want)
		}
		if known {
			decided++
			continue
		}
		undecided++
		checkKept(t, pos, choices)
	}
	if decided < 60 || undecided < 200 {
		t.Errorf("%d decided and %d undecided positions are too few", decided, undecided)
	}
}

func checkKept(t *testing.T, pos *teeko.Position, choices []alphabeta.Choice) {
	t.Helper()
	kept := map[string]bool{}
	for _, c := range choices {
		kept[pos.SearchState().Board.Token(teeko.Turn(c.Move))] = true
	}
	for _, token := range pos.Legal() {
		next, err := pos.Play(token)
		if err != nil {
			t.Fatal(err)
		}
		if loses := naive(next, 1) > 0; kept[token] == loses {
			t.Fatalf("%s: %s is kept %v and loses at once %v", pos.FEN(), token, kept[token], loses)
		}
	}
}

// TestProofsAgreeWithPlay checks every proof of short searches by playing all
// turns as deep as the proof claims, and that no win of two turns is missed by
// a mate search, under every rule on repetition.
func TestProofsAgreeWithPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	proofs := map[ai.Proof]int{}
	for i := range 120 {
		pos := randomPosition(t, r, gameRules[i%len(gameRules)], 6+r.IntN(16))
		if pos.Result().Over {
			continue
		}
		settings := ai.FullStrength()
		settings.Hash = 1
		for _, limits := range []ai.Limits{{Depth: 3}, {Mate: 2}} {
			var last ai.Info
			newSearcher().Search(ai.NewControl(limits), pos, limits, settings, func(i ai.Info) {
				if i.Text == "" {
					last = i
				}
			})
			proofs[last.Proof]++
			checkProof(t, pos, limits, last)
		}
	}
	for _, p := range []ai.Proof{ai.NotProved, ai.ProvedWin, ai.ProvedLoss, ai.ProvedDraw} {
		if proofs[p] == 0 {
			t.Errorf("no search has the proof %q", p)
		}
	}
}

func checkProof(t *testing.T, pos *teeko.Position, limits ai.Limits, last ai.Info) {
	t.Helper()
	mate := last.Score.Mate
	switch last.Proof {
	case ai.ProvedWin, ai.ProvedLoss:
		value := alphabeta.Win - mate
		if mate < 0 {
			value = -alphabeta.Win - mate
		}
		if plies := max(mate, -mate); plies > 3 {
			return // playing every turn that deep takes too long
		} else if got := naive(pos, plies); got != value {
			t.Errorf("%s, %+v: mate %d, but playing every turn gives %d", pos.FEN(), limits, mate, got)
		}
	case ai.ProvedDraw:
		const turnsToEnd = 3
		if got := naive(pos, turnsToEnd); got != 0 || pos.Rules()["repetition"] != "1" {
			t.Errorf("%s, %+v: a draw is said to be proved", pos.FEN(), limits)
		}
	default:
		if got := naive(pos, 3); got > 0 {
			t.Errorf("%s, %+v: no win is seen, but playing every turn gives %d", pos.FEN(), limits, got)
		}
	}
}

// forced says whether the side to move (or, with attacker false, the other
// side) wins within the plies, repetition left out of account.
func forced(s *teeko.State, plies int, attacker bool) bool {
	if s.Won() {
		return !attacker
	}
	if plies == 0 {
		return false
	}
	for _, t := range s.Turns(nil) {
		next := s.Play(t)
		if forced(&next, plies-1, !attacker) == attacker {
			return attacker
		}
	}
	return !attacker
}

// TestDeepProofs checks longer proofs, of searches that use their table, their
// reductions and all else, by playing every turn.
func TestDeepProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	wins, losses := 0, 0
	b := newSearcher()
	for i := range 300 {
		rules := engine.Rules{"repetition": "0"}
		if i%2 == 0 {
			rules["size"], rules["advanced"] = "5", "true"
		}
		pos := randomPosition(t, r, rules, 5+r.IntN(8))
		if pos.Result().Over {
			continue
		}
		settings, limits := ai.FullStrength(), ai.Limits{Depth: 5}
		settings.Hash = 1
		var last ai.Info
		b.Search(ai.NewControl(limits), pos, limits, settings, func(i ai.Info) { last = i })
		s := pos.SearchState()
		switch mate := last.Score.Mate; {
		case mate > 1 && mate <= 5:
			wins++
			if !forced(&s, mate, true) {
				t.Errorf("%s: no win in %d plies", pos.FEN(), mate)
			}
		case mate < 0 && mate >= -4:
			losses++
			if !forced(&s, -mate, false) {
				t.Errorf("%s: no loss in %d plies", pos.FEN(), -mate)
			}
		}
	}
	if wins < 30 || losses < 4 {
		t.Errorf("%d wins and %d losses are too few", wins, losses)
	}
}
