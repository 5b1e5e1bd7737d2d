package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"quadrille/cmd/client/analyse"
	"quadrille/cmd/client/names"
	"quadrille/engine"
	"quadrille/protocol/driver"
	"quadrille/protocol/record"
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

// Session is a game on an engine that outlives the engine, with what the engine
// knows nothing of: a resignation and the comments of a record. It serves one
// goroutine at a time.
type Session struct {
	open     Opener
	swap     sync.Mutex // held while game is replaced
	game     *driver.Game
	settings []driver.Setting // in the order of their first setting

	state driver.State
	extra
}

// extra is what belongs to a game besides what the engine says.
type extra struct {
	verdict  driver.Verdict
	comments []string     // one a turn, of a record that was loaded
	tags     []record.Tag // its tags that say nothing about the game
	intro    string
}

// facts are the questions that are asked after every change.
func facts() []driver.Question {
	return append(driver.Summary(), driver.AskScores, driver.AskLegal, driver.AskDiagram, driver.AskLists)
}

// Open starts an engine with a game in it, the engine's first.
func Open(ctx context.Context, open Opener) (*Session, error) {
	engine, err := open(ctx)
	if err != nil {
		return nil, err
	}
	s := &Session{open: open, game: driver.NewGame(engine)}
	if s.state, err = s.game.Ask(ctx, facts()...); err != nil {
		engine.Close()
		return nil, err
	}
	return s, nil
}

// Close ends the engine.
func (s *Session) Close() error { return s.Engine().Close() }

// Engine is the engine that runs now. It may be called from any goroutine.
func (s *Session) Engine() *driver.Engine {
	s.swap.Lock()
	defer s.swap.Unlock()
	return s.game.Engine()
}

// EngineName is what can be shown of the engine's name.
func (s *Session) EngineName() string {
	return cmp.Or(names.Clean(s.Engine().Name()), "an engine without a name")
}

// State is what the engine said after the last change, or how the game ended
// otherwise.
func (s *Session) State() driver.State {
	st := s.state
	if s.resigned() {
		st.Result, st.Reason, st.Legal = s.verdict.Result, s.verdict.Reason, nil
	}
	return st
}

func (s *Session) resigned() bool { return s.verdict.Result != "" }

// guard looks at the error of a request. When the engine has failed it starts
// another and sets the game up again.
func (s *Session) guard(ctx context.Context, err error) error {
	if err == nil || s.Engine().Err() == nil {
		return err
	}
	s.Engine().Close()
	engine, openErr := s.open(ctx)
	if openErr != nil {
		return &Lost{fmt.Errorf("%w; and starting it again failed: %w", err, openErr)}
	}
	s.swap.Lock()
	s.game = driver.NewGame(engine)
	s.swap.Unlock()
	if e := s.restore(ctx); e != nil {
		return &Lost{fmt.Errorf("%w; and setting the game up again failed: %w", err, e)}
	}
	return &Restarted{err}
}

// restore sets up in a new engine what the session knows.
func (s *Session) restore(ctx context.Context) error {
	for _, o := range s.settings {
		if err := s.Engine().SetOption(ctx, o.Name, o.Value); err != nil && !driver.IsRefusal(err) {
			return err
		}
	}
	_, err := s.game.SetUp(ctx, s.state.Position)
	return err
}

// took takes note of what came of a request.
func (s *Session) took(ctx context.Context, state driver.State, err error) error {
	if err != nil {
		return s.guard(ctx, err)
	}
	same := 0
	for same < min(len(state.Turns), len(s.state.Turns)) && state.Turns[same] == s.state.Turns[same] {
		same++
	}
	s.comments = s.comments[:min(len(s.comments), same)] // those of turns that were taken back go
	if len(state.Turns) != same || len(s.state.Turns) != same {
		s.forgetStated()
	}
	s.state = state
	return nil
}

// NewGame starts a game: the words are its name and rules as key=value, all of
// which may be left out. A refusal leaves the present game as it is.
func (s *Session) NewGame(ctx context.Context, words ...string) error {
	state, err := s.game.Begin(ctx, strings.Join(words, " "), facts()...)
	if err == nil {
		s.extra = extra{}
	}
	return s.took(ctx, state, err)
}

// Play plays a token, or what the engine takes for several.
func (s *Session) Play(ctx context.Context, tokens string) error {
	return s.change(ctx, driver.Turns(strings.Fields(tokens)...))
}

// Act performs an action, such as "place 0 2".
func (s *Session) Act(ctx context.Context, action string) error {
	return s.change(ctx, driver.Action(action))
}

func (s *Session) change(ctx context.Context, c driver.Change) error {
	if s.resigned() {
		return fmt.Errorf("%w (%s); undo takes that back", ErrOver, s.verdict.Reason)
	}
	state, err := s.game.Do(ctx, s.state.Position, []driver.Change{c}, facts()...)
	return s.took(ctx, state, err)
}

// UndoAction takes one action back, or a resignation.
func (s *Session) UndoAction(ctx context.Context) error {
	if s.resigned() {
		s.verdict = driver.Verdict{}
		s.forgetStated()
		return nil
	}
	return s.change(ctx, driver.Undo(1))
}

// UndoTo takes back everything after the given number of turns.
func (s *Session) UndoTo(ctx context.Context, turns int) error {
	err := s.Return(ctx, s.state.After(min(turns, len(s.state.Turns))))
	if err == nil {
		s.verdict = driver.Verdict{}
	}
	return err
}

// Return goes back to a position that the game has come from.
func (s *Session) Return(ctx context.Context, p driver.Position) error {
	state, err := s.game.SetUp(ctx, p, facts()...)
	return s.took(ctx, state, err)
}

// SetOption sets an engine option now and in every engine started later.
func (s *Session) SetOption(ctx context.Context, name, value string) error {
	if err := s.Engine().SetOption(ctx, name, value); err != nil {
		return s.guard(ctx, err)
	}
	s.settings = slices.DeleteFunc(s.settings, func(o driver.Setting) bool { return strings.EqualFold(o.Name, name) })
	s.settings = append(s.settings, driver.Setting{Name: name, Value: value})
	return nil
}

// Query asks `query WHAT`.
func (s *Session) Query(ctx context.Context, what string) (string, error) {
	answer, err := s.Engine().Query(ctx, what)
	return answer, s.guard(ctx, err)
}

// Ask sends a line that is answered at once and does not change the game.
func (s *Session) Ask(ctx context.Context, line string) ([]string, error) {
	answer, err := s.Engine().Ask(ctx, line)
	return answer, s.guard(ctx, err)
}

// Diagram returns the board as a person reads it.
func (s *Session) Diagram(ctx context.Context) (engine.Diagram, error) {
	d, err := s.game.Board(ctx, s.state)
	return d, s.guard(ctx, err)
}

// Search sends `go ARGS` and reports what the engine finds until it answers.
// When the context ends the search is stopped and its answer returned.
func (s *Session) Search(ctx context.Context, args string, report func(driver.Info)) (driver.Best, error) {
	best, err := s.Engine().Go(ctx, args, report)
	return best, s.guard(context.WithoutCancel(ctx), err)
}

// Solve has the engine solve the game ahead, as driver.Engine does.
func (s *Session) Solve(ctx context.Context, report func(driver.Info)) (driver.Solved, error) {
	solved, err := s.Engine().Solve(ctx, report)
	return solved, s.guard(context.WithoutCancel(ctx), err)
}

// Analyse has the engine judge a game or a position by searches of one line, without
// a book, as analyse.Run does, and comes back to the present one.
func (s *Session) Analyse(ctx context.Context, source analyse.Source, config analyse.Config) (*analyse.Report, error) {
	background := context.WithoutCancel(ctx)
	var chosen []driver.Setting
	for _, o := range []driver.Setting{{Name: "MultiPV", Value: "1"}, {Name: ownBook, Value: "false"}} {
		if value, ok := s.setting(o.Name); ok {
			chosen = append(chosen, driver.Setting{Name: o.Name, Value: value})
			if err := s.Engine().SetOption(background, o.Name, o.Value); err != nil {
				return nil, s.guard(background, err)
			}
		}
	}
	report, err := analyse.Run(ctx, s.Engine(), source, config)
	for _, o := range chosen {
		if s.Engine().Err() == nil {
			err = errors.Join(err, s.Engine().SetOption(background, o.Name, o.Value))
		}
	}
	s.game.Forget()
	if s.Engine().Err() == nil {
		err = errors.Join(err, s.Return(background, s.state.Position))
	}
	return report, s.guard(background, err)
}

// ownBook is the option of an engine that has an opening book.
const ownBook = "OwnBook"

// OpenBook lets the engine play from its opening book, unless somebody has said
// whether it is to.
func (s *Session) OpenBook(ctx context.Context) error {
	if _, said := s.setting(ownBook); said {
		return nil
	}
	if _, ok := s.Engine().Option(ownBook); !ok {
		return nil
	}
	return s.SetOption(ctx, ownBook, "true")
}

// setting is the value that an option was given.
func (s *Session) setting(name string) (value string, ok bool) {
	for _, o := range s.settings {
		if strings.EqualFold(o.Name, name) {
			return o.Value, true
		}
	}
	return "", false
}

// Raw sends any line and hands every line of the answer to show. Searches,
// perft, bench and solve are stopped when the context ends.
func (s *Session) Raw(ctx context.Context, line string, show func(string)) error {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if word == "quit" {
		return errors.New("quit would end the engine alone; type quit without raw to leave the client")
	}
	background := context.WithoutCancel(ctx)
	var err error
	if last := lastLine(word, rest); last != "" {
		err = s.Engine().Stream(ctx, line, func(l string) bool {
			show(l)
			return strings.HasPrefix(l, last) || strings.HasPrefix(l, "error ")
		})
		if err == nil && word == "bench" { // an engine may leave out the last line, nps
			err = s.ask(background, show)
		}
	} else {
		err = s.ask(background, show, line)
	}
	if err != nil {
		return s.guard(background, err)
	}
	s.game.Forget()
	state, err := s.game.Ask(background, facts()...)
	return s.took(background, state, err)
}

// ask hands every line of the answer to some lines to show, or what the engine
// says without being asked.
func (s *Session) ask(ctx context.Context, show func(string), lines ...string) error {
	answer, err := s.Engine().Ask(ctx, lines...)
	for _, l := range answer {
		show(l)
	}
	return err
}

// lastLine is how the last line of an answer begins that is awaited: to a long
// command, up to where it is sure to come, and to isready, which could not be told
// from the one behind it. It is "" for every other command.
func lastLine(word, rest string) string {
	switch {
	case word == "go" && strings.HasPrefix(strings.TrimSpace(rest), "perft"):
		return "nodes "
	case word == "go":
		return "bestmove "
	case word == "bench":
		return "nodes "
	case word == "solve":
		return "solved "
	case word == "isready":
		return "readyok"
	}
	return ""
}
