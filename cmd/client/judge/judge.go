package judge

import (
	"context"
	"fmt"
	"slices"

	"quadrille/protocol/driver"
)

// Engine goes to the positions of one game and searches there: one process, or
// whichever of several is free.
type Engine interface {
	// At says who is to move in a position, what is legal there and whether the
	// game is over. It is called once for each position from the first that is
	// judged on, in their order, and while fewer turns are judged than may be at once.
	At(at driver.Position) (driver.State, error)
	// Search searches in a position, always under the same limits. When the
	// context ends, what was found till then is reported and returned.
	Search(ctx context.Context, at driver.Position, s Search, report func(driver.Info)) (best string, err error)
	// HasLines says whether a search can have more than one line.
	HasLines() bool
}

// Search is what a search looks for.
type Search struct {
	Lines int      // best turns, at least 1; 1 where the engine has no lines
	Only  []string // the turns that it looks at; all when empty
}

// Config is how turns are judged.
type Config struct {
	By    string // chance or score
	Marks [3]float64
	Scale float64 // 0 to find it in the game
	Lines int     // best turns of a position without turns
	// Known are what an earlier report found of the game's first turns, which are
	// not judged again.
	Known []Turn
	// Searches is how many turns are judged at once; 1 by default. For more, searches
	// are asked for from several goroutines.
	Searches int
	// Progress, when not nil, is told how many turns are done, and Judged the
	// report so far after each of them: without the last turns as long as nothing
	// is known of them, and with the scale of the others.
	Progress func(done, total int)
	Judged   func(sofar *Report)
}

// Run judges every turn of the game that ends in a position, of which the
// questions of driver.Summary are answered; or the turns that may be played,
// when none was. When the context ends, the turns that were done are in the
// report, and the error is nil.
func Run(ctx context.Context, e Engine, end driver.State, c Config) (*Report, error) {
	j := &judging{engine: e, config: c, turns: end.Turns, report: newReport(end, c)}
	j.report.Turns = append([]Turn{}, c.Known...)
	var err error
	if len(j.turns) > 0 {
		err = j.all(ctx, end.Position)
	} else { // the position may be in the middle of a turn
		err = j.candidates(ctx, end.Position)
	}
	if err != nil {
		return nil, err
	}
	j.report.judge()
	return j.report, nil
}

// judging is a game that is being judged.
type judging struct {
	engine Engine
	config Config
	report *Report
	turns  []string // as the engine writes them
}

// spot is a position of the game in which a turn was made, or the last one.
type spot struct {
	*judging
	at    driver.Position
	state driver.State // of that position
}

// goTo goes to a position.
func (j *judging) goTo(at driver.Position) (*spot, error) {
	state, err := j.engine.At(at)
	return &spot{j, at, state}, err
}

// seat is who is to move, from 1.
func (s *spot) seat() (int, error) {
	if n := s.state.Seat() + 1; n <= len(s.report.Seats) {
		return n, nil
	}
	return 0, fmt.Errorf("the engine says that it is the turn of %q", s.state.Turn)
}

func (j *judging) progress(done int) {
	if j.config.Progress != nil {
		j.config.Progress(done, len(j.turns))
	}
}

// tell shows the report so far.
func (j *judging) tell() {
	if j.config.Judged == nil {
		return
	}
	sofar := *j.report
	sofar.Turns = j.filled(slices.Clone(sofar.Turns), Value{}, 1)
	sofar.judge()
	j.config.Judged(&sofar)
}

// turn searches for the best turn and, where another was made, compares the two
// under the same limits. What the engine gives no value for, such as an
// only turn, is not known yet.
func (s *spot) turn(ctx context.Context, token string) (t Turn, err error) {
	t.Token = token
	if t.Seat, err = s.seat(); err != nil {
		return t, err
	}
	t.Forced = len(s.state.Legal) <= 1
	best, value, line, err := s.search(ctx)
	if err != nil || ctx.Err() != nil {
		return t, err
	}
	t.Best, t.Before, t.After, t.Line = best, value, value, append([]string{}, line...)
	if best == token {
		return t, nil
	}
	t.Before, t.After, err = s.compare(ctx, value, best, token)
	return t, err
}

// compare values the turn that was made, and the best one anew beside it unless
// its value is exact. One search looks at both, so that the values are of the
// same depth: in Othello odd and even depths alone differ by a disk or two. An
// engine without MultiPV looks at the turn that was made alone.
func (s *spot) compare(ctx context.Context, value Value, best, token string) (before, after Value, err error) {
	if !s.engine.HasLines() {
		_, after, _, err = s.search(ctx, token)
		return value, after, err
	}
	before = value
	values := map[string]Value{}
	_, err = s.engine.Search(ctx, s.at, Search{Lines: 2, Only: []string{best, token}}, func(i driver.Info) {
		if v := s.value(i); v.known && len(i.PV) > 0 {
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

// search returns the engine's turn, what it is worth and what may follow.
func (s *spot) search(ctx context.Context, only ...string) (best string, v Value, line []string, err error) {
	best, err = s.engine.Search(ctx, s.at, Search{Lines: 1, Only: only}, func(i driver.Info) {
		if value := s.value(i); value.known && i.MultiPV <= 1 {
			v, line = value, slices.Clone(i.PV)
		}
	})
	return best, v, line, err
}

// value takes the value out of a report. Who asks for a scale does not want the
// engine's chances.
func (j *judging) value(i driver.Info) Value {
	v := valueOf(i)
	if j.config.Scale > 0 {
		v.given = 0
	}
	return v
}

// complete fills in the values that are not known yet, behind being the position
// behind the last of them.
func (j *judging) complete(ctx context.Context, behind *spot) error {
	next, mover, err := behind.final(ctx)
	if err == nil {
		j.report.Turns = j.filled(j.report.Turns, next, mover)
	}
	return err
}

// filled fills in the values that are not known yet from those of the positions
// behind, next being that of the last, to the seat that is to move there. Turns
// at the end of which nothing is known are dropped.
func (j *judging) filled(turns []Turn, next Value, mover int) []Turn {
	known := len(turns)
	for i := len(turns) - 1; i >= 0; i-- {
		t := &turns[i]
		if !t.After.known && next.known {
			t.After = next.before(t.Seat-1, mover-1, len(j.report.Seats))
		}
		if !t.Before.known {
			t.Before = t.After
		}
		if !t.After.known {
			known = i
		}
		next, mover = t.Before, t.Seat
	}
	return turns[:known]
}

// final is what the position behind the last turn is worth to the seat that is
// to move there, if it is needed and can be known.
func (s *spot) final(ctx context.Context) (v Value, mover int, err error) {
	turns := s.report.Turns
	if len(turns) == 0 || turns[len(turns)-1].After.known {
		return v, 1, nil
	}
	if mover, err = s.seat(); err != nil {
		return v, 0, err
	}
	if s.state.Over() {
		return resultValue(s.state.Result, mover-1, len(s.report.Seats)), mover, nil
	}
	if ctx.Err() == nil {
		_, v, _, err = s.search(ctx)
	}
	return v, mover, err
}

// candidates looks at a position without turns.
func (j *judging) candidates(ctx context.Context, at driver.Position) error {
	s, err := j.goTo(at)
	if err != nil {
		return err
	}
	r := j.report
	if r.Seat, err = s.seat(); err != nil || s.state.Over() {
		return err
	}
	lines := 1
	if j.engine.HasLines() {
		lines = max(1, j.config.Lines)
	}
	found := map[int]Candidate{}
	_, err = j.engine.Search(ctx, at, Search{Lines: lines}, func(i driver.Info) {
		if v := j.value(i); len(i.PV) > 0 {
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
