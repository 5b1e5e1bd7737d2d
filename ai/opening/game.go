package opening

// Turn is a turn in the game's own code.
type Turn uint16

// MaxSeats is how many players a game has at most.
const MaxSeats = 4

// Value is what a position is worth to each seat, that of the side to move first
// and the others in their order after it. The unit is the game's.
type Value [MaxSeats]int16

// Game is what a book must know of a game whose positions are of type S. Games
// are values that several goroutines use at once.
type Game[S any] interface {
	// Start is the position at which the book begins.
	Start() S
	// Seats is how many players there are, Sum what the values of all come to.
	Seats() int
	Sum() int
	// Mover is the seat that is to move, from 0.
	Mover(s *S) int
	// Key is the same for two positions if one is an image of the other.
	Key(s *S) uint64
	// Turns are the legal turns, none at the end of the game.
	Turns(s *S) []Turn
	// Legal says of any number whether it is a legal turn.
	Legal(s *S, t Turn) bool
	// Play plays a legal turn.
	Play(s S, t Turn) S
}

// turned is a value of the seats of from as those of to have it: what is worth v
// where the seat `from` moves, to the seat `to` and those after it.
func turned(v Value, from, to, seats int) (out Value) {
	for i := range seats {
		out[i] = v[((to+i-from)%seats+seats)%seats]
	}
	return out
}

// Complete returns the value whose first numbers are given; the last follows from
// the sum.
func Complete[S any](g Game[S], first []int) (v Value) {
	rest := g.Sum()
	for i := range g.Seats() - 1 {
		v[i] = int16(first[i])
		rest -= first[i]
	}
	v[g.Seats()-1] = int16(rest)
	return v
}
