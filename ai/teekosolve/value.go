package teekosolve

import "fmt"

// Value is the result of best play for the side to move: the winner wins as
// soon and the loser loses as late as possible. The zero value is a draw.
type Value struct {
	Result Result
	Plies  int // to the end of the game; 0 for draws
}

// Result is how a game ends with best play, from the side to move's view.
type Result int8

// The results.
const (
	Loss Result = iota - 1
	Draw
	Win
)

// A table has a byte for each position: 0 for a draw, the plies to the end
// plus one for a decided position, or impossible. Wins take an odd number of
// plies, losses an even one.
const impossible = 255

func decode(b uint8) Value {
	switch {
	case b == 0 || b == impossible:
		return Value{}
	case b%2 == 0:
		return Value{Win, int(b) - 1}
	}
	return Value{Loss, int(b) - 1}
}

// String writes "draw", or as in "win in 13".
func (v Value) String() string {
	if v.Result == Draw {
		return "draw"
	}
	return fmt.Sprintf("%s in %d", [...]string{"loss", "draw", "win"}[v.Result+1], v.Plies)
}
