package endgame

import (
	"slices"

	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/engine/othello"
)

// MaxMargin bounds the margin of any game, in disks.
const MaxMargin = 64

// Query is a position and what is asked about it.
type Query struct {
	// Own and Opp are the disks of the side to move and of the other side.
	Own, Opp uint64
	// Alpha and Beta are the window, in disks from the view of the side to
	// move: a margin outside it is found only as a bound. Both zero is the full
	// window. (-1, 1) asks for win, draw or loss, (0, 1) whether it is a win.
	Alpha, Beta int
	// Guess is a likely margin, where the search begins: the better it is and the
	// more a selective search of the position has left in the table, the fewer
	// nodes it takes.
	Guess int
	// Roots are the only turns to look at, the likeliest first; empty for all.
	// othello.Pass is not among them.
	Roots []othello.Turn
	// Nodes bounds the number of positions visited, 0 for no bound.
	Nodes uint64
	// Threads is the number of goroutines that search, at least 1. Nil
	// functions below are never called.
	Threads int
	// Stop is asked every few thousand nodes, by every goroutine, whether to
	// give up.
	Stop func() bool
	// Progress is told how many nodes were visited, now and then. Calls do not
	// overlap.
	Progress func(nodes uint64)
}

// Result is an answer. Margin, Bound and Line are from the view of the side to
// move of the query.
type Result struct {
	Margin int
	Bound  tt.Bound // of the true margin
	// Turn is the best turn found: othello.Pass if the side to move must pass,
	// othello.NoTurn if the game is over or nothing was found in time.
	Turn othello.Turn
	// Line is Turn and the best play after it, passes included. It goes to
	// the end of the game if Bound is Exact, and may be short otherwise.
	Line []othello.Turn
	// Nodes is the number of positions visited.
	Nodes uint64
	// Done says that the search was not cut short: then Margin is exact if it
	// lies within the window, and a bound on the right side of it otherwise.
	// If it was, Margin is a guess unless Bound says otherwise.
	Done bool
}

// Solver solves positions, one at a time.
type Solver struct {
	table *Table
	eval  *pattern.Eval
}

// New returns a solver that keeps its results in the table. The evaluator only
// guides it: without one, nil, the same results take more nodes.
func New(table *Table, eval *pattern.Eval) *Solver { return &Solver{table: table, eval: eval} }

// Solve answers a query. The board may be any, reachable or not; a position
// that is over has a margin at once.
func (s *Solver) Solve(q Query) Result {
	if q.Alpha == 0 && q.Beta == 0 {
		q.Alpha, q.Beta = -MaxMargin-1, MaxMargin+1
	}
	if othello.Moves(q.Own, q.Opp) == 0 {
		return s.solvePassed(q)
	}
	w := s.newTeam(&q)
	defer w.team.dismiss()
	return w.root(&q)
}

// solvePassed answers for a side that cannot place a disk: what the other side
// gets, from the view of the side that passes.
func (s *Solver) solvePassed(q Query) Result {
	if othello.Moves(q.Opp, q.Own) == 0 {
		return Result{Margin: othello.Margin(q.Own, q.Opp), Bound: tt.Exact, Turn: othello.NoTurn, Nodes: 1, Done: true}
	}
	q.Own, q.Opp, q.Alpha, q.Beta, q.Guess, q.Roots = q.Opp, q.Own, -q.Beta, -q.Alpha, -q.Guess, nil
	r := s.Solve(q)
	r.Margin = -r.Margin
	switch r.Bound {
	case tt.Upper:
		r.Bound = tt.Lower
	case tt.Lower:
		r.Bound = tt.Upper
	}
	r.Turn, r.Line = othello.Pass, slices.Insert(r.Line, 0, othello.Pass)
	return r
}
