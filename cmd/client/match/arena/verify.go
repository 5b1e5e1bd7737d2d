package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// Lie is what is wrong with a game that others say they have played.
type Lie struct{ Text string }

func (e *Lie) Error() string { return e.Text }

func lie(format string, args ...any) error { return &Lie{fmt.Sprintf(format, args...)} }

// Verify goes through a game that others have played and says whether it can be
// one of these terms from this opening: whether the rules allow its turns, and
// whether its result follows from them and from the end that it says it had. The
// error is a *Lie, or else the referee's failure.
//
// What an engine said, how long it took and that it failed is not in the turns,
// and is believed.
func Verify(ctx context.Context, r *Referee, t Terms, o Opening, limits []Limits, g Game) error {
	if g.Start != o.Start || g.Opened != len(o.Turns) || len(g.Turns) < g.Opened || !slices.Equal(g.Turns[:g.Opened], o.Turns) {
		return lie("it does not begin with the opening that it was given")
	}
	if err := g.wellFormed(len(limits), t.CPU); err != nil {
		return err
	}
	state, err := r.SetUp(ctx, g.Start, g.Turns)
	var refusal *driver.Refusal
	switch {
	case errors.As(err, &refusal):
		return lie("the referee refuses its turns: %s", refusal.Text)
	case err != nil:
		return err
	case !slices.Equal(state.Turns, g.Turns):
		return lie("its turns are not written as the referee writes them")
	}
	v := &game{terms: t, seats: make([]Seat, len(limits)), referee: r, state: state}
	if err := v.expect(ctx, limits, g); err != nil {
		return err
	}
	if v.out.Result != g.Result || v.out.Reason != g.Reason || !slices.Equal(v.out.Points, g.Points) || !slices.Equal(v.out.Scores, g.Scores) {
		return lie("it says %s by %s, points %v, scores %v; its turns give %s by %s, points %v, scores %v",
			g.Result, g.Reason, g.Points, g.Scores, v.out.Result, v.out.Reason, v.out.Points, v.out.Scores)
	}
	return nil
}

// wellFormed says what of a game cannot be, whatever was played.
func (g Game) wellFormed(seats int, cpu bool) error {
	switch {
	case len(g.Used) != seats || slices.Min(g.Used) < 0 || g.Elapsed < 0:
		return lie("its times are none of %d seats", seats)
	case !cpu && sum(g.Used) > g.Elapsed.Milliseconds()+slack.Milliseconds():
		return lie("its seats thought for %d ms in all, and it took %d", sum(g.Used), g.Elapsed.Milliseconds())
	case len(g.Notes) > len(g.Turns):
		return lie("it has %s on %s", engine.Count(len(g.Notes), "note"), engine.Count(len(g.Turns), "turn"))
	case g.Fault < 0 || g.Fault > seats:
		return lie("seat %d is at fault, of %d", g.Fault, seats)
	}
	return nil
}

// slack is by how much times may disagree that were rounded.
const slack = time.Second

func sum(list []int64) (all int64) {
	for _, n := range list {
		all += min(n, 1<<40) // which is more than a game takes, and adds up
	}
	return all
}

// expect makes the result that follows from the turns and the end of a game.
func (v *game) expect(ctx context.Context, limits []Limits, g Game) error {
	over, turns := v.state.Over(), len(g.Turns)
	toMove := g.Fault == v.state.Seat()+1 || g.Fault > 0 && turns == g.Opened // who fails at the start need not be to move
	switch end := g.End; {
	case end == EndRules || end == EndDisagreement && over:
		if !over || (end == EndRules) != (g.Fault == 0) {
			return lie("it says that the rules ended it, and they did not")
		}
		return v.byRules(ctx)
	case over:
		return lie("the rules ended it, and it says %s", end)
	case end == EndMaxLength && g.Fault == 0 && v.terms.MaxPlies > 0 && turns >= v.terms.MaxPlies,
		end == EndDraw && g.Fault == 0 && len(limits) == 2 && may(v.terms.DrawRule, turns-g.Opened, turns):
		v.draw(end, g.Detail)
	case end == EndWin && g.Fault == 0 && may(v.terms.WinRule, turns-g.Opened, turns) && (g.Result == "p1win" || g.Result == "p2win"):
		v.lose(map[string]int{"p1win": 1, "p2win": 0}[g.Result], end, g.Detail)
	case end == EndTime && toMove && limits[g.Fault-1].Timed(),
		toMove && slices.Contains([]End{EndIllegal, EndStall, EndCrash, EndProtocol, EndDisagreement, EndResign}, end):
		v.lose(g.Fault-1, end, g.Detail)
	default:
		return lie("it cannot have ended by %s after %s with seat %d at fault and %s to move", end, engine.Count(turns, "turn"), g.Fault, v.state.Turn)
	}
	return nil
}

// may says whether a rule can have ended a game after so many turns, of which the
// engines made played.
func may(r AdjudgeRule, played, turns int) bool {
	return r.Plies > 0 && played >= r.Plies && turns >= r.After
}
