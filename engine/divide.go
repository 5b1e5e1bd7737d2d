package engine

// PerftSharer is a Position of a game whose counts remember what they have
// counted, so that counts of several positions share work.
type PerftSharer interface {
	// SharedPerft returns a function that is Perft for positions of this game
	// under the same rules, up to the given depth.
	SharedPerft(depth int, stop func() bool) func(p Position, depth int) uint64
}

// Divide is Perft root turn by root turn: each is called with every token and
// the count behind it, in the order of Legal. It returns their sum, and early
// soon after stop returns true, the turn that was being counted left out.
func Divide(p Position, depth int, stop func() bool, each func(token string, nodes uint64)) uint64 {
	if depth <= 0 || p.Result().Over {
		return 1
	}
	count := func(p Position, depth int) uint64 { return Perft(p, depth, stop) }
	if sharer, ok := p.(PerftSharer); ok {
		count = sharer.SharedPerft(depth-1, stop)
	}
	var total uint64
	for _, token := range p.Legal() {
		next, err := p.Play(token)
		if err != nil {
			panic("engine: " + p.Game().Name() + " refuses its own legal token " + token + ": " + err.Error())
		}
		nodes := count(next, depth-1)
		if stop() {
			break
		}
		total += nodes
		each(token, nodes)
	}
	return total
}
