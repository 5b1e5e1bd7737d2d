package host

import (
	"encoding/json"
	"time"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// SeatKind says who plays a seat.
type SeatKind string

// The kinds of seat.
const (
	Person SeatKind = "person"
	Engine SeatKind = "engine" // the host plays it by itself when its turn comes
	Open   SeatKind = "open"   // whoever joins takes it; nothing is played until then
)

// Seat is one place at the board.
type Seat struct {
	Kind  SeatKind     `json:"kind"`
	Level engine.Level `json:"level,omitempty"` // for an engine of ours
	// Engine is the name of the guest that plays, for an engine that is none of
	// ours.
	Engine string `json:"engine,omitempty"`
	Name   string `json:"name,omitempty"` // of the player, for people; may be empty
	// Guarded says that only a holder of the seat's token may act for it.
	Guarded bool `json:"guarded,omitempty"`
	// Away says that the guest is not at this server now, and the seat waits for
	// another player.
	Away bool `json:"away,omitempty"`
}

// Spec says what game to create. Zero fields stand for the defaults.
type Spec struct {
	Game  string            `json:"game"`            // the protocol's name, such as "square4"
	Rules map[string]string `json:"rules,omitempty"` // rule options that differ from the defaults
	FEN   string            `json:"fen,omitempty"`   // where the game starts; empty is the start position
	Turns []string          `json:"turns,omitempty"` // tokens of the turns played since
	Seats []Seat            `json:"seats,omitempty"` // missing ones are persons
	// Record is a text to go on from, a game record (docs/record.md) or a text in
	// another of the forms of package formats; Game, Rules, FEN and Turns must then
	// be empty.
	Record string `json:"record,omitempty"`
	// Data is a file that need not be text, such as one of WTHOR, in place of
	// Record.
	Data []byte `json:"data,omitempty"`
	// Number chooses a game of Record or Data, from 1. Zero is the only one.
	Number int `json:"number,omitempty"`
	// Note is told what of the file the game does not have, or contradicts; may
	// be nil.
	Note func(string) `json:"-"`
	// Clock is how much time the players have; nil is as much as they like.
	Clock *Clock `json:"clock,omitempty"`
	// Tokens asks for a secret token for every seat of a person. They have one
	// in any case where a seat is open.
	Tokens bool `json:"tokens,omitempty"`
	// Listed puts the game on the list that everybody sees. It must have tokens,
	// since its ID is no secret then.
	Listed bool `json:"listed,omitempty"`
	// Key is a secret word of who asks, so that a request whose answer was lost can
	// be made again: with the same key the same specification makes one game. It is
	// of 22 to 64 letters and digits.
	Key string `json:"key,omitempty"`
	// Space sets games of one API apart from those of others; it is not
	// listed, and no request can set it.
	Space string `json:"-"`
	// Still leaves engine seats to be played by Move only.
	Still bool `json:"-"`
}

// Position says which position, whatever game it may be of. Zero fields stand
// for the defaults.
type Position struct {
	Game  string            `json:"game"`            // the protocol's name, such as "square4"
	Rules map[string]string `json:"rules,omitempty"` // rule options that differ from the defaults
	FEN   string            `json:"fen,omitempty"`   // where it began: a FEN or "startpos", as Standing.Start has it; empty is the start position
	Turns []string          `json:"turns,omitempty"` // tokens of the turns played since
	// Pending are the actions of a turn that has begun, as protocol commands.
	Pending []string `json:"pending,omitempty"`
	// Record is a text that says all of that: a game record (docs/record.md), or
	// one game in another of the forms of package formats.
	Record string `json:"record,omitempty"`
}

// Standing is how a position stands, as its engine says.
type Standing struct {
	Game  string            `json:"game"`  // the protocol's name
	Title string            `json:"title"` // the name that people use
	Rules map[string]string `json:"rules"`
	Start string            `json:"start"` // "startpos" or a FEN
	Names []string          `json:"names"` // of the seats, such as Red and Blue
	// Colours are what takes turns, in their order, and Colour the number of the one
	// that acts, from 0. In most games each seat has one.
	Colours []driver.Colour `json:"colours"`
	Colour  int             `json:"colour"`
	Turn    string          `json:"turn"` // seat that acts, p1 to p4
	Phase   string          `json:"phase"`
	Result  string          `json:"result"`            // p1win to p4win, draw or none
	Reason  string          `json:"reason"`            // hyphenated word, or none
	Opening string          `json:"opening,omitempty"` // name of the way the game began, where it has one
	Book    *int            `json:"book,omitempty"`    // turns, from the first on, that are in the engine's opening book, where it has one
	Scores  []int           `json:"scores"`
	Legal   []string        `json:"legal"`   // tokens; mid-turn, what completes the turn
	Turns   []string        `json:"turns"`   // tokens of the complete turns
	Pending []string        `json:"pending"` // actions of the turn that has begun, as protocol commands
	FEN     string          `json:"fen"`
	// Position is the engine's `query state`, whatever the game puts there.
	Position json.RawMessage `json:"position"`
	// Diagram is the engine's `query diagram`: lines of spans.
	Diagram json.RawMessage `json:"diagram"`
	// Lists are the names that List takes for this game.
	Lists []string `json:"lists"`
}

// State is a game as its engine and its record say it stands.
type State struct {
	ID      string `json:"id"`
	Version int    `json:"version"` // grows by one with every change
	Standing
	Seats []Seat `json:"seats"`
	// Request is what one of the players asks the others for; nil when nothing.
	Request *Request `json:"request,omitempty"`
	// Offered are the seats that have offered a draw since both last played, and
	// may not do so now.
	Offered []string `json:"offered,omitempty"`
	// Clock is how the clock stands; nil in a game without one.
	Clock *ClockState `json:"clock,omitempty"`
	// Earlier is the game that this one is the rematch of, and Later its own
	// rematch; empty when there is none.
	Earlier string `json:"earlier,omitempty"`
	Later   string `json:"later,omitempty"`
	// Listed says that the game is on the list that everybody sees.
	Listed bool `json:"listed,omitempty"`
	// Detail is what happened when a guest has lost its game by an offence, for
	// people; in a game of more than two a level of ours has its seat then.
	Detail string `json:"detail,omitempty"`
	// Thinking is the seat whose engine is at work, or empty.
	Thinking string `json:"thinking,omitempty"`
	// Stuck is why that engine's turn could not be played, for people, while it is
	// tried again and again.
	Stuck   string    `json:"stuck,omitempty"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	// At is the number of complete turns shown when that is not the present
	// position; only StateAt sets it.
	At *int `json:"at,omitempty"`
}

// Over says whether the game has ended.
func (s Standing) Over() bool { return s.Result != "none" }

// Change is one thing a person does to a game. Exactly one of Action and Move
// is set.
type Change struct {
	Action string // a protocol command, such as "place 0 2" or "pass"
	Move   string // a token: a whole turn, or what completes one
	// Version, when not nil, is the version that the change is meant for; in
	// any other the game refuses it with Conflict.
	Version *int
	// Token is the secret of the seat that acts; needed where it is guarded.
	Token string
}

// Limits bound one search of the engine. With none, the level decides.
type Limits struct {
	Level    engine.Level  // zero is full strength
	MoveTime time.Duration // zero is none
	Depth    int
	Nodes    uint64
	MultiPV  int
	Exact    bool
}

// Reply is what a search ended with.
type Reply struct {
	Move   string // token; empty when the game is over
	Ponder string
	Info   driver.Info   // the last report that had a score
	spent  time.Duration // of thinking
}

// GameInfo is a game that the engine plays.
type GameInfo struct {
	Name    string   `json:"name"`    // the protocol's
	Title   string   `json:"title"`   // the name that people use
	Players int      `json:"players"` // seats under the default rules
	Names   []string `json:"names"`   // of the seats under the default rules, such as Red and Blue
	Options []Option `json:"options"` // the rules that can be chosen
	// Engines are the names of the guests that play it.
	Engines []string `json:"engines,omitempty"`
}

// Option is a rule that can be chosen when a game is created.
type Option struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // spin, check, combo or string
	Default string   `json:"default"`
	Min     *int     `json:"min,omitempty"` // of a spin
	Max     *int     `json:"max,omitempty"`
	Choices []string `json:"choices,omitempty"` // of a combo
}

// Undo says what to take back. At most one of Actions, Turns and To is set.
// With none, it is the last thing that a person decided, one who shows a token
// for himself: the action of a turn that has begun, or a turn with every reply
// to it.
//
// Where the host plays engine seats by itself, Actions and Turns go on to the
// last position in which a person acts, since the engine would play the same
// again; To does not. A resignation is the last action and the last turn.
type Undo struct {
	Actions int  // so many actions
	Turns   int  // so many turns, a turn that has begun being one
	To      *int // everything after so many complete turns
	Version *int // as in Change
	// Token is needed where seats are guarded. Without the others' word it takes
	// back only what its own seat, an engine or a seat without a guard played.
	Token string
}

// Preview is the board with an action drawn in.
type Preview struct {
	// Refusal says why the action would be refused; nil when it would not.
	Refusal *Error          `json:"error"`
	Diagram json.RawMessage `json:"diagram"`
}

// Stats are numbers for those who watch the server.
type Stats struct {
	Games       int    // in memory
	Stored      int    // in the store
	Subscribers int    // channels that Subscribe gave out
	Engines     int    // processes that run
	Searching   int    // searches under way
	Queued      int    // searches that wait for an engine
	Started     uint64 // engine processes started so far
	Failed      uint64 // engine processes that failed so far
	Changes     uint64 // changes written so far
	Searches    uint64 // searches ended so far
	Workers     int    // machines that search for this one, as far as they are heard of
	Places      int    // searches that these do at a time
	Taken       uint64 // searches that they have taken so far
	// Waited is for how long these have waited for that, all together.
	Waited time.Duration
}
