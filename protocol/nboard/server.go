package nboard

import (
	"bufio"
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
	session *protocol.Session
	config  protocol.Config
	intake  *protocol.Intake
	out     *bufio.Writer
	quit    bool

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
	return &Server{session: session, config: config, depth: defaultDepth}, session.NewGame("othello", nil)
}

// SetOption sets an engine option.
func (s *Server) SetOption(name, value string) error { return s.session.SetOption(name, value) }

// Serve answers the lines of in on out until quit or the end of input, which
// ends a search that runs. It returns nil then, and the error when in or out
// fails. No goroutine outlives it, unless out fails, when the one that reads in
// ends with its read.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	s.intake, s.out = protocol.NewIntake(in), bufio.NewWriter(out)
	defer s.intake.Close()
	err := s.intake.Answer(s.out, protocol.Answers{
		Do:     s.Do,
		Refuse: func(err error) { s.print("status Error: " + protocol.ErrorText(err)) },
		Done:   func() bool { return s.quit },
	})
	if err != nil {
		return fmt.Errorf("nboard: %w", err)
	}
	return nil
}

// Do performs one line. A line that is not understood is passed over, as the
// protocol wants it; of one that cannot be performed a status line tells.
func (s *Server) Do(line string) {
	line = strings.ToValidUTF8(line, "\ufffd")
	s.trace("< ", line)
	if err := s.perform(splitLine(line)); err != nil {
		s.print("status Error: " + protocol.ErrorText(err))
	}
}

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

// print writes a line. A failure is kept in the buffer, where the next flush
// finds it.
func (s *Server) print(line string) {
	s.trace("> ", line)
	s.out.WriteString(line + "\n")
}

func (s *Server) trace(prefix, line string) {
	if s.config.Trace != nil {
		fmt.Fprintf(s.config.Trace, "%s%s\n", prefix, line)
	}
}
