package host

import "encoding/json"

// GameInfo is a game that the engine plays.
type GameInfo struct {
	Name    string   `json:"name"`    // the protocol's
	Title   string   `json:"title"`   // the name that people use
	Players int      `json:"players"` // seats under the default rules
	Names   []string `json:"names"`   // of the seats under the default rules, such as Red and Blue
	Options []Option `json:"options"` // the rules that can be chosen
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
// With none, it is the last thing that a person decided: the action of a turn
// that has begun, or the turn of a person with every engine's reply to it.
//
// Where the host plays engine seats by itself, Actions and Turns go on to the
// last position in which a person acts, since the engine would play the same
// again; To does not. A resignation is the last action and the last turn.
type Undo struct {
	Actions int  // so many actions
	Turns   int  // so many turns, a turn that has begun being one
	To      *int // everything after so many complete turns
	Version *int // as in Change
	// Token is needed where seats are guarded. It takes back only what its own
	// seat, an engine or a seat without a guard played.
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
}
