package engine

import (
	"fmt"
	"strings"
)

// Player is a seat at the board: 1 for the player who is called p1, up to 4.
// The zero value is nobody.
type Player uint8

// The seats. Games for two use P1 and P2.
const (
	NoPlayer Player = iota
	P1
	P2
	P3
	P4
)

// MaxPlayers is the largest number of seats any game has.
const MaxPlayers = 4

// String returns the protocol's name of the seat, p1 to p4, or "none".
func (p Player) String() string {
	if p == NoPlayer {
		return "none"
	}
	return fmt.Sprintf("p%d", uint8(p))
}

// Next returns the seat that follows p clockwise among the given number of
// players.
func (p Player) Next(players int) Player {
	return Player(int(p)%players + 1)
}

// Result says whether a game is over and how it ended. The zero value is a
// game that goes on.
type Result struct {
	// Over is true when no turn may follow.
	Over bool
	// Winner is the only winner, or NoPlayer for a draw or a tie.
	Winner Player
	// Reason is a short hyphenated word for the end, such as "block",
	// "both-blocks" or "repetition". It is empty while the game goes on.
	Reason string
}

// Win returns the result of a game that p has won.
func Win(p Player, reason string) Result {
	return Result{Over: true, Winner: p, Reason: reason}
}

// Draw returns the result of a game that ended without a single winner.
func Draw(reason string) Result {
	return Result{Over: true, Reason: reason}
}

// String returns the protocol's word for the result: "p1win" to "p4win",
// "draw" or "none".
func (r Result) String() string {
	switch {
	case !r.Over:
		return "none"
	case r.Winner == NoPlayer:
		return "draw"
	}
	return r.Winner.String() + "win"
}

// ReasonOrNone returns the reason, or "none" while the game goes on.
func (r Result) ReasonOrNone() string {
	if r.Reason == "" {
		return "none"
	}
	return r.Reason
}

// JoinInts writes numbers with single spaces between them, as the protocol
// does in scores.
func JoinInts(ns []int) string {
	var b strings.Builder
	for i, n := range ns {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d", n)
	}
	return b.String()
}
