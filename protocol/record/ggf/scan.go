package ggf

import (
	"fmt"
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

// scanner reads properties.
type scanner struct {
	rest string
	line int
}

func (s *scanner) errorf(format string, args ...any) error {
	return fail(s.line, format, args...)
}

func fail(line int, format string, args ...any) error {
	return &record.ParseError{Line: line, Text: fmt.Sprintf(format, args...)}
}

func (s *scanner) skip(n int) {
	s.line += strings.Count(s.rest[:n], "\n")
	s.rest = s.rest[n:]
}

func (s *scanner) space() {
	s.skip(len(s.rest) - len(strings.TrimLeft(s.rest, " \t\r\n")))
}

// next reads the properties of a game; ok is false at the end of the text.
func (s *scanner) next() (game []property, ok bool, err error) {
	s.space()
	// GGS writes how many games a line has: two in a synchronised match.
	s.skip(len(s.rest) - len(strings.TrimLeft(s.rest, "0123456789")))
	if s.space(); s.rest == "" {
		return nil, false, nil
	}
	if !strings.HasPrefix(s.rest, "(;") {
		return nil, false, s.errorf("a game begins with (; and not with %q", engine.Clip(s.rest))
	}
	s.skip(2)
	for {
		switch s.space(); {
		case strings.HasPrefix(s.rest, ";)"):
			s.skip(2)
			return game, true, nil
		case s.rest == "":
			return nil, false, s.errorf("the text ends within a game")
		}
		p, err := s.property()
		if err != nil {
			return nil, false, err
		}
		if game = append(game, p); len(game) > maxProperties {
			return nil, false, s.errorf("the game has more than %d properties", maxProperties)
		}
	}
}

func (s *scanner) property() (property, error) {
	p := property{line: s.line}
	n := len(s.rest) - len(strings.TrimLeft(s.rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	p.name = s.rest[:n]
	s.skip(n)
	s.space()
	if n == 0 || n > 2 || !strings.HasPrefix(s.rest, "[") {
		return p, s.errorf("a property is one or two capitals and a value in brackets, not %q", engine.Clip(p.name+s.rest))
	}
	end := strings.IndexByte(s.rest, ']')
	if end < 0 {
		return p, s.errorf("the value of %s does not end with ]", p.name)
	}
	p.value = s.rest[1:end]
	s.skip(end + 1)
	return p, nil
}
