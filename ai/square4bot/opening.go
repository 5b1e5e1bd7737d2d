package square4bot

import (
	"quadrille/engine"
	"quadrille/engine/square4"
)

// openingPieces is from how many marbles a side on Blue is known to win from the start
// with slideback=false (docs/square4-value.md).
const openingPieces = 10

// openingReplies are Red's first turns, one of those that are images of each other, and
// turns with which Blue wins: the first of each part of the certificate.
var openingReplies = [...][2]string{
	{"0.0s1", "0.3s2"},
	{"0.0s5", "0.3s8"},
	{"0.1s1", "0.2s0"},
	{"0.1s3", "1.2s6"},
	{"0.1s5", "0.2s2"},
	{"0.1s7", "1.2s8"},
	{"0.3s1", "2.0s0"},
	{"0.3s5", "4.2s8"},
	{"1.0s1", "4.1s2"},
	{"1.0s3", "1.3s0"},
	{"1.0s5", "0.3s8"},
	{"1.0s7", "1.3s6"},
	{"1.2s1", "4.1s2"},
	{"1.2s3", "4.0s0"},
	{"1.2s5", "0.3s8"},
	{"1.2s7", "0.3s8"},
}

// openingWin says whether Blue is known to win a state before its first turn, and with
// what turn, if it is Blue's.
func openingWin(s *square4.State) (reply square4.Turn, wins bool) {
	start := square4.StartState(int(s.Pieces), false)
	switch {
	case !s.NoBack || s.Pieces < openingPieces:
		return square4.NoTurn, false
	case *s == start:
		return square4.NoTurn, true
	}
	for _, words := range openingReplies {
		first, _ := square4.ParseTurn(words[0])
		for sym := range uint8(engine.Symmetries) {
			if next := start.Play(first.Transform(sym)); next == *s {
				reply, _ := square4.ParseTurn(words[1])
				return reply.Transform(sym), true
			}
		}
	}
	return square4.NoTurn, false
}
