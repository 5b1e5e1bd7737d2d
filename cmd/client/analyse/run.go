package analyse

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"quadrille/protocol/driver"
)

// DefaultLimits bound a search that nobody bounded otherwise.
const DefaultLimits = "movetime 500"

// Config is how a game is looked at.
type Config struct {
	Limits string // as behind `go`, such as "movetime 500"
	By     string // chance or score
	Marks  [3]float64
	Scale  float64 // 0 to find it in the game
	Lines  int     // best turns of a position without turns
	// Progress, when not nil, is told how many turns are done.
	Progress func(done, total int)
}

// Run judges every turn. When the context ends, the turns that were done are
// in the report, and the error is nil.
func Run(ctx context.Context, e *driver.Engine, s Source, c Config) (*Report, error) {
	a := &analysis{game: driver.NewGame(e), config: c, report: &Report{Engine: e.Name(), Limits: c.Limits, By: c.By, Marks: c.Marks, Scale: c.Scale}}
	err := a.setUp(s)
	switch {
	case err != nil:
	case len(a.turns) == 0:
		err = a.candidates(ctx)
	default:
		err = a.judgeTurns(ctx)
	}
	if err != nil {
		return nil, err
	}
	a.report.judge()
	return a.report, nil
}

// analysis is one that is under way.
type analysis struct {
	game   *driver.Game
	config Config
	report *Report
	turns  []string     // as the engine writes them
	state  driver.State // where the engine is now
}

// The engine is given its own time for everything but a search, whatever
// becomes of the context, so that it can be spoken to afterwards.
var always = context.Background()

// facts are what is asked about every position.
func facts() []driver.Question {
	return []driver.Question{driver.AskTurn, driver.AskResult, driver.AskLegal, driver.AskFEN, driver.AskDiagram}
}

// setUp goes through the whole game once, which makes sure that it can be
// played, and back to its start.
func (a *analysis) setUp(s Source) error {
	game := driver.Position{Game: s.Game, Rules: s.Rules, Start: s.Start, Turns: s.Turns}
	if game.Game == "" {
		first, err := a.game.Ask(always, driver.AskGame)
		if err != nil {
			return err
		}
		game.Game = first.Game
	}
	end, err := a.game.SetUp(always, game, driver.Summary()...)
	if err != nil {
		return err
	}
	r := a.report
	r.Game, r.Rules, r.Start, r.Seats = end.Game, end.Rules, end.Start, end.Names
	r.Result, r.Reason, r.Total = end.Result, end.Reason, len(end.Turns)
	for _, seat := range end.Seats() {
		r.Names = append(r.Names, s.Names[seat])
	}
	a.turns = end.Turns
	start := end.Position
	if len(a.turns) > 0 {
		start = end.After(0) // and otherwise a FEN may be in the middle of a turn
	}
	state, err := a.game.SetUp(always, start, facts()...)
	return a.keep(state, err)
}

// keep notes where the engine is now and how the board looks.
func (a *analysis) keep(state driver.State, err error) error {
	if err != nil {
		return err
	}
	board, err := a.game.Board(always, state)
	if err != nil {
		return err
	}
	// Written anew, so that nothing but a diagram gets into a page.
	clean, err := json.Marshal(board)
	a.state = state
	a.report.Positions = append(a.report.Positions, Position{FEN: state.FEN, Diagram: clean})
	return err
}

// seat is who is to move, from 1.
func (a *analysis) seat() (int, error) {
	if n := a.state.Seat() + 1; n <= len(a.report.Seats) {
		return n, nil
	}
	return 0, fmt.Errorf("the engine says that it is the turn of %q", a.state.Turn)
}

// judgeTurns judges the turns one by one.
func (a *analysis) judgeTurns(ctx context.Context) error {
	for i, token := range a.turns {
		a.progress(i)
		t, err := a.turn(ctx, token)
		if ctx.Err() != nil && err == nil {
			return a.complete(ctx)
		}
		if err != nil {
			return fmt.Errorf("turn %d, %s: %w", i+1, token, err)
		}
		t.Number = i + 1
		state, err := a.game.Play(always, token, facts()...)
		if err := a.keep(state, err); err != nil {
			return err
		}
		a.report.Turns = append(a.report.Turns, t)
	}
	if err := a.complete(ctx); err != nil {
		return err
	}
	a.progress(len(a.turns))
	return nil
}

func (a *analysis) progress(done int) {
	if a.config.Progress != nil {
		a.config.Progress(done, len(a.turns))
	}
}

// turn searches for the best turn and, where another was made, compares the two
// under the same limits. What the engine gives no value for, such as an
// only turn, is not known yet.
func (a *analysis) turn(ctx context.Context, token string) (t Turn, err error) {
	t.Token = token
	if t.Seat, err = a.seat(); err != nil {
		return t, err
	}
	t.Forced = len(a.state.Legal) <= 1
	best, value, line, err := a.search(ctx, a.config.Limits)
	if err != nil || ctx.Err() != nil {
		return t, err
	}
	t.Best, t.Before, t.After, t.Line = best, value, value, line
	if best == token {
		return t, nil
	}
	t.Before, t.After, err = a.compare(ctx, value, best, token)
	return t, err
}

// compare values the turn that was made, and the best one anew beside it unless
// its value is exact. One search looks at both, so that the values are of the
// same depth: in Othello odd and even depths alone differ by a disk or two. An
// engine without MultiPV looks at the turn that was made alone.
func (a *analysis) compare(ctx context.Context, value Value, best, token string) (before, after Value, err error) {
	one, err := a.lines(2)
	if err != nil || one == nil {
		_, after, _, err = a.search(ctx, a.config.Limits+" searchmoves "+token)
		return value, after, err
	}
	defer one()
	before = value
	values := map[string]Value{}
	_, err = a.game.Engine().Go(ctx, a.config.Limits+" searchmoves "+best+" "+token, func(i driver.Info) {
		if v := valueOf(i); v.known && len(i.PV) > 0 {
			values[i.PV[0]] = v
		}
		if b, t := values[best], values[token]; b.known && t.known && b.Depth == t.Depth {
			if after = t; !value.exact() {
				before = b
			}
		}
	})
	if !after.known {
		after = values[token]
	}
	return before, after, err
}

// lines asks the engine for so many lines, and returns what asks for one again;
// nil when the engine has no MultiPV.
func (a *analysis) lines(n int) (one func(), err error) {
	engine := a.game.Engine()
	if _, ok := engine.Option("MultiPV"); !ok {
		return nil, nil
	}
	if err := engine.SetOption(always, "MultiPV", fmt.Sprint(n)); err != nil {
		return nil, err
	}
	return func() { engine.SetOption(always, "MultiPV", "1") }, nil
}

// search returns the engine's turn, what it is worth and what may follow.
func (a *analysis) search(ctx context.Context, limits string) (best string, v Value, line []string, err error) {
	answer, err := a.game.Engine().Go(ctx, limits, func(i driver.Info) {
		if value := valueOf(i); value.known && i.MultiPV <= 1 {
			v, line = value, slices.Clone(i.PV)
		}
	})
	return answer.Move, v, line, err
}

// complete fills in the values that are not known yet from those of the
// positions behind. Turns at the end of which nothing is known are dropped.
func (a *analysis) complete(ctx context.Context) error {
	turns := a.report.Turns
	next, mover, err := a.final(ctx)
	if err != nil {
		return err
	}
	for i := len(turns) - 1; i >= 0; i-- {
		t := &turns[i]
		if !t.After.known && next.known {
			t.After = next.before(t.Seat-1, mover-1, len(a.report.Seats))
		}
		if !t.Before.known {
			t.Before = t.After
		}
		if !t.After.known {
			a.report.Turns = turns[:i]
		}
		next, mover = t.Before, t.Seat
	}
	return nil
}

// final is what the position behind the last turn is worth to the seat that is
// to move there, if it is needed and can be known.
func (a *analysis) final(ctx context.Context) (v Value, mover int, err error) {
	turns := a.report.Turns
	if len(turns) == 0 || turns[len(turns)-1].After.known {
		return v, 1, nil
	}
	if mover, err = a.seat(); err != nil {
		return v, 0, err
	}
	if a.state.Over() {
		return resultValue(a.state.Result, mover-1, len(a.report.Seats)), mover, nil
	}
	if ctx.Err() == nil {
		_, v, _, err = a.search(ctx, a.config.Limits)
	}
	return v, mover, err
}

// candidates looks at a position without turns.
func (a *analysis) candidates(ctx context.Context) (err error) {
	r := a.report
	if r.Seat, err = a.seat(); err != nil || a.state.Over() {
		return err
	}
	one, err := a.lines(max(1, a.config.Lines))
	if err != nil {
		return err
	}
	if one != nil {
		defer one()
	}
	found := map[int]Candidate{}
	_, err = a.game.Engine().Go(ctx, a.config.Limits, func(i driver.Info) {
		if v := valueOf(i); len(i.PV) > 0 {
			found[max(1, i.MultiPV)] = Candidate{Token: i.PV[0], Value: v, Line: slices.Clone(i.PV)}
		}
	})
	for rank := 1; rank <= len(found); rank++ {
		if c, ok := found[rank]; ok {
			r.Candidates = append(r.Candidates, c)
		}
	}
	return err
}
