package gtp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"quadrille/engine"
	"quadrille/protocol"
)

// Server speaks GTP over a session.
type Server struct {
	session *protocol.Session
	config  protocol.Config
	intake  *protocol.Intake
	out     *bufio.Writer
	quit    bool

	table  map[string]handler
	limits limits
	clocks clocks
	// turns has for each turn, pass included, the number of actions that it
	// added to the session, for undo: none for a pass after the end, two when
	// a pass of the other side was put in.
	turns []int
}

// NewServer returns a server at the start of othello, or of the session's first
// game where there is no othello. Of the configuration NoTimes has no effect.
func NewServer(session *protocol.Session, config protocol.Config) (*Server, error) {
	s := &Server{session: session, config: config}
	s.table = s.handlers()
	s.limits.moveTime = defaultMoveTime
	if _, err := session.Game("othello"); err == nil {
		return s, session.NewGame("othello", nil)
	}
	return s, nil
}

// Serve answers the lines of in on out until quit or the end of input, which
// ends a search that is limited by time alone; one that has another limit
// finishes. It returns nil then, and the error when in or out fails. No
// goroutine outlives it, unless out fails, when the one that reads in ends with
// its read.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	s.intake, s.out = protocol.NewIntake(in), bufio.NewWriter(out)
	defer s.intake.Close()
	err := s.intake.Answer(s.out, protocol.Answers{
		Do:     s.Do,
		Refuse: func(err error) { s.write(response("", true, protocol.ErrorText(err))) },
		Done:   func() bool { return s.quit },
	})
	if err != nil {
		return fmt.Errorf("gtp: %w", err)
	}
	return nil
}

// Do performs one line and answers it, once unless it is empty or a comment.
func (s *Server) Do(line string) {
	s.trace("< " + line + "\n")
	c, ok := parseLine(line)
	if !ok {
		return
	}
	text, err := s.perform(c)
	if err != nil {
		text = protocol.ErrorText(err)
	}
	s.write(response(c.id, err != nil, text))
}

func (s *Server) perform(c command) (string, error) {
	h, known := s.table[c.name]
	switch n := len(c.args); {
	case c.name == "":
		return "", errors.New("no command behind the id")
	case !known:
		return "", fmt.Errorf("unknown command: %s", engine.Clip(c.name))
	case n < h.least:
		return "", fmt.Errorf("syntax error: %s %s: an argument is missing", c.name, h.usage)
	case n > h.most:
		return "", fmt.Errorf("syntax error: %s takes no more than this: %s", c.name, strings.TrimSpace(c.name+" "+h.usage))
	}
	return h.run(c.args)
}

// write remembers a failure in the buffer, where the next flush finds it.
func (s *Server) write(text string) {
	s.trace("> " + strings.ReplaceAll(strings.TrimSuffix(text, "\n\n"), "\n", "\n> ") + "\n")
	s.out.WriteString(text)
}

func (s *Server) trace(text string) {
	if s.config.Trace != nil {
		io.WriteString(s.config.Trace, text)
	}
}
