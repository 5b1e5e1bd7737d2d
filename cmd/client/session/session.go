package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"quadrille/protocol/driver"
)

// Opener starts an engine and shakes hands with it.
type Opener func(ctx context.Context) (*driver.Engine, error)

// Restarted is the error of a request during which the engine failed. Another
// engine was started and the game set up in it as it was before the request.
type Restarted struct{ Cause error }

func (e *Restarted) Error() string {
	return fmt.Sprintf("%v\nThe engine was started again and the game is as it was.", e.Cause)
}

func (e *Restarted) Unwrap() error { return e.Cause }

// Lost is the error of a request during which the engine failed and could not
// be started again. The session still knows the game.
type Lost struct{ Cause error }

func (e *Lost) Error() string { return e.Cause.Error() }
func (e *Lost) Unwrap() error { return e.Cause }

// ErrOver refuses a turn after a resignation.
var ErrOver = errors.New("the game is over")

// setting is an engine option that was set.
type setting struct{ name, value string }

// Session is a game on an engine. It serves one goroutine at a time.
type Session struct {
	open     Opener
	swap     *sync.Mutex // held while engine is replaced
	engine   *driver.Engine
	settings []setting // in the order of their first setting

	state    State
	start    string   // startpos or a FEN, as this session last set it
	newFEN   string   // position right after the last newgame
	newRules string   // its rules
	comments []string // one a turn, of a record that was loaded
	verdict  verdict
	extra    extra
}

// verdict is an end of the game that the engine does not know of.
type verdict struct{ result, reason string }

// New starts an engine with a game in it, the engine's first.
func New(ctx context.Context, open Opener) (*Session, error) {
	s := &Session{open: open, swap: &sync.Mutex{}, start: startpos}
	engine, err := open(ctx)
	if err != nil {
		return nil, err
	}
	s.engine = engine
	if err := s.begun(ctx); err != nil {
		s.engine.Close()
		return nil, err
	}
	return s, nil
}

// Close ends the engine.
func (s *Session) Close() error { return s.engine.Close() }

// Engine is the engine that runs now. It may be called from any goroutine.
func (s *Session) Engine() *driver.Engine {
	s.swap.Lock()
	defer s.swap.Unlock()
	return s.engine
}

// State is what the engine said after the last change.
func (s *Session) State() State {
	st := s.state
	if s.verdict.result != "" {
		st.Result, st.Reason = s.verdict.result, s.verdict.reason
	}
	return st
}

// begun takes note of a game that has just been set up by newgame.
func (s *Session) begun(ctx context.Context) error {
	s.start, s.comments, s.verdict, s.extra = startpos, nil, verdict{}, extra{}
	q := &asker{ctx: ctx, engine: s.engine}
	s.newFEN, s.newRules = q.must("fen"), q.may("rules")
	if q.err != nil {
		return q.err
	}
	return s.refresh(ctx)
}

// guard looks at the error of a request. When the engine has failed it starts
// another and sets the game up again.
func (s *Session) guard(ctx context.Context, err error) error {
	if err == nil || s.engine.Err() == nil {
		return err
	}
	s.engine.Close()
	engine, openErr := s.open(ctx)
	if openErr != nil {
		return &Lost{fmt.Errorf("%w; and starting it again failed: %w", err, openErr)}
	}
	s.swap.Lock()
	s.engine = engine
	s.swap.Unlock()
	if e := s.restore(ctx); e != nil {
		return &Lost{fmt.Errorf("%w; and setting the game up again failed: %w", err, e)}
	}
	return &Restarted{err}
}

// restore sets up in a new engine what the session knows.
func (s *Session) restore(ctx context.Context) error {
	for _, o := range s.settings {
		if err := s.engine.SetOption(ctx, o.name, o.value); err != nil && !refused(err) {
			return err
		}
	}
	return s.setUp(ctx, s.state.Game, s.state.Rules, s.state.Start, s.state.Turns, s.state.Pending)
}

// setUp brings the engine to a position.
func (s *Session) setUp(ctx context.Context, game, rules, start string, turns, pending []string) error {
	if err := s.newGame(ctx, strings.TrimSpace(game+" "+rules)); err != nil {
		return err
	}
	line := "position " + startpos
	if start != startpos {
		line = "position fen " + start
	}
	if len(turns) > 0 {
		line += " moves " + strings.Join(turns, " ")
	}
	if err := checkActions(pending); err != nil {
		return err
	}
	for _, l := range append([]string{line}, pending...) {
		if _, err := s.engine.Command(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// Verbs are the protocol's commands that perform one action.
var Verbs = []string{"place", "slide", "pass"}

// checkActions refuses what is no action, since a record may come from anyone
// and "quit" or "go infinite" in it must not reach the engine.
func checkActions(actions []string) error {
	for _, a := range actions {
		if verb, _, _ := strings.Cut(a, " "); !slices.Contains(Verbs, verb) {
			return fmt.Errorf("%q is no action of a turn; an action begins with %s", a, strings.Join(Verbs, ", "))
		}
	}
	return nil
}

// newGame sends newgame. An engine that speaks only UGI has one game and
// starts it by uginewgame.
func (s *Session) newGame(ctx context.Context, args string) error {
	_, err := s.engine.Command(ctx, strings.TrimSpace("newgame "+args))
	var r *driver.Refusal
	if errors.As(err, &r) && r.Code == "unknown-command" {
		_, err = s.engine.Command(ctx, "uginewgame")
	}
	return err
}

// NewGame starts a game: the words are its name and rules as key=value, all of
// which may be left out. A refusal leaves the present game as it is.
func (s *Session) NewGame(ctx context.Context, words ...string) error {
	err := s.newGame(ctx, strings.Join(words, " "))
	if err == nil {
		err = s.begun(ctx)
	}
	return s.guard(ctx, err)
}

// Play plays a token, or what the engine takes for several.
func (s *Session) Play(ctx context.Context, token string) error {
	return s.change(ctx, "moves "+token)
}

// Act performs an action, such as "place 0 2".
func (s *Session) Act(ctx context.Context, action string) error {
	return s.change(ctx, action)
}

func (s *Session) change(ctx context.Context, line string) error {
	if s.verdict.result != "" {
		return fmt.Errorf("%w (%s); undo takes that back", ErrOver, s.verdict.reason)
	}
	_, err := s.engine.Command(ctx, line)
	if err == nil {
		err = s.refresh(ctx)
	}
	return s.guard(ctx, err)
}

// UndoAction takes one action back, or a resignation.
func (s *Session) UndoAction(ctx context.Context) error {
	if s.verdict.result != "" {
		s.verdict = verdict{}
		return nil
	}
	return s.change(ctx, "undo")
}

// UndoTo takes back everything after the given number of turns.
func (s *Session) UndoTo(ctx context.Context, turns int) error {
	// No turn has more actions than this, so an engine that takes nothing back
	// is found out.
	const mostActions = 8
	for range mostActions * (len(s.state.Turns) + 2) {
		if s.verdict.result == "" && len(s.state.Turns) <= turns && len(s.state.Pending) == 0 {
			return nil
		}
		if err := s.UndoAction(ctx); err != nil {
			return err
		}
	}
	return errors.New("the engine says that it took turns back, but it did not")
}

// SetOption sets an engine option now and in every engine started later.
func (s *Session) SetOption(ctx context.Context, name, value string) error {
	if err := s.engine.SetOption(ctx, name, value); err != nil {
		return s.guard(ctx, err)
	}
	i := slices.IndexFunc(s.settings, func(o setting) bool { return strings.EqualFold(o.name, name) })
	if i < 0 {
		s.settings = append(s.settings, setting{name, value})
		return nil
	}
	s.settings[i].value = value
	return nil
}

// Query asks `query WHAT`.
func (s *Session) Query(ctx context.Context, what string) (string, error) {
	answer, err := s.engine.Query(ctx, what)
	return answer, s.guard(ctx, err)
}

// Ask sends a line that is answered at once and does not change the game.
func (s *Session) Ask(ctx context.Context, line string) ([]string, error) {
	answer, err := s.engine.Ask(ctx, line)
	return answer, s.guard(ctx, err)
}

// Raw sends any line and hands every line of the answer to show. Searches,
// perft and bench are stopped when the context ends.
func (s *Session) Raw(ctx context.Context, line string, show func(string)) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	background := context.WithoutCancel(ctx)
	var err error
	switch last := lastLine(word, rest); {
	case word == "quit":
		return errors.New("quit would end the engine alone; type quit without raw to leave the client")
	case last == nil:
		var answer []string
		answer, err = s.engine.Ask(background, line)
		for _, l := range answer {
			show(l)
		}
	default:
		err = s.engine.Stream(ctx, line, func(l string) bool {
			show(l)
			return last(l)
		})
	}
	if err == nil {
		err = s.refresh(background)
	}
	return s.guard(background, err)
}

// lastLine says how the answer to a long command ends, or nil for a command
// that is answered at once.
func lastLine(word, rest string) func(string) bool {
	ends := func(prefixes ...string) func(string) bool {
		return func(l string) bool {
			return slices.ContainsFunc(append(prefixes, "error "), func(p string) bool { return strings.HasPrefix(l, p) })
		}
	}
	switch {
	case word == "go" && strings.HasPrefix(strings.TrimSpace(rest), "perft"):
		return ends("nodes ")
	case word == "go":
		return ends("bestmove ")
	case word == "bench":
		return ends("nps ")
	}
	return nil
}

// Search sends `go ARGS` and reports what the engine finds until it answers.
// When the context ends the search is stopped and its answer returned.
func (s *Session) Search(ctx context.Context, args string, report func(driver.Info)) (driver.Best, error) {
	best, err := s.engine.Go(ctx, args, report)
	return best, s.guard(context.WithoutCancel(ctx), err)
}
