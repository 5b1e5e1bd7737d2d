package ai

import "time"

// Bound says how a score relates to the true value of the search.
type Bound uint8

// The bounds.
const (
	ExactBound Bound = iota
	LowerBound
	UpperBound
)

// Proof is a proved game-theoretic value from the side to move's view.
type Proof uint8

// The proofs. NotProved is the zero value.
const (
	NotProved Proof = iota
	ProvedWin
	ProvedLoss
	ProvedDraw
)

// String returns the protocol's word, or "" for NotProved.
func (p Proof) String() string {
	return [...]string{"", "win", "loss", "draw"}[p]
}

// Score is a value from the side to move's view.
type Score struct {
	// Mate is the number of plies to the end of the game, counting turn
	// tokens: positive when the side to move wins, negative when it loses, 0
	// when no forced end is known.
	Mate int
	// CP is the evaluation in hundredths of the game's unit, when Mate is 0.
	CP int
}

// Info is one report of a running search. Zero fields are not printed, apart
// from Score where Depth is set.
type Info struct {
	Depth    int // plies completed or, with HasScore false, under way
	SelDepth int // deepest ply reached
	MultiPV  int // rank of the line, from 1; 0 when only one was asked for
	HasScore bool
	Score    Score
	// Scores has one value a seat, in hundredths, for games of more than two.
	Scores []int
	Bound  Bound
	Proof  Proof
	// Chance is what the side to move scores on average from such a score, in
	// hundredths of a percent of a win, a draw being half of one: 1 to 9999, and
	// 0 where nothing is known, or more than a chance.
	Chance   int
	Nodes    uint64
	HashFull int // permille
	TBHits   uint64
	Time     time.Duration
	PV       []string
	// Solving is how much of the solving of the game is done, in thousandths of the
	// time it takes, 1 to 1000. When set the report has nothing else but Time.
	Solving int
	// Text is for people; when set it is printed alone as `info string`.
	Text string
}

// Found says whether a report is of what a search has found, and not of other work
// or for people alone.
func (i Info) Found() bool { return i.Text == "" && i.Solving == 0 }
