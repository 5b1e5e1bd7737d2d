package gtp

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"quadrille/engine"
	"quadrille/protocol"
)

// Server speaks GTP over a session.
type Server struct {
	protocol.Dialect
	table    map[string]handler
	limits   limits
	clocks   clocks
	variants []variant
	variant  variant // that is played
	// turns has for each turn, pass included, the number of actions that it
	// added to the session, for undo: none for a pass after the end, two when
	// a pass of the other side was put in.
	turns []int
}

// NewServer returns a server at the start of the first game that other programs
// have names for, or of the session's first game. Of the configuration NoTimes
// has no effect.
func NewServer(session *protocol.Session, config protocol.Config) (*Server, error) {
	s := &Server{Dialect: protocol.Dialect{Session: session, Config: config}, variants: variantsOf(session.Games())}
	s.table = s.handlers()
	s.limits.moveTime = defaultMoveTime
	return s, s.begin(s.variants[0])
}

// Serve answers the lines of in on out until quit or the end of input, which
// ends a search that is limited by time alone; one that has another limit
// finishes. See protocol.Dialect.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	err := s.Dialect.Serve(in, out, s.do, func(why string) { s.Write(response("", true, why)) })
	if err != nil {
		return fmt.Errorf("gtp: %w", err)
	}
	return nil
}

// do performs one line and answers it, once unless it is empty or a comment.
func (s *Server) do(line string) {
	c, ok := parseLine(line)
	if !ok {
		return
	}
	text, err := s.perform(c)
	if err != nil {
		text = protocol.ErrorText(err)
	}
	s.Write(response(c.id, err != nil, text))
}

func (s *Server) perform(c command) (string, error) {
	h, known := s.table[c.name]
	switch n := len(c.args); {
	case c.name == "":
		return "", errors.New("no command after the id")
	case !known:
		return "", fmt.Errorf("unknown command: %s", engine.Clip(c.name))
	case n < h.least:
		return "", fmt.Errorf("syntax error: %s %s: an argument is missing", c.name, h.usage)
	case n > h.most:
		return "", fmt.Errorf("syntax error: %s takes no more than this: %s", c.name, strings.TrimSpace(c.name+" "+h.usage))
	}
	return h.run(c.args)
}
