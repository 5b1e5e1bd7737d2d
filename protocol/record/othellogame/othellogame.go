// Package othellogame replays games of Othello for the packages that read and
// write other programs' records. It puts in the passes that a format leaves
// out, finds the square that an illegal move was played on, and writes the
// header that all such records share.
package othellogame

import (
	"fmt"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

// Pass is the token of a pass.
const Pass = "pass"

// The words that stand in a record's Reason for an end that the position does
// not show.
const (
	Resigned = "resign"
	Timeout  = "timeout"
	Agreed   = "agreement"
)

// Game is a game that is being played through.
type Game struct {
	Start  engine.Position
	Last   engine.Position // after the turns so far
	Tokens []string        // the turns, with every pass
}

// New begins at the start position.
func New() *Game {
	p, err := othello.Game{}.New(nil, 0)
	if err != nil {
		panic("othellogame: the rules of othello have no options: " + err.Error())
	}
	return &Game{Start: p, Last: p}
}

// FromFEN begins at a position. The error wraps engine.ErrPosition.
func FromFEN(fen string) (*Game, error) {
	p, err := othello.Game{}.ParseFEN(fen, nil)
	if err != nil {
		return nil, err
	}
	return &Game{Start: p, Last: p}, nil
}

// MustPass says whether the side to move can only pass.
func (g *Game) MustPass() bool {
	legal := g.Last.Legal()
	return len(legal) == 1 && legal[0] == Pass
}

// Play plays one move, after a pass of the side to move when that side can do
// nothing else and the move is none. A pass behind the end of the game, which
// some programs write, is no move. The error wraps engine.ErrIllegal.
func (g *Game) Play(token string) error {
	if token == Pass && g.Last.Result().Over {
		return nil
	}
	if token != Pass && g.MustPass() {
		if err := g.play(Pass); err != nil {
			return err
		}
	}
	return g.play(token)
}

func (g *Game) play(token string) error {
	next, err := g.Last.Play(token)
	if err != nil {
		return err
	}
	g.Last = next
	g.Tokens = append(g.Tokens, token)
	return nil
}

// StartTag is the value of the record's tag Start.
func (g *Game) StartTag() string {
	if g.Start.FEN() == New().Start.FEN() {
		return record.StartPos
	}
	return g.Start.FEN()
}

// Disks is the number of Black's disks less that of White's.
func (g *Game) Disks() int {
	scores := g.Last.Scores()
	return scores[0] - scores[1]
}

// FromRecord plays a record through. The error names the turn that is not
// legal, or says that the record is not one of Othello.
func FromRecord(r *record.Record) (*Game, error) {
	if name := r.Tag(record.GameTag); name != "othello" {
		return nil, fmt.Errorf("the game is %q, and the format holds only othello", engine.Clip(name))
	}
	if rules := r.Tag(record.RulesTag); rules != "" {
		return nil, fmt.Errorf("othello has no rules to choose, and the record has %q", engine.Clip(rules))
	}
	g := New()
	if start := r.Tag(record.StartTag); start != "" && start != record.StartPos {
		var err error
		if g, err = FromFEN(start); err != nil {
			return nil, err
		}
	}
	for i, token := range r.Tokens() {
		if err := g.play(token); err != nil {
			return nil, fmt.Errorf("turn %d, %q: %w", i+1, engine.Clip(token), err)
		}
	}
	return g, g.agrees(r.Tag(record.ResultTag))
}

func (g *Game) agrees(result string) error {
	if end := g.Last.Result(); end.Over && end.String() != result {
		return fmt.Errorf("the result is %q, but the turns end the game with %s", engine.Clip(result), end)
	}
	return nil
}

// Header returns a record of the turns with the tags that say what game it
// is and those given, of which empty ones are left out. result and reason
// stand for a game that the turns do not end. A result that contradicts the
// turns is an error; "" contradicts nothing.
func (g *Game) Header(tags []record.Tag, result, reason string) (*record.Record, error) {
	r := &record.Record{}
	r.SetTag(record.GameTag, "othello")
	for _, t := range tags {
		if t.Value != "" {
			r.SetTag(t.Name, t.Value)
		}
	}
	r.SetTag(record.StartTag, g.StartTag())
	if end := g.Last.Result(); end.Over {
		if result != "" && result != end.String() {
			return nil, fmt.Errorf("the result is %s, but the moves end the game with %s", result, end)
		}
		result, reason = end.String(), end.Reason
	}
	if result == "" {
		result = record.Unfinished
	}
	r.SetTag(record.ResultTag, result)
	if reason != "" && result != record.Unfinished {
		r.SetTag(record.ReasonTag, reason)
	}
	for _, token := range g.Tokens {
		r.Turns = append(r.Turns, record.Turn{Token: token})
	}
	return r, nil
}
