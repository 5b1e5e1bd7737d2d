package teekobot

import (
	"math/rand/v2"
	"os"
	"testing"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/bottest"
	"quadrille/ai/teekosolve"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// TestShortClaimsUnderAPast checks what is claimed to end soon, or to be a draw,
// by playing every turn under the rule on repetition.
func TestShortClaimsUnderAPast(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	table := small(t)
	b := newSolver()
	barred, checked := 0, 0
	for range 300 {
		pos := dawdle(t, r, table)
		if pos == nil || table.Value(pos.SearchState()).Result == teekosolve.Draw {
			continue
		}
		options := newOracleTask(t, pos, table).valueRoots()
		if !conclusive(options) {
			barred++
		}
		last := bottest.Run(t, b, pos, ai.Limits{Nodes: 2000}, ai.FullStrength()).Last()
		const turns = 4
		if plies := max(last.Score.Mate, -last.Score.Mate); last.Proof == ai.NotProved || plies > turns {
			continue
		}
		checked++
		checkProofUnderPast(t, pos, last, naive(pos, turns))
	}
	if barred < 5 || checked < 20 {
		t.Errorf("the past is in the way %d times; %d claims checked", barred, checked)
	}
}

// checkProofUnderPast compares a claim with what playing some plies gives.
func checkProofUnderPast(t *testing.T, pos *teeko.Position, last ai.Info, played int) {
	t.Helper()
	want := 0
	switch {
	case last.Score.Mate > 0:
		want = alphabeta.Win - last.Score.Mate
	case last.Score.Mate < 0:
		want = -alphabeta.Win - last.Score.Mate
	}
	if played != want {
		t.Errorf("%s: %+v, but playing gives %d", pos.FEN(), last, played)
	}
}

// pastValues solves a position under its past by going through all states again
// and again: barred states are draws. It knows the rules package only.
type pastValues struct {
	barred map[teeko.State]bool
	states []teeko.State
	index  map[teeko.State]int
	next   [][]int32
	value  []int8 // plies to the end, -1 where it is not decided
}

func newPastValues(root teeko.State, barred []teeko.State) *pastValues {
	p := &pastValues{barred: map[teeko.State]bool{}, index: map[teeko.State]int{}}
	for _, b := range barred {
		p.barred[b] = true
	}
	p.add(root)
	for i := 0; i < len(p.states); i++ {
		s := p.states[i]
		p.next = append(p.next, nil)
		if s.Won() || i > 0 && p.barred[s] {
			continue
		}
		for _, turn := range s.Turns(nil) {
			p.next[i] = append(p.next[i], int32(p.add(s.Play(turn))))
		}
	}
	p.solve()
	return p
}

func (p *pastValues) add(s teeko.State) int {
	i, ok := p.index[s]
	if !ok {
		i = len(p.states)
		p.index[s] = i
		p.states = append(p.states, s)
		plies := int8(-1)
		if s.Won() {
			plies = 0
		}
		p.value = append(p.value, plies)
	}
	return i
}

func (p *pastValues) solve() {
	for plies, found := int8(1), true; found; plies++ {
		found = false
		for i := range p.states {
			if p.value[i] < 0 && len(p.next[i]) > 0 && p.decided(i, plies) {
				p.value[i], found = plies, true
			}
		}
	}
}

func (p *pastValues) decided(i int, plies int8) bool {
	all := true
	for _, n := range p.next[i] {
		v := p.value[n]
		known := v >= 0 && v < plies
		if plies%2 == 1 && known && v%2 == 0 {
			return true
		}
		all = all && known && v%2 == 1
	}
	return plies%2 == 0 && all
}

// TestThePastIsHeeded plays random games under repetition=2, in which nearly
// every state of the past is barred, and checks each claim of a proof against
// solving the game with those states as draws.
func TestThePastIsHeeded(t *testing.T) {
	if os.Getenv("QUADRILLE_SLOW_TESTS") == "" {
		t.Skip("set QUADRILLE_SLOW_TESTS=1 to solve the game with a past, slowly, a few times")
	}
	r := rand.New(rand.NewPCG(9, 10))
	table := small(t)
	changed, claims := 0, 0
	for tries := 0; tries < 4000 && changed < 3; tries++ {
		pos := dawdle(t, r, table)
		if pos == nil || pos.Result().Over {
			continue
		}
		s := pos.SearchState()
		without := table.Value(s)
		if without.Result == teekosolve.Draw {
			continue
		}
		if options := newOracleTask(t, pos, table).valueRoots(); conclusive(options) && changed+claims > 0 && r.IntN(40) > 0 {
			continue // the interesting ones are where the past is in the way
		}
		p := newPastValues(s, pos.Barred())
		want := p.value[0]
		last := bottest.Run(t, newSolver(), pos, ai.Limits{Nodes: 20_000}, ai.FullStrength()).Last()
		if int(want) != without.Plies {
			changed++
		}
		if last.Proof == ai.NotProved {
			continue
		}
		claims++
		got := max(last.Score.Mate, -last.Score.Mate)
		if last.Proof == ai.ProvedDraw && want >= 0 || last.Proof == ai.ProvedWin && (want%2 != 1 || got < int(want)) ||
			last.Proof == ai.ProvedLoss && (want < 0 || want%2 != 0 || got < int(want)) {
			t.Errorf("%s: %+v, but with the past it is %d plies, without %+v", pos.FEN(), last, want, without)
		}
	}
	if changed < 3 || claims < 5 {
		t.Errorf("the past changed only %d values; %d proofs", changed, claims)
	}
}

func newOracleTask(t *testing.T, pos *teeko.Position, table *teekosolve.Table) *task {
	task := newTask(ai.NewControl(ai.Limits{}), pos, ai.Limits{}, ai.FullStrength(), func(ai.Info) {})
	task.rules.consult(newOracle(table, pos))
	return task
}

// dawdle plays a game under repetition=2 in which the side that wins does not
// hurry: turns keep the result by the table, not the plies.
func dawdle(t *testing.T, r *rand.Rand, table *teekosolve.Table) *teeko.Position {
	pos := engine.Position(randomPosition(t, r, engine.Rules{"repetition": "2"}, 8))
	for range 6 + r.IntN(30) {
		if pos.Result().Over {
			return nil
		}
		var keep []string
		for _, token := range pos.Legal() {
			next, err := pos.Play(token)
			if err != nil {
				t.Fatal(err)
			}
			before := table.Value(pos.(*teeko.Position).SearchState())
			after := table.Value(next.(*teeko.Position).SearchState())
			if after.Result == -before.Result && !next.Result().Over {
				keep = append(keep, token)
			}
		}
		if len(keep) == 0 {
			break
		}
		pos = bottest.PlayLine(t, pos, []string{keep[r.IntN(len(keep))]})
	}
	return pos.(*teeko.Position)
}
