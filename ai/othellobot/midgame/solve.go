package midgame

import (
	"slices"

	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/endgame"
	"quadrille/engine/othello"
)

// solveRoot finds the exact value of the best root turn, or only whether it wins,
// draws or loses; it comes to the front. It says whether it came to the end.
func (w *worker) solveRoot(lines roots, wld bool) bool {
	turns := make([]othello.Turn, len(lines))
	for i, r := range lines {
		turns[i] = othello.Turn(r.Moves[0])
	}
	if turns[0] == othello.Pass {
		turns = nil
	}
	limit := uint64(0)
	if w.s.opts.Nodes > 0 {
		limit = w.left + uint64(max(0, w.s.left.Load()))
	}
	alpha, beta := 0, 0 // the whole window
	if wld {
		alpha, beta = -1, 1
	}
	r := endgame.New(w.s.table, w.s.eval).Solve(endgame.Query{
		Alpha: alpha, Beta: beta, Guess: guessed(lines[0].Value),
		Own: w.s.root.Own, Opp: w.s.root.Opp, Roots: turns, Nodes: limit, Threads: w.s.opts.Threads,
		Stop:     func() bool { return w.s.stop.Load() || w.s.opts.Control.Done() },
		Progress: func(nodes uint64) { w.s.progress(w.s.empties, w.nodes+nodes) },
	})
	w.countNodes(r.Nodes)
	if !r.Done || w.stopped {
		w.stopped = true
		return false
	}
	guess := lines[0].Value
	if !wld || r.Margin > -1 { // of turns that all lose the one that was best so far stays
		lines.moveUp(slices.IndexFunc(lines, func(l alphabeta.Line) bool { return l.Moves[0] == alphabeta.Move(r.Turn) }), 0)
	}
	if wld {
		reconcile(&lines[0], guess, marginUnit*r.Margin)
	} else {
		lines[0] = alphabeta.Line{Moves: moves(r.Line), Value: marginUnit * r.Margin, Solved: true}
	}
	return true
}

// guessed is a value as a guess of a margin, 0 if there is none.
func guessed(v int) int {
	if v == unvalued {
		return 0
	}
	return v / marginUnit
}

// solve is the value of a position with few empty squares, exactly, from the
// solver of end games. Its nodes are charged afterwards: the last ones of a
// search with a limit may be visited for nothing.
func (w *worker) solve(own, opp uint64, alpha, beta int) int {
	w.uncount()
	margin, nodes := w.leaf.Search(own, opp, floorDisks(alpha), ceilDisks(beta))
	w.countNodes(nodes)
	return marginUnit * margin
}

// floorDisks and ceilDisks turn bounds of a window into disks, so that the same
// margins lie inside.
func floorDisks(v int) int { return (v+2*maxValue)/marginUnit - 2*maxValue/marginUnit }

func ceilDisks(v int) int { return -floorDisks(-v) }

// uncount takes back the visit of a position that is counted elsewhere.
func (w *worker) uncount() {
	w.left++
	w.nodes--
}

// countNodes counts nodes that were visited elsewhere. Those of a search that was
// stopped meanwhile count too, but not beyond a limit.
func (w *worker) countNodes(nodes uint64) {
	for nodes > 0 {
		if w.left == 0 && !w.refill() {
			if w.s.opts.Nodes == 0 {
				w.nodes += nodes
			}
			return
		}
		n := min(nodes, w.left)
		w.left, w.nodes, nodes = w.left-n, w.nodes+n, nodes-n
	}
}
