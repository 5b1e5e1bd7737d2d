package driver

import (
	"cmp"
	"context"
	"time"
)

// Player is an engine in a game, whatever language it speaks. [UGI] is one;
// adapters for other languages are others. A Player serves one goroutine.
//
// What a Player gets wrong is told by the kind of its error, which holds for
// every method:
//
//   - *ExitError: the process ended, or closed its output;
//   - *TimeoutError: it did not answer within the time it had at most;
//   - *Refusal: it refused what it was asked; the code tells whether it thinks
//     a turn illegal ("illegal-move"), the position impossible
//     ("bad-position") or the game over ("game-over"), or anything else;
//   - ErrLineTooLong, or any other error that does not come from the context:
//     it broke its protocol.
//
// After an error the player is of no further use and must be closed. When the
// context ends, a method returns at once with the context's error, and the
// player must be closed too.
type Player interface {
	// NewGame makes the player ready for a game. It may take as long as a
	// start.
	NewGame(ctx context.Context, setup Setup) error
	// Go tells the player the turns played since the start of the game, its
	// own among them, in the referee's notation, and asks for the next. The
	// turns of one call continue those of the call before.
	Go(ctx context.Context, turns []string, limits Limits) (Answer, error)
	// View asks what the player itself makes of the game after these turns:
	// "none" while it goes on, or a result as the protocol writes it. It is ""
	// when the player's language has no way to ask.
	View(ctx context.Context, turns []string) (string, error)
	// Process is the process behind the player.
	Process() *Process
	// Close ends the player and its process.
	Close() error
}

// Program is what players have in common, whatever language they speak.
type Program struct {
	Proc  *Process
	Wait  time.Duration // for anything but a search
	Title string        // what the program calls itself, if it does
}

// Name is what the program calls itself, or the name of its process.
func (p *Program) Name() string { return cmp.Or(p.Title, p.Proc.Name()) }

// Process is the process behind the player.
func (p *Program) Process() *Process { return p.Proc }

// Close asks the program to end, gives it a moment and ends it. Not every
// language has a word for it, but most programs know `quit`.
func (p *Program) Close() error { return p.Proc.Close("quit", 2*time.Second) }

// Setup is the game that a player is to play.
type Setup struct {
	Game  string // the protocol's name, such as "square4"
	Rules string // every rule option, key=value words; for players that know them
	Start string // "startpos" or a FEN
	Seats int    // number of players
	// Variant is the game as programs by others know it.
	Variant Variant
	// Seed is for what the player leaves to chance, where its language can say
	// so. Zero leaves that to the player.
	Seed int
}

// Variant is what `query variant` answers.
type Variant struct {
	Title string `json:"title"` // what they call it
	Size  int    `json:"size"`  // rows of the board, or 0
	First int    `json:"first"` // the colour that begins, from 1
	// Colours say whose the colours are where not each seat has one; see ParseColours.
	Colours string `json:"colours"`
	// SkipsBlocked says that a colour that cannot move is passed over, and is out
	// of the game then.
	SkipsBlocked bool   `json:"skipsBlocked"`
	Error        string `json:"error"` // an error line: why they do not play it
}

// Clock is one seat's clock.
type Clock struct {
	Left, Inc time.Duration
}

// Limits bound one search. Zero fields are no limits.
type Limits struct {
	Depth     int // plies
	Nodes     uint64
	MoveTime  time.Duration
	Clocks    []Clock // one a seat, when there are clocks
	MovesToGo int     // own turns until the clocks are wound up again
	Seat      int     // the seat that is to move, from 0

	// StopAfter is when the player is told to stop, where its language can;
	// its answer still counts as one. Zero is never.
	StopAfter time.Duration
	// GiveUpAfter is when the player is given up, and the error is a
	// *TimeoutError. Zero is never.
	GiveUpAfter time.Duration
}

// Answer is the turn that a player wants to play.
type Answer struct {
	// Token is the turn, in the player's notation if that can be translated by
	// the referee. It is empty when the player says that there is none.
	Token  string
	Resign bool // the player gives the game up; Token is empty

	// Took is the time from the sending of the request to the arrival of the
	// answer.
	Took time.Duration

	// Info is the last report that had a score, or the zero value.
	Info Info
}
