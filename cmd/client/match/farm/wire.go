package farm

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
)

// What goes over the wire, as JSON.

// hello is what a worker says of itself every few seconds.
type hello struct {
	Instance string            `json:"instance"`         // another for each start
	Players  int               `json:"players"`          // games that it plays at a time
	Speeds   map[string]int    `json:"speeds,omitempty"` // of each player in a match, in nodes a second
	Version  string            `json:"version"`
	Trouble  map[string]string `json:"trouble,omitempty"` // why it cannot play in a match
}

// offer is what a coordinator answers.
type offer struct {
	Match    string `json:"match"`
	Consumer string `json:"consumer,omitempty"` // of the work stream
	Order    string `json:"order,omitempty"`    // SHA-256 of what is played
	Refused  string `json:"refused,omitempty"`  // why it gets no games
}

// job is a game to be played.
type job struct {
	Game match.Pairing `json:"game"`
}

// order is a match as its workers need it.
type order struct {
	Spec     match.Spec    `json:"spec"`
	Programs []program     `json:"programs"`        // of the engines, in their order, and of the referee
	Speed    int           `json:"speed,omitempty"` // for which the times are meant; 0 is that they are nobody's
	Scale    bool          `json:"scale,omitempty"` // times are scaled; else all workers are to be as fast
	Bench    string        `json:"bench,omitempty"` // what this program's engine finds; empty where it does not play
	Version  string        `json:"version"`         // of the coordinator
	Silence  time.Duration `json:"silence"`         // after which a worker that says nothing has lost its game
}

// program is a program that is to be run; without a sum it is this one.
type program struct {
	Name   string `json:"name,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	// Files are what its arguments and options name, by those names.
	Files []file `json:"files,omitempty"`
}

// file is a file that a program reads.
type file struct {
	Path   string `json:"path"` // where the coordinator has it
	SHA256 string `json:"sha256"`
}

// result is a finished game.
type result struct {
	arena.Game
	Notes   []string      `json:"notes"`
	Begun   time.Time     `json:"begun"`
	Elapsed time.Duration `json:"elapsed"`
	Speed   int           `json:"speed"`
	Factor  float64       `json:"factor,omitempty"`
}

// maxMessage is the size of the largest message that is read, in bytes: NATS has a
// limit of 1 MiB.
const maxMessage = 1 << 20

// decode reads a message, unless it is too long.
func decode(data []byte, to any) error {
	if len(data) > maxMessage {
		return fmt.Errorf("a message of %d bytes", len(data))
	}
	return json.Unmarshal(data, to)
}

func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // nothing here is beyond JSON
	}
	return data
}

// Limits of what others write.
const (
	maxText = 16 << 10 // of a detail, in bytes
	maxWord = 200      // of a turn, a reason or a note
	maxLine = 1 << 20  // of a game in one line, in bytes
)

// newResult is a finished game as it is sent. Its words are no longer than those
// that are read.
func newResult(g arena.Game) result {
	g.Detail = cut(g.Detail, maxText)
	var notes []string
	for _, note := range g.Notes {
		notes = append(notes, cut(note, maxWord))
	}
	return result{Game: g, Notes: notes, Begun: g.Begun, Elapsed: g.Elapsed}
}

// fit is the message of a result, without its notes where they would make it longer
// than a message may be.
func (r result) fit(most int64) []byte {
	data := encode(r)
	if int64(len(data)) > min(most, maxMessage) {
		r.Notes = nil
		data = encode(r)
	}
	return data
}

// cut is the beginning of a text, in UTF-8.
func cut(text string, most int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

// game is the game of a result, with what people will read made harmless.
func (r *result) game() (g arena.Game, err error) {
	g = r.Game
	g.Notes, g.Begun, g.Elapsed = r.Notes, r.Begun.UTC(), r.Elapsed
	if len(g.Used) > 16 || len(g.Points) > 16 || len(g.Scores) > 16 || len(g.Detail) > maxText {
		return g, &arena.Lie{Text: "it is too long for a game"}
	}
	for _, list := range [][]string{g.Turns, g.Notes, {g.Start, g.Result, g.Reason, string(g.End)}} {
		for _, word := range list {
			if len(word) > maxWord && word != g.Start || clean(word) != word || strings.Contains(word, "\n") {
				return g, &arena.Lie{Text: "it has a word that is none"}
			}
		}
	}
	if len(g.Line) > maxLine || clean(g.Line) != g.Line || strings.Contains(g.Line, "\n") {
		return g, &arena.Lie{Text: "its line is none"}
	}
	// Others could be written into the journal, and not read from it.
	if year := g.Begun.Year(); year < 1 || year > 9999 {
		return g, &arena.Lie{Text: "it has a date that is none"}
	}
	g.Detail = strings.TrimSpace(clean(g.Detail))
	return g, nil
}

// clean leaves what can be shown on a terminal, and the ends of lines.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

var (
	// consumerForm is the name of a match and that of its consumer.
	consumerForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)
	sumForm      = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// maxOrder is the size of the largest order that is read, in bytes.
const maxOrder = 64 << 20

// decodeOrder reads an order, of which a worker believes only what it can check.
func decodeOrder(data []byte, o *order) error {
	if len(data) > maxOrder {
		return fmt.Errorf("an order of %d bytes", len(data))
	}
	if err := json.Unmarshal(data, o); err != nil {
		return fmt.Errorf("the order of a match: %w", err)
	}
	for _, e := range o.Spec.Engines {
		if e.Cmd != "" || e.Dir != "" || len(e.Env) > 0 || len(e.Files) > 0 {
			return fmt.Errorf("the order of a match: engine %s names a program, a folder, files or an environment of this machine", clean(e.Name))
		}
	}
	return o.Spec.Check()
}
