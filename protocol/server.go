package protocol

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Config is how a Server behaves apart from its options.
type Config struct {
	Name, Author string // for `ugi`
	// NoTimes leaves time and nps out of every answer, so that transcripts are
	// the same on every machine.
	NoTimes bool
	// Trace, when not nil, gets every line that comes in and goes out.
	Trace io.Writer
}

// Server speaks the protocol over a session.
type Server struct {
	session   *Session
	config    Config
	commands  []command
	questions []question
	out       *bufio.Writer
	writeErr  error
	job       *job // the running search, perft or bench; nil when idle
	events    chan event
	quit      bool
}

// NewServer returns a server for the session.
func NewServer(session *Session, config Config) *Server {
	return &Server{session: session, config: config, commands: commandTable(session.games), questions: questions(), events: make(chan event)}
}

// Serve answers the lines of in on out until `quit` or the end of input, and
// then ends whatever search is running. It returns nil then, and the error
// when in or out fails. No goroutine outlives it, unless out fails, when the
// one that reads in ends with its read.
func (s *Server) Serve(in io.Reader, out io.Writer) error {
	s.out = bufio.NewWriterSize(out, 64<<10)
	r := newIntake(in, false)
	defer r.close()
	for !s.quit && s.writeErr == nil {
		got, e := s.wait(r)
		if e != nil {
			s.handle(*e)
			continue
		}
		if done, err := s.line(got); done {
			return errors.Join(err, s.finish())
		}
	}
	return s.finish()
}

// wait returns the next line or the next event of the running job.
func (s *Server) wait(in *intake) (input, *event) {
	if s.job == nil {
		if !in.ready() {
			s.flush()
		}
		return in.next(), nil
	}
	s.flush()
	select {
	case e := <-s.events:
		return input{}, &e
	case got := <-in.arrival():
		in.arrived()
		return got, nil
	}
}

// line handles what came in. done is true at the end of input,
// with the error of a reader that failed.
func (s *Server) line(got input) (done bool, err error) {
	var refused *Error
	switch {
	case errors.As(got.err, &refused):
		s.print(refused.Error())
	case errors.Is(got.err, io.EOF):
		s.endOfInput()
		return true, nil
	case got.err != nil:
		s.stopJob()
		return true, fmt.Errorf("protocol: reading commands: %w", got.err)
	default:
		s.Do(got.line)
	}
	return false, nil
}

// Do performs one command line.
func (s *Server) Do(line string) {
	s.trace("< ", line)
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	if err := s.perform(words[0], words[1:]); err != nil {
		s.print(asError(err).Error())
	}
}

// instead says what is right in place of a word that is no command. The first words of
// other languages come from programs that have been given an engine of ours for one of
// theirs, and whoever looks for the reason has nothing but this line.
func instead(name string) string {
	switch name {
	case "uci", "ucinewgame", "xboard":
		return "this engine speaks UGI, which begins with `ugi`"
	case "protocol_version", "list_commands", "known_command", "boardsize", "clear_board", "genmove":
		return "the Go Text Protocol is spoken with --protocol gtp"
	}
	return "`help` lists the commands"
}

func (s *Server) perform(name string, args []string) error {
	c, ok := s.find(name)
	if !ok {
		return refuse(UnknownCommand, "%s; %s", quote(name), instead(name))
	}
	if s.job != nil && !c.live {
		return refuse(Busy, "a search is running; `stop` ends it, and until then only %s are answered", s.liveCommands())
	}
	if len(args) > c.most {
		return refuse(BadArgument, "%s takes no more than this: %s", name, c.usage)
	}
	return c.run(s, args)
}

func (s *Server) find(name string) (command, bool) {
	for _, c := range s.commands {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

func (s *Server) liveCommands() string {
	var names []string
	for _, c := range s.commands {
		if c.live {
			names = append(names, c.name)
		}
	}
	return strings.Join(names, ", ")
}

// print writes one line. While a job runs it is flushed at once, and otherwise
// before the server waits for input. A failure ends the server.
func (s *Server) print(line string) {
	s.trace("> ", line)
	_, err := s.out.WriteString(line + "\n")
	s.failed(err)
	if s.job != nil {
		s.flush()
	}
}

// flush writes what was printed.
func (s *Server) flush() { s.failed(s.out.Flush()) }

// failed remembers the first failure to write.
func (s *Server) failed(err error) {
	if err != nil && s.writeErr == nil {
		s.writeErr = fmt.Errorf("protocol: writing answers: %w", err)
	}
}

func (s *Server) printf(format string, args ...any) { s.print(fmt.Sprintf(format, args...)) }

func (s *Server) trace(prefix, line string) {
	if s.config.Trace != nil {
		fmt.Fprintf(s.config.Trace, "%s%s\n", prefix, line)
	}
}

// endOfInput lets a search that ends by itself do so, and stops any other.
func (s *Server) endOfInput() {
	if s.job != nil && !s.job.bounded {
		s.stopJob()
	}
}

// finish waits for the job to end, its last lines printed, and returns the
// error of a failed writer.
func (s *Server) finish() error {
	if s.quit || s.writeErr != nil {
		s.stopJob()
	}
	for s.job != nil {
		s.handle(<-s.events)
		if s.writeErr != nil {
			s.stopJob()
		}
	}
	s.flush()
	return s.writeErr
}
