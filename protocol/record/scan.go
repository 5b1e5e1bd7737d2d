package record

import (
	"fmt"
	"strings"
)

// ParseError is what is wrong with a text that should be a game.
type ParseError struct {
	Line int // from 1
	Text string
}

func (e *ParseError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// ErrorAt returns a *ParseError.
func ErrorAt(line int, format string, args ...any) error {
	return &ParseError{Line: line, Text: fmt.Sprintf(format, args...)}
}

// Scanner reads a text from its beginning and counts its lines.
type Scanner struct {
	Rest string // what has not been read
	Line int    // of the first character of Rest, from 1
}

// NewScanner begins a text, behind the byte order mark that some editors put
// there.
func NewScanner(text string) *Scanner {
	return &Scanner{Rest: strings.TrimPrefix(text, "\uFEFF"), Line: 1}
}

// Errorf returns a *ParseError at the current line.
func (s *Scanner) Errorf(format string, args ...any) error {
	return ErrorAt(s.Line, format, args...)
}

// Skip passes over n bytes and returns them.
func (s *Scanner) Skip(n int) string {
	skipped := s.Rest[:n]
	s.Line += strings.Count(skipped, "\n")
	s.Rest = s.Rest[n:]
	return skipped
}

// Span passes over the characters of a set that the rest begins with and
// returns them.
func (s *Scanner) Span(characters string) string {
	return s.Skip(len(s.Rest) - len(strings.TrimLeft(s.Rest, characters)))
}

// Space passes over white space.
func (s *Scanner) Space() { s.Span(" \t\r\n\v\f") }

// Take passes over a text if it is next.
func (s *Scanner) Take(text string) bool {
	if !strings.HasPrefix(s.Rest, text) {
		return false
	}
	s.Skip(len(text))
	return true
}
