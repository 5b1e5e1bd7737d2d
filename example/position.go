package example

import (
	"math/bits"

	"quadrille/engine"
)

// Position implements engine.Position.
type Position struct {
	rules  engine.Rules
	board  *board
	state  state
	last   int // the cell of the turn that led here, or -1
	result engine.Result
}

func newPosition(rules engine.Rules, b *board, s state) *Position {
	p := &Position{rules: rules, board: b, state: s, last: -1}
	switch {
	case b.won(s.marks[0]) != 0:
		p.result = engine.Win(engine.P1, "row")
	case b.won(s.marks[1]) != 0:
		p.result = engine.Win(engine.P2, "row")
	case b.empty(s) == 0:
		p.result = engine.Draw("full")
	}
	return p
}

// Game returns the ruleset.
func (p *Position) Game() engine.Game { return Game{} }

// Rules returns size and row.
func (p *Position) Rules() engine.Rules { return p.rules }

// Players returns 2.
func (p *Position) Players() int { return 2 }

// SeatNames returns Cross and Nought.
func (p *Position) SeatNames() []string { return []string{"Cross", "Nought"} }

// Turn is the seat to move.
func (p *Position) Turn() engine.Player { return engine.Player(p.state.side() + 1) }

// Phase returns "marking": the game has one part.
func (p *Position) Phase() string { return "marking" }

// Result says who has a row, or that the board is full.
func (p *Position) Result() engine.Result { return p.result }

// Scores gives the winner a point.
func (p *Position) Scores() []int {
	scores := make([]int, 2)
	if p.result.Winner != engine.NoPlayer {
		scores[p.result.Winner-1] = 1
	}
	return scores
}

// Hash mixes the marks and what the rules make of them.
func (p *Position) Hash() uint64 { return p.state.key(p.board) }

// key is a hash of the state on the board, by the finalizer of MurmurHash3.
func (s state) key(b *board) uint64 {
	h := uint64(b.size<<4 | b.row)
	for _, marks := range s.marks {
		h = (h ^ marks) * 0xff51afd7ed558ccd
		h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
		h ^= h >> 33
	}
	return h
}

// cells lists the members of a set in order.
func cells(set uint64) (list []int) {
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros64(set))
	}
	return list
}
