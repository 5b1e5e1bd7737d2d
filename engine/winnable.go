package engine

// WinKnower is a Position that knows of seats that cannot win any more. Without
// it any seat may.
type WinKnower interface {
	// CanWin says whether the seat, of a game that goes on, may still win by some
	// sequence of legal turns of all seats. It may say so of one that cannot, but
	// never the other way round.
	CanWin(seat Player) bool
}

// CanWin says whether a seat may still win by some sequence of legal turns of all
// seats, or has won.
func CanWin(p Position, seat Player) bool {
	if r := p.Result(); r.Over {
		return r == Win(seat, r.Reason)
	}
	knower, ok := p.(WinKnower)
	return !ok || knower.CanWin(seat)
}
