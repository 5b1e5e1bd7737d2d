package record

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille/engine"
)

// Game is a record whose turns are played as they are read, for the forms of
// files that leave out what the rules say.
type Game struct {
	Record
	Start, Last engine.Position // before the turns, and after them
	rules       engine.Game
}

// NewGame begins a game of the rules at a position.
func NewGame(rules engine.Game, start engine.Position) *Game {
	return &Game{Start: start, Last: start, rules: rules}
}

// Replay plays a record through by the rules. The error names the turn that is
// not legal, or says what of the header does not fit the rules. A result that
// contradicts the turns becomes one that is stated besides.
func Replay(rules engine.Game, r *Record) (*Game, error) {
	start, err := startOf(rules, r)
	if err != nil {
		return nil, err
	}
	g := NewGame(rules, start)
	g.Tags, g.Intro = r.Tags, r.Intro
	for i, turn := range r.Turns {
		if err := g.Play(turn.Token, turn.Comment); err != nil {
			return nil, fmt.Errorf("turn %d, %q: %w", i+1, engine.Clip(turn.Token), err)
		}
	}
	g.settle()
	return g, nil
}

// settle makes the result that of the turns, if they end the game.
func (g *Game) settle() {
	end, said := g.Last.Result(), g.Tag(ResultTag)
	if !end.Over || end.String() == said {
		return
	}
	g.Tags = slices.Clone(g.Tags)
	g.SetTag(ResultTag, end.String())
	if said != Unfinished && g.Tag(StatedTag) == "" {
		g.SetTag(StatedTag, said)
	}
}

// startOf is the position that a record begins at.
func startOf(rules engine.Game, r *Record) (engine.Position, error) {
	if name := r.Tag(GameTag); name != rules.Name() {
		return nil, fmt.Errorf("the game is %q, and the format holds only %s", engine.Clip(name), rules.Name())
	}
	options, err := engine.ParseSettings(strings.Fields(r.Tag(RulesTag)))
	if err != nil {
		return nil, err
	}
	start, err := rules.New(options, 0)
	fen := r.Tag(StartTag)
	if err != nil || fen == "" || fen == StartPos {
		return start, err
	}
	p, err := rules.ParseFEN(fen, nil)
	if err == nil && !maps.Equal(p.Rules(), start.Rules()) {
		err = errors.New("its rules are not those in the position that it begins at")
	}
	return p, err
}

// Play adds a turn. The error is that of the rules.
func (g *Game) Play(token, comment string) error {
	next, err := g.Last.Play(token)
	if err != nil {
		return err
	}
	g.Last = next
	g.Turns = append(g.Turns, Turn{Token: next.Token(), Comment: comment})
	return nil
}

// FromStart says whether the game begins at the start position of its rules.
func (g *Game) FromStart() bool {
	start, err := g.rules.New(g.Start.Rules(), 0)
	return err == nil && start.FEN() == g.Start.FEN()
}

// Contradicts says how a result that a file states differs from the one that
// the turns end the game with, or "".
func (g *Game) Contradicts(stated string) string {
	end := g.Last.Result()
	if !end.Over || stated == "" || stated == end.String() {
		return ""
	}
	return fmt.Sprintf("the file states the result %s, but the moves end the game with %s", engine.Clip(stated), end)
}

// Finish returns the record with a header: the game, its rules, the given
// tags but for empty ones, the start, the result, and what is stated of it
// besides. result and reason are those of a game that the turns do not end.
func (g *Game) Finish(tags []Tag, result, reason, stated string) *Record {
	if end := g.Last.Result(); end.Over {
		result, reason = end.String(), end.Reason
	}
	if result == "" || result == Unfinished {
		result, reason = Unfinished, ""
	}
	start := StartPos
	if !g.FromStart() {
		start = g.Start.FEN()
	}
	all := []Tag{{GameTag, g.rules.Name()}, {RulesTag, engine.FormatRules(g.rules.Options(), g.Start.Rules(), " ")}}
	all = append(append(all, tags...), Tag{StartTag, start}, Tag{ResultTag, result}, Tag{ReasonTag, reason}, Tag{StatedTag, stated})
	for _, t := range all {
		if t.Value != "" {
			g.SetTag(t.Name, t.Value)
		}
	}
	return &g.Record
}

// SplitPosition splits a position as the command `position` has it: startpos or a FEN,
// with or without the word fen before it, then perhaps the word moves and turns, which
// are nil without that word.
func SplitPosition(text string) (start string, turns []string) {
	words := strings.Fields(text)
	if i := slices.Index(words, "moves"); i >= 0 {
		words, turns = words[:i], words[i+1:]
	}
	if len(words) > 0 && words[0] == "fen" {
		words = words[1:]
	}
	return strings.Join(words, " "), turns
}
