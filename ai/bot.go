package ai

import (
	"time"

	"quadrille/engine"
)

// Bot plays one game. A Bot serves one search at a time; it may keep what it
// learned (a transposition table, a tree) from one search to the next.
type Bot interface {
	// Search looks for the best turn of the side to move in pos, which is not
	// over, within the limits, and calls report with what it finds, always
	// from the calling goroutine or with calls that do not overlap. It returns
	// soon (milliseconds) after ctl.Done becomes true, with the best turn so
	// far; the turn is always legal. It starts no goroutine that outlives it.
	//
	// An analysis that is Infinite or a Ponder may return early: the caller
	// holds the answer back until it is asked for.
	Search(ctl *Control, pos engine.Position, limits Limits, settings Settings, report func(Info)) Best
	// Ready does now what the first search of a game like pos under the settings
	// would otherwise spend its time on: it loads and makes tables, and takes
	// memory. Search needs no Ready before it; a second one costs nothing.
	Ready(pos engine.Position, settings Settings)
	// Eval splits the static evaluation of pos into its terms. The last term
	// is the total, in the unit of Score.CP, from the side to move's view.
	Eval(pos engine.Position) []Term
	// Bench lists the positions of the bench command, from easy to hard.
	Bench() []BenchPosition
	// Reset forgets everything that earlier searches left behind.
	Reset()
}

// Solver is a Bot that plays from solved games, which it solves itself and keeps for
// programs that come later.
type Solver interface {
	// Solved says how much of the solving of a game like pos is done, in thousandths;
	// 1000 when the solution is at hand or kept. Solvable is false where the bot
	// solves nothing. It loads nothing, and may be called during a search.
	Solved(pos engine.Position) (done int, solvable bool)
	// Solve solves a game like pos, which Solved calls solvable, and keeps the
	// solution, or goes on with it until ctl.Done. It reports how far it is, from
	// the calling goroutine. The error says why the solution could not be kept.
	Solve(ctl *Control, pos engine.Position, settings Settings, report func(Info)) error
}

// Reader is a Bot that has an opening book.
type Reader interface {
	// InBook says whether a position is in the book. It may be called during a search.
	InBook(pos engine.Position) bool
}

// Best is the answer of a search.
type Best struct {
	Move   string // token that completes the turn
	Ponder string // expected reply, empty when unknown
}

// Term is one part of a static evaluation, in the unit of Score.CP from the
// side to move's view.
type Term struct {
	Name  string
	Value int
}

// Total ends a list of terms with the total and, before it, under the name
// rest, what the others lack of it, if anything.
func Total(terms []Term, total int, rest string) []Term {
	sum := 0
	for _, t := range terms {
		sum += t.Value
	}
	if sum != total {
		terms = append(terms, Term{Name: rest, Value: total - sum})
	}
	return append(terms, Term{Name: "total", Value: total})
}

// BenchPosition is one position of the bench command.
type BenchPosition struct {
	FEN   string
	Rules engine.Rules // may leave options out
	Depth int          // in plies, when the command names none
}

// Limits bound one search. A zero field does not bound.
type Limits struct {
	Depth    int           // plies (turn tokens)
	Nodes    uint64        // visited nodes, all threads together
	MoveTime time.Duration // this much, neither more nor needlessly less

	// Clocks holds the remaining time and the increment of each seat, from P1
	// on; Clocked says which of them were given.
	Clocks    [engine.MaxPlayers]ClockTime
	Clocked   [engine.MaxPlayers]bool
	MovesToGo int // own turns until the clock is filled up again

	Mate     int  // is there a forced win within this many own turns?
	Exact    bool // search until the value is proved
	Infinite bool // search until stopped
	Ponder   bool // search on the opponent's time until Control.PonderHit

	// SearchMoves restricts the root to these tokens, which are legal.
	SearchMoves []string
}

// ClockTime is what one player's clock shows.
type ClockTime struct {
	Left, Increment time.Duration
}

// Bounded says whether the limits end the search by themselves. Level and
// proof may end one that is not bounded.
func (l Limits) Bounded() bool {
	if l.Infinite || l.Ponder {
		return false
	}
	return l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.Mate > 0 || l.Clocked != [engine.MaxPlayers]bool{}
}

// Settings are the engine options that concern a player.
type Settings struct {
	Hash         int // transposition table or tree, MiB
	Threads      int // searching goroutines
	MultiPV      int // lines to report
	Level        engine.Level
	Seed         uint64 // of everything random; never 0
	Book         bool   // play from the bot's opening book, where it has one
	Solve        bool   // a search may solve the game first, where the bot can
	MoveOverhead time.Duration
}

// MaxLevel is full strength.
const MaxLevel = engine.MaxLevel

// FullStrength returns the settings of an unweakened single-threaded player.
func FullStrength() Settings {
	return Settings{Hash: 64, Threads: 1, MultiPV: 1, Level: MaxLevel, Seed: 1, Solve: true, MoveOverhead: 10 * time.Millisecond}
}

// MayUseBook says whether an answer from a book would do: not where the truth is
// wanted, or more than one line, nor below full strength. The levels weaken how a
// player searches and chooses, and are measured without a book; one that played its
// first turns as the best player does would be another.
func (s Settings) MayUseBook(l Limits) bool {
	return s.Book && s.Level == MaxLevel && s.MultiPV == 1 &&
		!l.Exact && !l.Infinite && !l.Ponder && l.Mate == 0 && len(l.SearchMoves) == 0
}
