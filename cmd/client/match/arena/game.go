package arena

import "time"

// End says how a game came to its end.
type End string

// The ends. In all but the first and the last four somebody is at fault.
const (
	EndRules        End = "rules"         // the rules ended it
	EndIllegal      End = "illegal-move"  // an engine played what the rules forbid
	EndTime         End = "time"          // an engine overran its time
	EndStall        End = "stall"         // an engine did not answer at all
	EndCrash        End = "crash"         // an engine's process ended
	EndProtocol     End = "protocol"      // an engine answered what is no answer
	EndDisagreement End = "disagreement"  // an engine sees the game otherwise than the referee
	EndResign       End = "resign"        // an engine gave up
	EndWin          End = "adjudged-win"  // the engines agreed who is winning
	EndDraw         End = "adjudged-draw" // the engines agreed that nobody is
	EndMaxLength    End = "max-length"    // the game was too long: a draw
)

// Ends lists the ends in the order in which reports name them.
func Ends() []End {
	return []End{EndRules, EndIllegal, EndTime, EndStall, EndCrash, EndProtocol,
		EndDisagreement, EndResign, EndWin, EndDraw, EndMaxLength}
}

// Game is a finished game. Its JSON is that of reports.
type Game struct {
	ID      int   `json:"id"` // this and the next are as in the schedule
	Round   int   `json:"round"`
	Group   int   `json:"group"`
	Size    int   `json:"-"`
	Opening int   `json:"-"`
	Seats   []int `json:"-"` // the engine in each seat, from 0

	Start   string        `json:"start"`         // "startpos" or a FEN
	Opened  int           `json:"opening_turns"` // how many of the turns are the opening
	Turns   []string      `json:"turns"`         // in the referee's notation
	Notes   []string      `json:"-"`             // on each turn, for the record; may be shorter
	Result  string        `json:"result"`        // p1win to p4win, draw, or "*" for no result that has a name
	Reason  string        `json:"reason"`        // the rules' word for the end, or that of the end
	End     End           `json:"end"`
	Fault   int           `json:"fault,omitempty"`  // the seat at fault, from 1; 0 is nobody
	Detail  string        `json:"detail,omitempty"` // what happened, for people
	Points  []float64     `json:"points"`           // of the seats, 0 to 1
	Scores  []int         `json:"scores,omitempty"` // of the seats, in the game's unit; nil when it ended early
	Used    []int64       `json:"used_ms"`          // milliseconds that each seat thought
	Begun   time.Time     `json:"-"`                // UTC
	Elapsed time.Duration `json:"-"`
	// Line is what a program tells of a game that it played alone, in place of turns.
	Line string `json:"line,omitempty"`
	// Worker is the machine that played it; empty for this one.
	Worker string `json:"worker,omitempty"`
}
