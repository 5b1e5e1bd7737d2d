package driver

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/protocol/record"
)

// StartPos is the protocol's word for a game's start position.
const StartPos = record.StartPos

// None is the protocol's word for no result, no reason and no turn begun.
const None = "none"

// Position is a position and how it came about. The zero value is the start
// of whatever game the engine is at, under the default rules.
type Position struct {
	Game  string // the protocol's name, such as "square4"
	Rules string // rule options, key=value words; those left out have their defaults
	Start string // StartPos or a FEN; empty is StartPos
	Turns []string
	// Pending are the actions of a turn that has begun, as protocol commands
	// such as "place 0 2".
	Pending []string
}

// RecordPosition is where a record ends.
func RecordPosition(r *record.Record) Position {
	return Position{
		Game: r.Tag(record.GameTag), Rules: strings.Join(strings.Fields(r.Tag(record.RulesTag)), " "),
		Start: r.Tag(record.StartTag), Turns: r.Tokens(), Pending: r.Pending,
	}
}

// After is the position after so many complete turns.
func (p Position) After(turns int) Position {
	p.Turns, p.Pending = p.Turns[:turns:turns], nil
	return p
}

// Drawn says whether the rules leave something of the start position to
// chance, so that StartPos is another position each time.
func Drawn(rules string) bool {
	return slices.ContainsFunc(strings.Fields(rules), func(r string) bool { return strings.HasSuffix(r, "=random") })
}

func (p Position) start() string {
	if p.Start == "" {
		return StartPos
	}
	return p.Start
}

// newGame is the line that chooses the game and its rules.
func (p Position) newGame() string {
	return strings.Join(strings.Fields("newgame "+p.Game+" "+p.Rules), " ")
}

// line sets the position up but for the actions of a turn that has begun.
func (p Position) line() string {
	line := "position " + StartPos
	if p.start() != StartPos {
		line = "position fen " + p.Start
	}
	if len(p.Turns) > 0 {
		line += " moves " + strings.Join(p.Turns, " ")
	}
	return line
}

// sameGame says whether the positions are of one game with the same rules, in
// whatever order the rules are written.
func (p Position) sameGame(q Position) bool {
	sorted := func(rules string) []string {
		words := strings.Fields(rules)
		slices.Sort(words)
		return words
	}
	return p.Game == q.Game && (p.Rules == q.Rules || slices.Equal(sorted(p.Rules), sorted(q.Rules)))
}

// begins says whether the list begins with the other.
func begins(list, with []string) bool {
	return len(list) >= len(with) && slices.Equal(list[:len(with)], with)
}

// Change is a step from a position to another: turns played, an action
// performed or actions taken back.
type Change struct {
	line   string
	turns  []string // played by the line
	action string   // performed by the line
	back   int      // actions taken back by the line
}

// Turns plays turns, all or none. A game may have notations in which one word
// is several turns.
func Turns(tokens ...string) Change {
	return Change{line: "moves " + strings.Join(tokens, " "), turns: tokens}
}

// Action performs one action, such as "place 0 2".
func Action(action string) Change { return Change{line: action, action: action} }

// Undo takes so many actions back.
func Undo(actions int) Change { return Change{line: fmt.Sprint("undo ", actions), back: actions} }

// held is what an engine holds.
type held struct {
	Position
	known knowledge
}

// knowledge is how much of what an engine holds is known.
type knowledge int

const (
	nothing knowledge = iota
	theGame           // the game, its rules and its start, but not the turns
	allOfIt
)

// step is a line on the way to a position, and what the engine holds when it
// has accepted it.
type step struct {
	line string
	then held
}

// path are the steps to a position. Plain engines know no newgame, moves and
// undo.
func (h held) path(to Position, plain bool) []step {
	var steps []step
	add := func(line string, then Position) {
		then.Start = then.start()
		h = held{then, allOfIt}
		steps = append(steps, step{line, h})
	}
	if h.known == nothing || !h.sameGame(to) {
		line := to.newGame()
		if plain {
			line = "uginewgame"
		}
		add(line, Position{Game: to.Game, Rules: to.Rules})
	}
	turns := to
	turns.Pending = nil
	extends := h.known == allOfIt && h.start() == to.start() && begins(to.Turns, h.Turns)
	if n := len(h.Pending); extends && n > 0 && !(len(h.Turns) == len(to.Turns) && begins(to.Pending, h.Pending)) {
		add(Undo(n).line, h.After(len(h.Turns)))
	}
	switch {
	case extends && len(h.Turns) == len(to.Turns):
	case extends && !plain:
		add(Turns(to.Turns[len(h.Turns):]...).line, turns)
	default:
		add(to.line(), turns)
	}
	for i := len(h.Pending); i < len(to.Pending); i++ {
		at := to
		at.Pending = to.Pending[:i+1]
		add(to.Pending[i], at)
	}
	return steps
}

// change is the step of a change.
func (h held) change(c Change, plain bool) step {
	then := h
	switch {
	case len(c.turns) > 0 && len(h.Pending) == 0:
		then.Turns = slices.Concat(h.Turns, c.turns)
	case c.back > 0 && c.back <= len(h.Pending):
		then.Pending = h.Pending[:len(h.Pending)-c.back]
	case plain && c.back > 0 && c.back <= len(h.Turns): // its turns have one action
		then.Position = h.After(len(h.Turns) - c.back)
	default: // the engine will tell which turns that makes
		then.known = min(h.known, theGame)
	}
	if plain && then.known == allOfIt {
		c.line = then.line()
	}
	return step{c.line, then}
}
