package square4bot

import (
	"slices"
	"time"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// task is one search: what is asked, and how to say what is found.
type task struct {
	alphabeta.Task
	pos    *square4.Position
	rules  rules
	state  square4.State // at the start of the turn
	placed uint8         // the cell of the turn's placement if it was made, or NoCell
	draws  ai.Draws

	certain *certainty // what the certificate of Blue's win says, if it does
}

func newTask(ctl *ai.Control, pos *square4.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) *task {
	t := &task{pos: pos}
	t.state, t.placed = pos.SearchState()
	_, limit := pos.Occurred(t.state)
	t.rules = rules{oneIsRepetition: limit == 1, weights: standardWeights()}
	t.Task = alphabeta.NewTask(ctl, pos, limits, settings, report, t.move)
	t.Tokens = t.tokens
	t.Chance = func(cp int) int { return alphabeta.Logistic(cp, chanceScale) }
	t.sortRoots()
	return t
}

// chanceScale is the scale of chances in hundredths of a unit, by `train chance
// square4 --games 2000 --random 5`: 1.5 units in the first six turns, 1.7 in the
// next three, 1.8 in all.
const chanceScale = 180

// sortRoots puts the turns that look best first and lets the seed decide among
// equals.
func (t *task) sortRoots() {
	values := map[alphabeta.Move]int{}
	for _, m := range t.Roots {
		child := t.rules.Play(&t.state, m)
		v, _ := t.rules.Leaf(&child)
		values[m] = -v
	}
	slices.SortFunc(t.Roots, func(a, b alphabeta.Move) int {
		if d := values[b] - values[a]; d != 0 {
			return d
		}
		if t.chance(a) < t.chance(b) {
			return -1
		}
		return 1
	})
}

// move reads a legal token; in the middle of a turn the placement that was
// made belongs to the move.
func (t *task) move(token string) alphabeta.Move {
	turn, _ := square4.ParseTurn(token)
	if t.placed != square4.NoCell {
		turn = square4.NewTurn(t.placed, turn.Slide())
	}
	return alphabeta.Move(turn)
}

// tokens writes a line; in the middle of a turn its first token is the slide
// alone.
func (t *task) tokens(line []alphabeta.Move) []string {
	words := make([]string, len(line))
	for i, m := range line {
		turn := square4.Turn(m)
		if i == 0 && t.placed != square4.NoCell {
			turn = square4.NewTurn(square4.NoCell, turn.Slide())
		}
		words[i] = turn.String()
	}
	return words
}

// setTime tells the control how long the search may take.
func (t *task) setTime() {
	const movementTurns = 2 // they cost nearly nothing
	left := int(t.state.Pieces) - t.state.Placed(int(t.state.Side))
	t.SetTime(t.state.Side, left+movementTurns)
}

// hurried says whether there is no time to solve a movement phase with
// slideback=false on a slow or busy machine.
func (t *task) hurried() bool {
	const enough = 200 * time.Millisecond
	return t.Hard > 0 && t.Hard < enough
}

// newPhases is what decides movement phases, with as many tables as there is room
// for in a browser.
func (t *task) newPhases() *phases {
	const most = 28 << 20
	return newPhases(most)
}

// search runs the alpha-beta search, with a prover and a guard between its
// iterations.
func (t *task) search(table *tt.Table[tt.Entry]) ai.Best {
	if v := t.newVerdicts(table); v != nil {
		return t.valueLines(v, table)
	}
	p, g, opts := t.newProver(table), t.newGuard(table), t.Options()
	opts.Between = func(r alphabeta.Report) bool { return t.between(r, p, g) }
	last := alphabeta.New(t.rules, table).Run(t.state, opts)
	if p != nil && t.Limits.Exact && alphabeta.Mate(last.Lines[0].Value) == 0 {
		// Alpha-beta ends where it can see no more. The second step is for the number of plies.
		if !p.step(1 << 62) {
			p.step(1 << 62)
		}
	}
	if p != nil && t.state.NoBack && t.Limits.Bounded() && alphabeta.Mate(last.Lines[0].Value) == 0 && !last.Lines[0].Solved {
		// With few marbles left alpha-beta may be through before it has paused for a proof.
		const atOnce = 10_000 // nodes between looks at the clock
		for !t.Control.PastSoft() && !t.Control.Done() && !p.step(atOnce) {
		}
	}
	if p != nil && p.verdict != ai.NotProved {
		t.conclude(p, &last)
	}
	if g != nil {
		g.correct(&last.Lines[0])
		g.bait(&last.Lines[0])
	}
	t.Finish(last)
	return t.Best(last.Lines[0])
}

// valueLines runs the alpha-beta search for several root moves, with
// proofs of theirs in its pauses, which get as many nodes as it takes itself.
func (t *task) valueLines(v *verdicts, table *tt.Table[tt.Entry]) ai.Best {
	const warmUp = 100_000 // nodes, so that what is near is known soon
	opts := t.Options()
	opts.Report = func(r alphabeta.Report) { t.Report(v.correct(r)) }
	opts.Between = func(r alphabeta.Report) bool {
		if t.Control.PastSoft() {
			return false
		}
		if v.step(r.Lines, r.Nodes-min(r.Nodes, v.mate.Nodes)+warmUp) {
			t.Report(v.correct(r))
		}
		return v.done()
	}
	last := v.correct(alphabeta.New(t.rules, table).Run(t.state, opts))
	t.Finish(last)
	return t.Best(last.Lines[0])
}

// between goes on with the proofs in a pause of the alpha-beta search, and says
// whether that may end.
func (t *task) between(r alphabeta.Report, p *prover, g *guard) bool {
	const warmUp = 2000 // nodes; shorter searches need no proof
	if t.Control.PastSoft() {
		return false
	}
	if g != nil {
		g.watch(r.Lines[0])
	}
	if p == nil || r.Nodes < warmUp || p.verdict == ai.ProvedDraw && !t.Limits.Exact {
		return false
	}
	share := r.Nodes / 2
	if t.Limits.Exact && p.verdict == ai.NotProved {
		share = 8 * r.Nodes // which decides sooner what alpha-beta can decide at all
	}
	known := p.step(share - min(share, p.nodes()) + warmUp)
	// In a game that is drawn, or lost from the start, the time is used to make it hard for the other side.
	return known && (t.Limits.Exact || !t.Limits.Bounded() || p.verdict != ai.ProvedDraw && !(p.given && p.verdict == ai.ProvedLoss))
}

// conclude replaces what the alpha-beta search found by what was proved.
func (t *task) conclude(p *prover, last *alphabeta.Report) {
	last.Nodes += p.nodes()
	line := &last.Lines[0]
	line.Solved = true
	switch {
	case t.certain != nil:
		t.certain.correct(line)
	case p.plies == 0:
		t.concludeBlindly(p, line)
	default:
		line.Moves, line.Value = p.line, p.value()
	}
}

// concludeBlindly says what was proved where the number of plies to the end is not
// known: with slideback=false a win that the tables of the movement phase know has
// none. What alpha-beta knows about one is better.
func (t *task) concludeBlindly(p *prover, line *alphabeta.Line) {
	switch p.verdict {
	case ai.ProvedWin:
		if alphabeta.Mate(line.Value) <= 0 {
			line.Moves, line.Value = []alphabeta.Move{p.root}, p.value()
		}
	case ai.ProvedLoss:
		if alphabeta.Mate(line.Value) >= 0 {
			line.Value = p.value()
		}
	case ai.ProvedDraw:
		t.keepDraw(p, line)
	}
}

// keepDraw makes sure that a line's first move keeps the draw that has been
// proved, which the prover's does.
func (t *task) keepDraw(p *prover, line *alphabeta.Line) {
	line.Value = 0
	if first := line.Moves[0]; first != p.root && !p.draws(first) {
		line.Moves = []alphabeta.Move{p.root}
	}
}
