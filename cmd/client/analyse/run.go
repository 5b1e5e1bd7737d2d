package analyse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

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
	a := &analysis{engine: e, config: c, report: &Report{Engine: e.Name(), Limits: c.Limits, By: c.By, Marks: c.Marks, Scale: c.Scale}}
	if err := a.setUp(s); err != nil {
		return nil, err
	}
	var err error
	if len(a.turns) == 0 {
		err = a.candidates(ctx)
	} else {
		err = a.game(ctx)
	}
	if err != nil {
		return nil, err
	}
	a.report.judge()
	return a.report, nil
}

// analysis is one that is under way.
type analysis struct {
	engine *driver.Engine
	config Config
	report *Report
	turns  []string // as the engine writes them
}

// The engine is given its own time for everything but a search, whatever
// becomes of the context, so that it can be spoken to afterwards.
var always = context.Background()

// command performs a line and says what was wrong with it.
func (a *analysis) command(line string) error {
	_, err := a.engine.Command(always, line)
	return err
}

// setUp goes through the whole game once, which makes sure that it can be
// played, and back to its start.
func (a *analysis) setUp(s Source) (err error) {
	r := a.report
	game := s.Game
	if game == "" {
		if game, err = a.engine.Query(always, "game"); err != nil {
			return err
		}
	}
	if err := a.command(strings.TrimSpace("newgame " + game + " " + s.Rules)); err != nil {
		return err
	}
	start := "position startpos"
	if s.Start != "startpos" {
		start = "position fen " + s.Start
	}
	line := start
	if len(s.Turns) > 0 {
		line += " moves " + strings.Join(s.Turns, " ")
	}
	if err := a.command(line); err != nil {
		return err
	}
	for what, to := range map[string]*string{"game": &r.Game, "rules": &r.Rules, "result": &r.Result, "reason": &r.Reason} {
		if *to, err = a.engine.Query(always, what); err != nil && !refused(err) {
			return err
		}
	}
	history, err := a.engine.Query(always, "history")
	if err != nil {
		return err
	}
	a.turns, r.Total, r.Start = strings.Fields(history), len(strings.Fields(history)), s.Start
	if err := a.seats(s.Names); err != nil {
		return err
	}
	return a.command(start)
}

// seats finds out how many there are and how they are called.
func (a *analysis) seats(names map[string]string) error {
	n := 2
	if players, err := a.engine.Query(always, "players"); err == nil {
		if n, err = strconv.Atoi(players); err != nil || n < 2 || n > engine.MaxPlayers {
			return fmt.Errorf("the engine says that there are %q players", players)
		}
	} else if !refused(err) {
		return err
	}
	answer, err := a.engine.Query(always, "seats")
	if err != nil && !refused(err) {
		return err
	}
	a.report.Seats = strings.Fields(answer)
	if len(a.report.Seats) != n {
		a.report.Seats = []string{"p1", "p2", "p3", "p4"}[:n]
	}
	for i := range n {
		a.report.Names = append(a.report.Names, names[fmt.Sprint("p", i+1)])
	}
	return nil
}

func refused(err error) bool {
	var r *driver.Refusal
	return errors.As(err, &r)
}

// look keeps how the board looks now.
func (a *analysis) look() error {
	fen, err := a.engine.Query(always, "fen")
	if err != nil && !refused(err) {
		return err
	}
	diagram, err := a.engine.Query(always, "diagram")
	if err != nil && !refused(err) {
		return err
	}
	var parsed engine.Diagram
	if err != nil || json.Unmarshal([]byte(diagram), &parsed) != nil {
		lines, err := a.engine.Ask(always, "show")
		if err != nil {
			return err
		}
		parsed = nil
		for _, l := range lines {
			parsed = append(parsed, []engine.Span{{Text: l}})
		}
	}
	// Written anew, so that nothing but a diagram gets into a page.
	clean, err := json.Marshal(parsed)
	a.report.Positions = append(a.report.Positions, Position{FEN: fen, Diagram: clean})
	return err
}

// seat is who is to move, from 1.
func (a *analysis) seat() (int, error) {
	turn, err := a.engine.Query(always, "turn")
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(strings.TrimPrefix(turn, "p"))
	if err != nil || n < 1 || n > len(a.report.Seats) {
		return 0, fmt.Errorf("the engine says that it is the turn of %q", turn)
	}
	return n, nil
}

// game judges the turns one by one.
func (a *analysis) game(ctx context.Context) error {
	if err := a.look(); err != nil {
		return err
	}
	for i, token := range a.turns {
		if a.config.Progress != nil {
			a.config.Progress(i, len(a.turns))
		}
		t, err := a.turn(ctx, token)
		if ctx.Err() != nil && err == nil {
			return a.complete(ctx)
		}
		if err != nil {
			return fmt.Errorf("turn %d, %s: %w", i+1, token, err)
		}
		t.Number = i + 1
		if err := a.command("moves " + token); err != nil {
			return err
		}
		if err := a.look(); err != nil {
			return err
		}
		a.report.Turns = append(a.report.Turns, t)
	}
	if err := a.complete(ctx); err != nil {
		return err
	}
	if a.config.Progress != nil {
		a.config.Progress(len(a.turns), len(a.turns))
	}
	return nil
}

// turn searches for the best turn and, where another was made, looks at that
// alone under the same limits. What the engine gives no value for, such as an
// only turn, is not known yet.
func (a *analysis) turn(ctx context.Context, token string) (t Turn, err error) {
	t.Token = token
	if t.Seat, err = a.seat(); err != nil {
		return t, err
	}
	legal, err := a.engine.Query(always, "legal")
	if err != nil {
		return t, err
	}
	t.Forced = !strings.Contains(legal, " ")
	best, value, line, err := a.search(ctx, a.config.Limits)
	if err != nil || ctx.Err() != nil {
		return t, err
	}
	t.Best, t.Before, t.After, t.Line = best, value, value, line
	if best == token {
		return t, nil
	}
	_, t.After, _, err = a.search(ctx, a.config.Limits+" searchmoves "+token)
	return t, err
}

// search returns the engine's turn, what it is worth and what may follow.
func (a *analysis) search(ctx context.Context, limits string) (best string, v Value, line []string, err error) {
	answer, err := a.engine.Go(ctx, limits, func(i driver.Info) {
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
	result, err := a.engine.Query(always, "result")
	if err != nil {
		return v, 0, err
	}
	if result != "none" {
		return resultValue(result, mover-1, len(a.report.Seats)), mover, nil
	}
	if ctx.Err() == nil {
		_, v, _, err = a.search(ctx, a.config.Limits)
	}
	return v, mover, err
}

// candidates looks at a position without turns.
func (a *analysis) candidates(ctx context.Context) (err error) {
	r := a.report
	if err := a.look(); err != nil {
		return err
	}
	if r.Seat, err = a.seat(); err != nil || r.Result != "none" {
		return err
	}
	if _, ok := a.engine.Option("MultiPV"); ok && a.config.Lines > 1 {
		if err := a.engine.SetOption(always, "MultiPV", fmt.Sprint(a.config.Lines)); err != nil {
			return err
		}
		defer a.engine.SetOption(always, "MultiPV", "1")
	}
	found := map[int]Candidate{}
	_, err = a.engine.Go(ctx, a.config.Limits, func(i driver.Info) {
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
