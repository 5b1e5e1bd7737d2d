package othellobot

import (
	"math/bits"
	"slices"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

// rehearsal is how deep the alpha-beta search looks before a position is
// solved: its turn is tried first, and is the answer if time runs out.
const (
	rehearsal     = 6
	longRehearsal = 12 // at most, for positions that take long to solve
)

// solve finds the exact value of the best turns, or falls back on the
// rehearsal when it is stopped.
func (t *task) solve(table *tt.Table) ai.Best {
	depth := min(rehearsal+max(0, t.empties()-solveAlways), longRehearsal)
	if t.limits.Depth > 0 {
		depth = min(depth, t.limits.Depth)
	}
	last := t.search(table, depth)
	if done(last) {
		return t.announcer.Best(last.Lines[0])
	}
	t.promote(last.Lines)
	e := &solver{table: table, ctl: t.ctl, limit: t.limits.Nodes, nodes: last.Nodes}
	e.progress = func() {
		t.announcer.OnReport(alphabeta.Report{Depth: t.empties(), Nodes: e.nodes, HashFull: table.HashFull()})
	}
	lines := t.solvedLines(e, last.Lines)
	last.Nodes, last.HashFull, last.Lines = e.nodes, table.HashFull(), lines
	if lines[0].Solved {
		last.Depth, last.SelDepth = t.empties(), t.empties()
	}
	t.announcer.OnReport(last)
	return t.announcer.Best(lines[0])
}

// done says whether every line is proved already.
func done(r alphabeta.Report) bool {
	return !slices.ContainsFunc(r.Lines, func(l alphabeta.Line) bool { return !l.Solved })
}

// promote brings the turns of the lines to the front of the roots.
func (t *task) promote(lines []alphabeta.Line) {
	for i := len(lines) - 1; i >= 0; i-- {
		m := lines[i].Moves[0]
		at := slices.Index(t.roots, m)
		t.roots = slices.Insert(slices.Delete(t.roots, at, at+1), 0, m)
	}
}

// solvedLines solves as many lines as are asked for, best first. When it is
// stopped it returns what is proved, then the best of the turns that it got
// through after that, and then the lines as they were before.
func (t *task) solvedLines(e *solver, before []alphabeta.Line) []alphabeta.Line {
	var lines []alphabeta.Line
	left := slices.Clone(t.roots)
	for range before {
		m, v := e.bestRoot(&t.state, left)
		if v < -maxMargin {
			break
		}
		line := alphabeta.Line{Moves: []alphabeta.Move{m}, Value: marginUnit * v, Solved: !e.stopped}
		next := t.state.Play(othello.Turn(m))
		line.Moves = append(line.Moves, e.line(next, -v)...)
		lines = append(lines, line)
		if e.stopped {
			break
		}
		left = slices.Delete(left, slices.Index(left, m), slices.Index(left, m)+1)
	}
	for _, l := range before {
		known := func(k alphabeta.Line) bool { return k.Moves[0] == l.Moves[0] }
		if len(lines) < len(before) && !slices.ContainsFunc(lines, known) {
			lines = append(lines, l)
		}
	}
	return lines
}

// bestRoot returns the best of the root turns and its margin, when it is
// stopped the best of those it got through, or a margin below all others.
func (e *solver) bestRoot(s *othello.State, roots []alphabeta.Move) (alphabeta.Move, int) {
	best, bestMove := -maxMargin-1, roots[0]
	for _, m := range roots {
		next := s.Play(othello.Turn(m))
		v := 0
		if best >= -maxMargin {
			v = -e.margin(&next, -best-1, -best)
		}
		if best < -maxMargin || v > best {
			v = -e.margin(&next, -maxMargin-1, -best)
		}
		if e.stopped {
			break
		}
		if v > best {
			best, bestMove = v, m
		}
	}
	return bestMove, best
}

// margin is value for any state, the full board included.
func (e *solver) margin(s *othello.State, alpha, beta int) int {
	if s.Empty() == 0 {
		return s.Margin()
	}
	return e.value(s.Own, s.Opp, alpha, beta)
}

// line is best play from a state with the given margin to the end of the game,
// as far as the solver is not stopped.
func (e *solver) line(s othello.State, v int) []alphabeta.Move {
	var line []alphabeta.Move
	for !s.Over() {
		t := e.keeping(&s, v)
		if e.stopped {
			break
		}
		line = append(line, alphabeta.Move(t))
		s, v = s.Play(t), -v
	}
	return line
}

// keeping returns a turn that keeps the margin.
func (e *solver) keeping(s *othello.State, v int) othello.Turn {
	if s.Moves() == 0 {
		return othello.Pass
	}
	first := uint8(othello.NoTurn)
	if entry, found := e.table.Get(s.Hash() ^ solverKey); found {
		first = uint8(entry.Move - 1)
	}
	var buffer [othello.MaxTurns]candidate
	turns := candidates(s.Own, s.Opp, first, buffer[:0])
	for i := range turns {
		bringBest(turns[i:])
		next := othello.State{Own: turns[i].own, Opp: turns[i].opp}
		if e.stopped || -e.margin(&next, -v, -v+1) >= v {
			return othello.Turn(turns[i].square)
		}
	}
	return othello.Turn(bits.TrailingZeros64(s.Moves())) // not reached unless stopped
}
