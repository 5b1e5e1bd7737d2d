package othello

import (
	"io"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/record"
)

// property is NAME[value] and the line it begins on.
type property struct {
	name, value string
	line        int
}

// maxProperties is more than any game has: every name once and 120 moves.
const maxProperties = 1000

// scanProperties reads the properties of a game. The error is io.EOF at the
// end of the text.
func scanProperties(s *record.Scanner) ([]property, error) {
	s.Space()
	s.Span("0123456789") // GGS writes how many games a line has: two in a synchronised match
	if s.Space(); s.Rest == "" {
		return nil, io.EOF
	}
	if !begins(s) {
		return nil, s.Errorf("a game begins with (; and not with %q", engine.Clip(s.Rest))
	}
	for game := []property(nil); ; {
		switch s.Space(); {
		case s.Take(")"):
			return game, nil
		case s.Take(";"): // before the bracket or, as in SGF, a move
			continue
		case s.Rest == "":
			return nil, s.Errorf("the text ends within a game")
		}
		p, err := scanProperty(s)
		if err != nil {
			return nil, err
		}
		if game = append(game, p); len(game) > maxProperties {
			return nil, s.Errorf("the game has more than %d properties", maxProperties)
		}
	}
}

// begins takes the brackets that a game begins with.
func begins(s *record.Scanner) bool {
	if !s.Take("(") {
		return false
	}
	s.Space()
	return s.Take(";")
}

const (
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	maxName = 32 // letters of a property's name
)

func scanProperty(s *record.Scanner) (property, error) {
	p := property{line: s.Line}
	p.name = strings.ToUpper(s.Span(letters))
	if s.Space(); p.name == "" || len(p.name) > maxName || !strings.HasPrefix(s.Rest, "[") {
		return p, s.Errorf("a property is its name in letters and a value in brackets, not %q", engine.Clip(p.name+s.Rest))
	}
	end := strings.IndexByte(s.Rest, ']')
	if end < 0 {
		return p, s.Errorf("the value of %s does not end with ]", p.name)
	}
	p.value = s.Rest[1:end]
	s.Skip(end + 1)
	return p, nil
}
