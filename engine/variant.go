package engine

// What programs by others, such as those that speak the Go Text Protocol, want
// to know of a game. A game needs none of this to be played with them.

// Variant is a game under rules that other programs have a name for.
type Variant struct {
	// Titles are those names; the first is the usual one.
	Titles []string
	// Rules are the rule options; those left out have their defaults.
	Rules Rules
	// Colours are more names of the colours than Colours has, one by one.
	Colours [][]string
	// SkipsBlocked says that these programs pass over a seat that cannot move,
	// and know no pass.
	SkipsBlocked bool
}

// VariantLister is a Game that other programs play by names of their own.
type VariantLister interface {
	Variants() []Variant
}

// Variants returns the variants of a game, and whether it lists them itself:
// one that does not has its title and its name.
func Variants(g Game) (list []Variant, own bool) {
	if lister, ok := g.(VariantLister); ok {
		return lister.Variants(), true
	}
	return []Variant{{Titles: []string{g.Title(), g.Name()}}}, false
}

// Sized is a Position on a board of rows and columns.
type Sized interface {
	// BoardSize is the number of rows.
	BoardSize() int
}

// OutOfTurn is a Position that knows what a colour could play if it were to move.
type OutOfTurn interface {
	// LegalFor lists the tokens of a colour, by its number from 0, without a pass.
	// There are none after the end.
	LegalFor(colour int) []string
}

// LegalFor lists the tokens that a colour could play, pass included. Where the
// game does not say, a colour has none unless it is to move.
func LegalFor(p Position, colour int) []string {
	if other, ok := p.(OutOfTurn); ok {
		return other.LegalFor(colour)
	}
	if ColourToMove(p) == colour {
		return p.Legal()
	}
	return nil
}

// PointsCounter is a Position whose final score is not just who has won.
type PointsCounter interface {
	// Points is one number a colour, see Colours. The difference between those of
	// two seats is the margin of a finished game.
	Points() []int
}

// Points returns the points of the colours: one for the winner's first where the
// game does not count them.
func Points(p Position) []int {
	if counter, ok := p.(PointsCounter); ok {
		return counter.Points()
	}
	colours := Colours(p)
	points := make([]int, len(colours))
	for i, c := range colours {
		if w := p.Result().Winner; len(c.Seats) == 1 && c.Seats[0] == w {
			points[i] = 1
			break
		}
	}
	return points
}

// PointsOfSeats adds up the points of the colours of each seat.
func PointsOfSeats(p Position) []int {
	seats, colours := make([]int, p.Players()), Colours(p)
	for i, n := range Points(p) {
		if owners := colours[i].Seats; len(owners) == 1 {
			seats[owners[0]-1] += n
		}
	}
	return seats
}
