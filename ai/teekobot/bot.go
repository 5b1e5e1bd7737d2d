package teekobot

import (
	"os"
	"path/filepath"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/teekosolve"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// bot is the player. It keeps its transposition table, and how far it is with
// solving the board, from search to search.
type bot struct {
	table  tt.Table[tt.Entry]
	solver solver
	draws  ai.Draws // how it chooses among turns of equal value
}

// New returns a bot that has learned nothing. It is cheap: tables come with
// the first search. Solved 5×5 boards are kept in the user's cache folder.
func New() ai.Bot { return newBot(ai.Traps) }

// Tuned returns what makes bots that choose among turns of equal value as the
// parameters say; see ai.ParseDraws.
func Tuned(parameters string) (func() ai.Bot, error) {
	draws, err := ai.ParseDraws(parameters)
	return func() ai.Bot { return newBot(draws) }, err
}

func newBot(draws ai.Draws) *bot {
	return &bot{draws: draws, solver: solver{store: teekosolve.Store{Dir: Kept()}}}
}

// Kept is the folder of solved boards, in files that end in .table. It is "", which
// keeps nothing, where the system names no folder for caches.
func Kept() string {
	caches, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(caches, "quadrille")
}

// Reset forgets everything but what is known for good: solved boards, and how far
// the solving of one is.
func (b *bot) Reset() { b.table.Clear() }

// Ready makes the table, and at full strength loads the solved board or, where
// that is a moment's work, solves it.
func (b *bot) Ready(pos engine.Position, settings ai.Settings) {
	b.table.Ready(settings.Hash)
	if p := pos.(*teeko.Position); settings.Level >= ai.MaxLevel && solvable(p) {
		b.solver.ready(p.SearchState().Board, settings.Threads)
	}
}

// solvable says whether a game has a solution to play from: with repetition=1 there
// is no move phase to know about.
func solvable(p *teeko.Position) bool { return !newRules(p).oneIsRepetition }

// Solved says how much of the board's solution is done; see ai.Solver.
func (b *bot) Solved(pos engine.Position) (done int, ok bool) {
	p := pos.(*teeko.Position)
	return b.solver.done(p.SearchState().Board), solvable(p)
}

// Solve solves the board of a position; see ai.Solver.
func (b *bot) Solve(ctl *ai.Control, pos engine.Position, settings ai.Settings, report func(ai.Info)) error {
	return b.solver.solve(ctl, pos.(*teeko.Position).SearchState().Board, settings.Threads, report)
}

// Eval splits the static evaluation.
func (b *bot) Eval(pos engine.Position) []ai.Term {
	s := pos.(*teeko.Position).SearchState()
	return newRules(pos.(*teeko.Position)).terms(&s)
}

// Search looks for the best turn; see ai.Bot.
func (b *bot) Search(ctl *ai.Control, pos engine.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) ai.Best {
	t := newTask(ctl, pos.(*teeko.Position), limits, settings, report)
	if len(t.Roots) == 0 {
		return ai.Best{}
	}
	t.setTime()
	b.table.Resize(settings.Hash)
	if settings.Weakened(limits) {
		return t.PlayWeakly(handicaps(), t.state.Hash(), t.searcher(&b.table))
	}
	switch values, stopgap := b.solver.values(t, &b.table); {
	case values != nil:
		t.rules.consult(newOracle(values, t.pos))
		if best, known := t.answer(b.draws); known {
			return best
		}
	case stopgap != ai.Best{}:
		return stopgap
	}
	if limits.Mate > 0 {
		return t.searchMate(&b.table)
	}
	return t.search(&b.table)
}

// searcher returns the alpha-beta search of the state.
func (t *task) searcher(table *tt.Table[tt.Entry]) func(alphabeta.Options) alphabeta.Report {
	return func(o alphabeta.Options) alphabeta.Report { return alphabeta.New(t.rules, table).Run(t.state, o) }
}

// search searches for a turn and reports what it finds.
func (t *task) search(table *tt.Table[tt.Entry]) ai.Best {
	last := t.searcher(table)(t.Options())
	t.Finish(last)
	return t.Best(last.Lines[0])
}
