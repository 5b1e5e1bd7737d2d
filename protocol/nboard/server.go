package nboard

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"quadrille/protocol"
)

// defaultDepth is the depth, in plies, before the first `set depth`.
const defaultDepth = 12

// Server speaks the protocol over a session.
type Server struct {
	protocol.Dialect
	depth  int
	start  string // the position at which the game began, "" for the usual one
	clocks [2]clock
}

// clock is the time that a side has left, as far as the game says so.
type clock struct {
	given           bool
	left, increment time.Duration
}

// NewServer returns a server at the start of othello, which the session must
// have. With NoTimes in the configuration no answer has a time.
func NewServer(session *protocol.Session, config protocol.Config) (*Server, error) {
	s := &Server{Dialect: protocol.Dialect{Session: session, Config: config}, depth: defaultDepth}
	return s, session.NewGame("othello", nil)
}

// SetOption sets an engine option. The game is othello, which has no rules to
// choose.
func (s *Server) SetOption(name, value string) error {
	switch _, _, rule := strings.Cut(name, "."); {
	case rule, strings.EqualFold(name, "Game") && !strings.EqualFold(value, "othello"):
		return errors.New("NBoard plays othello and no other game")
	}
	return s.Session.SetOption(name, value)
}

// Serve answers the lines of in on out until quit or the end of input, which
// ends a search that runs. See protocol.Dialect.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	err := s.Dialect.Serve(in, out, s.do, s.complain)
	if err != nil {
		return fmt.Errorf("nboard: %w", err)
	}
	return nil
}

// do performs one line. A line that is not understood is passed over, as the
// protocol wants it; of one that cannot be performed a status line tells.
func (s *Server) do(line string) {
	if err := s.perform(splitLine(line)); err != nil {
		s.complain(protocol.ErrorText(err))
	}
}

func (s *Server) complain(why string) { s.print("status Error: " + why) }

func (s *Server) print(line string) { s.Write(line + "\n") }

// splitLine cuts a line into the command, of which `set` has two words, and
// what stands behind it.
func splitLine(line string) (name, rest string) {
	name, rest = cutWord(line)
	if name == "set" {
		var what string
		what, rest = cutWord(rest)
		name = strings.TrimSpace(name + " " + what)
	}
	return name, rest
}

func cutWord(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	i := strings.IndexAny(text, " \t")
	if i < 0 {
		return text, ""
	}
	return text[:i], strings.TrimSpace(text[i:])
}
