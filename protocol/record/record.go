// Package record reads and writes game records, and has the frame for other
// file formats. A record is a text with header tags and the turns of a game,
// after the model of chess's Portable Game Notation (Steven J. Edwards, 1994)
// but for any game whose turns are tokens. docs/record.md describes the
// format.
//
// [Record.Print] writes the canonical form, and reading it back gives an equal
// Record. [Parse] reads the canonical form and looser ones, such as a person
// types.
package record

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/engine"
)

// The tags that have a meaning here. A record may have others.
const (
	GameTag   = "Game"   // the protocol's name of the game; required
	RulesTag  = "Rules"  // rule options, key=value words
	DateTag   = "Date"   // 2006-01-02, or 2006-01, 2006 or any text where no more is known
	ClockTag  = "Clock"  // how much time the players had, such as 300+3 (docs/record.md)
	StartTag  = "Start"  // "startpos" or the FEN that the turns begin at
	ResultTag = "Result" // one of the results; required
	ReasonTag = "Reason" // why the game ended, such as "block" or "resign"
	// StatedTag is the result that a file states where the turns show another one
	// or no score. What it looks like is a matter of the file's form.
	StatedTag = "StatedResult"
)

// StartPos is the Start of a game from its start position. A record without a
// Start tag starts there too.
const StartPos = "startpos"

// Unfinished is the result of a game that goes on.
const Unfinished = "*"

// results are the words that may end a record.
var results = []string{Unfinished, "p1win", "p2win", "p3win", "p4win", "draw"}

// SeatTag is the name of the tag that says who plays a seat: SeatTag("p1") is
// "P1".
func SeatTag(seat string) string { return strings.ToUpper(seat) }

// Tag is a header line [Name "Value"].
type Tag struct {
	Name  string // a letter, then letters, digits and underscores
	Value string // any text without control characters
}

// Turn is one turn of the game.
type Turn struct {
	Token   string // one word of the game's notation
	Comment string // what stands in braces behind it, words with single spaces
}

// Record is a game.
type Record struct {
	Tags  []Tag  // in the order of the file, each name once
	Intro string // the comment before the first turn
	Turns []Turn
	// Pending are the actions of a turn that has begun and is not complete, as
	// protocol commands such as "place 0 2".
	Pending []string
}

// Tag returns the value of a tag, or "" when the record has none of the name.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag changes the value of a tag or adds the tag behind the others.
func (r *Record) SetTag(name, value string) {
	for i, t := range r.Tags {
		if t.Name == name {
			r.Tags[i].Value = value
			return
		}
	}
	r.Tags = append(r.Tags, Tag{Name: name, Value: value})
}

// Tokens returns the turns without their comments.
func (r *Record) Tokens() []string {
	tokens := make([]string, len(r.Turns))
	for i, t := range r.Turns {
		tokens[i] = t.Token
	}
	return tokens
}

// Check says what of the record cannot be written, or nil.
func (r *Record) Check() error {
	if err := r.checkTags(); err != nil {
		return err
	}
	if err := checkComment(r.Intro); err != nil {
		return err
	}
	for i, t := range r.Turns {
		if err := checkToken(t.Token); err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
		if err := checkComment(t.Comment); err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
	}
	if len(r.Pending) > 0 && r.Tag(ResultTag) != Unfinished {
		return fmt.Errorf("a turn is not complete, so the result is %q, not %q", Unfinished, r.Tag(ResultTag))
	}
	for _, action := range r.Pending {
		if err := checkAction(action); err != nil {
			return err
		}
	}
	return nil
}

func (r *Record) checkTags() error {
	seen := map[string]bool{}
	for _, t := range r.Tags {
		if err := checkTag(t); err != nil {
			return err
		}
		if seen[t.Name] {
			return fmt.Errorf("tag %s is given twice", t.Name)
		}
		seen[t.Name] = true
	}
	switch result := r.Tag(ResultTag); {
	case r.Tag(GameTag) == "":
		return fmt.Errorf("tag %s is missing", GameTag)
	case !slices.Contains(results, result):
		return fmt.Errorf("tag %s is %q; results are %s", ResultTag, engine.Clip(result), strings.Join(results, " "))
	}
	return nil
}

func checkTag(t Tag) error {
	for i, c := range t.Name {
		if !('A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || i > 0 && (c == '_' || '0' <= c && c <= '9')) {
			return fmt.Errorf("%q is not a tag name; a name is a letter, then letters, digits and underscores", engine.Clip(t.Name))
		}
	}
	if t.Name == "" {
		return fmt.Errorf("a tag has no name")
	}
	if !utf8.ValidString(t.Value) || strings.ContainsFunc(t.Value, unicode.IsControl) {
		return fmt.Errorf("tag %s has characters in its value that are not text: %q", t.Name, engine.Clip(t.Value))
	}
	return nil
}

// special are the characters that end a word of the turns.
const special = "{}()[]\";"

// checkToken accepts any word that cannot be taken for something else.
func checkToken(token string) error {
	switch {
	case token == "":
		return fmt.Errorf("the token is empty")
	case !utf8.ValidString(token) || strings.ContainsAny(token, special) || strings.ContainsFunc(token, notPrinted):
		return fmt.Errorf("%q is not a token", engine.Clip(token))
	case slices.Contains(results, token):
		return fmt.Errorf("%q is a result, not a token", token)
	case isNumber(token):
		return fmt.Errorf("%q is a turn number, not a token", token)
	}
	return nil
}

func notPrinted(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }

// isNumber says whether a word is a turn number such as "12.".
func isNumber(word string) bool {
	digits, ok := strings.CutSuffix(word, ".")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

func checkComment(comment string) error {
	if !utf8.ValidString(comment) || strings.ContainsAny(comment, "{}") || comment != oneSpaced(comment) ||
		strings.ContainsFunc(comment, unicode.IsControl) {
		return fmt.Errorf("%q is not a comment; a comment is words with single spaces and without braces", engine.Clip(comment))
	}
	return nil
}

func checkAction(action string) error {
	if action == "" || !utf8.ValidString(action) || action != oneSpaced(action) || strings.ContainsAny(action, special) ||
		strings.ContainsFunc(action, unicode.IsControl) {
		return fmt.Errorf("%q is not an action; an action is a protocol command such as place 0 2", engine.Clip(action))
	}
	return nil
}

// oneSpaced puts single spaces between the words of a text.
func oneSpaced(text string) string { return strings.Join(strings.Fields(text), " ") }
