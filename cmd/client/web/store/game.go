package store

import (
	"time"

	"quadrille/engine"
)

// Head is what is known of a game apart from its turns.
type Head struct {
	ID      string
	Space   string            // which API the game belongs to
	Game    string            // the protocol's name
	Rules   map[string]string // every rule option
	Origin  string            // FEN that the creator asked for; empty is the start position
	Start   string            // "startpos" or the FEN at which the turns begin
	Seats   []Seat
	Still   bool // engine seats are not played by themselves
	Waiting bool // it is an engine's turn, to be played by itself
	// Result and Reason are an end that the rules do not know, such as a
	// resignation; empty otherwise.
	Result, Reason string
	// Outcome is the result of the game, "none" while it goes on. It is kept for
	// lists.
	Outcome string
	Tags    []Tag  // of a record that the game came from
	Intro   string // its comment before the first turn
	// Request is what one of the players asks the others for; nil when nothing.
	Request *Request
	// Clock is how much time the players have; nil in a game without a clock.
	Clock *Clock
	// Since is when the clock of the seat that acts began to run, and Deadline
	// when its time is up. Since is zero while no clock runs, and Deadline also
	// while the one that runs ends no game.
	Since, Deadline time.Time
	// Offers are the turns there were, by seat, when each last offered a draw; -1
	// when it has not. Nil when no seat has.
	Offers []int
	// Earlier is the game that this one is the rematch of, and Later is its own
	// rematch; empty when there is none.
	Earlier, Later string
	// Lobby is where the game is listed for everybody.
	Lobby Heading
	// Client is who made the game, as far as the server knows; it is kept to
	// bound what one client has and to share the engines fairly.
	Client  string
	Version int
	Turns   int // complete turns
	Created time.Time
	Updated time.Time
}

// Seat is who plays.
type Seat struct {
	Kind   string       `json:"kind"`
	Level  engine.Level `json:"level,omitempty"`
	Engine string       `json:"engine,omitempty"` // name of an engine that is none of ours
	Name   string       `json:"name,omitempty"`
	// Hash is the SHA-256 of the seat's token in hexadecimal; empty when the
	// seat is free to all.
	Hash string `json:"hash,omitempty"`
}

// Request is something that happens when everybody agrees.
type Request struct {
	What   string   `json:"what"`
	By     string   `json:"by"`              // seat that asks
	Agreed []string `json:"agreed"`          // seats, By among them
	Left   int      `json:"left"`            // complete turns that stay
	Parts  int      `json:"parts,omitempty"` // actions that stay of a turn that has begun
	// Of a request to take back: how much, as it was asked for.
	Actions int  `json:"actions,omitempty"`
	Turns   int  `json:"turns,omitempty"`
	To      *int `json:"to,omitempty"`
}

// Clock is a clock for each player: the setting and what is left. Either Initial
// or Days is set.
type Clock struct {
	Initial   time.Duration `json:"initial,omitempty"`   // of each seat for the game
	Increment time.Duration `json:"increment,omitempty"` // more for each turn
	Days      int           `json:"days,omitempty"`      // for each turn
	// Of each seat: the time left, at Head.Since where it runs; whether it has
	// played its first turn; whether its time was up while the game went on.
	Left  []time.Duration `json:"left"`
	Begun []bool          `json:"begun"`
	Out   []bool          `json:"out"`
}

// Tag is a header line of a record.
type Tag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Step is a row of a game's actions: a complete turn or, behind all of those,
// an action of a turn that has begun.
type Step struct {
	Text string // a token or, when Part is set, a protocol command
	Part bool
	// Comment is that of a record; only turns have one.
	Comment string
}

// Game is a game with its turns.
type Game struct {
	Head
	Steps []Step
}

// Change is what becomes of a game.
type Change struct {
	// Head replaces the old one. Its Version is one more than that of the game
	// in the store; if it is not, the change is refused with ErrStale.
	Head Head
	// Work is what the change belongs to, where that must still be this server's: then
	// it is refused with ErrElsewhere where another one has claimed that; "" is nothing.
	Work string
	// Keep is how many of the steps stay; Add follow them.
	Keep int
	Add  []Step
}
