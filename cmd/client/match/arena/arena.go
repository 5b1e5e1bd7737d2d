package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// game is a game that is being played.
type game struct {
	terms   Terms
	seats   []Seat
	referee *Referee
	clocks  *clocks
	judge   *judge
	state   driver.State
	broken  []bool // seats whose player is of no further use
	out     Game
}

// Play plays a game to its end. The error is one of the referee's, or of the
// context when that ended; then there was no game. Broken says whose players
// must be closed.
//
// A player's fault costs it the game. With more than two seats the others
// share the first places.
func Play(ctx context.Context, r *Referee, facts driver.State, t Terms, o Opening, seats []Seat) (out Game, broken []bool, err error) {
	g := &game{terms: t, seats: seats, referee: r, clocks: newClocks(seats), judge: newJudge(t), broken: make([]bool, len(seats))}
	begun := time.Now()
	g.out.Begun = begun.UTC()
	g.out.Start, g.out.Opened = o.Start, len(o.Turns)
	if g.state, err = r.SetUp(ctx, o.Start, o.Turns); err != nil {
		return g.out, g.broken, fmt.Errorf("opening: %w", err)
	}
	err = g.play(ctx, facts.Setup(o.Start))
	g.out.Turns = g.state.Turns
	g.out.Elapsed = time.Since(begun) // by a clock that nobody sets
	for _, used := range g.clocks.used {
		g.out.Used = append(g.out.Used, used.Milliseconds())
	}
	return g.out, g.broken, err
}

func (g *game) play(ctx context.Context, setup driver.Setup) error {
	for i, s := range g.seats {
		setup.Seed = s.Seed
		if err := s.Player.NewGame(ctx, setup); err != nil {
			return g.fault(ctx, i, err)
		}
	}
	for !g.state.Over() {
		if ended, err := g.turn(ctx); ended || err != nil {
			return err
		}
	}
	return g.finish(ctx)
}

// turn asks for a turn and plays it. Ended says that the game is over by
// anything but the rules.
func (g *game) turn(ctx context.Context) (ended bool, err error) {
	if g.terms.MaxPlies > 0 && len(g.state.Turns) >= g.terms.MaxPlies {
		g.draw(EndMaxLength, "played to the limit of "+engine.Count(g.terms.MaxPlies, "turn"))
		return true, nil
	}
	seat := g.state.Seat()
	answer, took, err := g.ask(ctx, seat)
	if err != nil {
		return true, g.fault(ctx, seat, err)
	}
	if g.terms.Pace != nil && g.seats[seat].Limits.Follow == 0 {
		g.terms.Pace.Add(g.clocks.moved[seat], took)
	}
	allowed, _ := g.clocks.allowed(seat)
	answer.Took = took
	if end, why := Offence(g.seats[seat].Name, answer, g.clocks.charge(seat, took), g.terms.Margin); end != "" {
		g.lose(seat, end, why)
		return true, nil
	}
	state, err := g.referee.Play(ctx, answer.Token)
	var refusal *driver.Refusal
	if errors.As(err, &refusal) {
		g.lose(seat, EndIllegal, Illegal(g.seats[seat].Name, answer.Token, refusal.Text))
		return true, nil
	}
	if err != nil {
		return true, err
	}
	g.state = state
	g.note(answer, spent(took, allowed))
	return g.adjudged(seat, answer.Info), nil
}

// ask asks a player for its turn and measures the time that it is charged.
func (g *game) ask(ctx context.Context, seat int) (driver.Answer, time.Duration, error) {
	player := g.seats[seat].Player
	if !g.terms.CPU {
		answer, err := player.Go(ctx, g.state.Turns, g.clocks.limits(seat, g.terms))
		return answer, answer.Took, err
	}
	pid := player.Process().Pid()
	before, err := cpuTime(pid)
	if err != nil {
		return driver.Answer{}, 0, &driver.ExitError{Name: g.seats[seat].Name, Status: err.Error(), Stderr: player.Process().Stderr()}
	}
	answer, err := player.Go(ctx, g.state.Turns, g.clocks.limits(seat, g.terms))
	if err != nil {
		return answer, 0, err
	}
	after, err := cpuTime(pid)
	if err != nil { // it answered and ended; its next turn will tell
		return answer, answer.Took, nil
	}
	return answer, after - before, nil
}

// adjudged ends the game when the engines agree on how it ends.
func (g *game) adjudged(seat int, info driver.Info) bool {
	if len(g.seats) != 2 || g.state.Over() {
		return false
	}
	g.judge.see(seat, info)
	winner, over := g.judge.verdict(len(g.state.Turns))
	switch {
	case !over:
		return false
	case winner < 0:
		g.draw(EndDraw, "both engines see a draw")
	default:
		g.lose(1-winner, EndWin, "both engines see "+g.seats[winner].Name+" winning")
		g.out.Fault = 0
	}
	return true
}

// fault scores a game that a player's error ended. The context's own end is
// nobody's fault.
func (g *game) fault(ctx context.Context, seat int, err error) error {
	g.broken[seat] = true
	if ctx.Err() != nil {
		return ctx.Err()
	}
	g.lose(seat, EndOf(err), err.Error())
	return nil
}

// EndOf tells by a player's error what kind of end it is.
func EndOf(err error) End {
	var exit *driver.ExitError
	var late *driver.TimeoutError
	var refusal *driver.Refusal
	switch {
	case errors.As(err, &exit):
		return EndCrash
	case errors.As(err, &late):
		return EndStall
	case errors.As(err, &refusal) && slices.Contains([]string{"illegal-move", "bad-position", "game-over"}, refusal.Code):
		return EndDisagreement
	}
	return EndProtocol
}

// Offence says how a game ends by an answer before anybody looks at its turn, and
// why; "" when it does not. Late is by how much the answer overran its time.
func Offence(name string, a driver.Answer, late, margin time.Duration) (end End, why string) {
	switch {
	case late > margin:
		return EndTime, fmt.Sprintf("%s took %v, %v too long (the margin is %v)", name, round(a.Took), round(late), margin)
	case a.Resign:
		return EndResign, name + " gave up"
	case a.Token == "":
		return EndDisagreement, name + " says that it has no turn; the referee says that it has"
	}
	return "", ""
}

// Illegal says what was wrong with a turn that the referee has refused.
func Illegal(name, token, refusal string) string {
	return fmt.Sprintf("%s played %s: %s", name, driver.Clip(token), refusal)
}

// lose ends the game against a seat.
func (g *game) lose(seat int, end End, detail string) {
	g.out.End, g.out.Fault, g.out.Detail = end, seat+1, detail
	g.out.Reason = string(end)
	result, named := driver.Lost(seat, len(g.seats))
	if g.out.Result = result; !named {
		g.out.Result = "*" // three winners have no name
	}
	ranks := make([]int, len(g.seats))
	ranks[seat] = -1
	g.out.Points = rankPoints(ranks)
}

func (g *game) draw(end End, detail string) {
	g.out.End, g.out.Detail, g.out.Reason, g.out.Result = end, detail, string(end), "draw"
	g.out.Points = rankPoints(make([]int, len(g.seats)))
}

// finish scores a game that the rules ended, and asks every engine whether it
// thinks the same.
func (g *game) finish(ctx context.Context) error {
	if err := g.byRules(ctx); err != nil {
		return err
	}
	return g.compareViews(ctx)
}

// byRules scores a game that the rules ended.
func (g *game) byRules(ctx context.Context) error {
	end, err := g.referee.End(ctx)
	if err != nil {
		return err
	}
	if g.out.Points, err = points(end.Result, end.Scores, len(g.seats)); err != nil {
		return err
	}
	g.out.End, g.out.Reason, g.out.Result, g.out.Scores = EndRules, end.Reason, end.Result, end.Scores
	return nil
}

// points ranks the seats. With two the result decides alone. With more the
// scores rank them, and the winner whom the result names is before all others.
func points(result string, scores []int, seats int) ([]float64, error) {
	ranks := slices.Clone(scores)
	if len(ranks) != seats {
		return nil, fmt.Errorf("the referee gives %d scores for %d seats", len(scores), seats)
	}
	if seats == 2 {
		clear(ranks)
	}
	for i := range ranks {
		if result == fmt.Sprintf("p%dwin", i+1) {
			ranks[i] = slices.Max(ranks) + 1
		}
	}
	return rankPoints(ranks), nil
}

// compareViews marks the game as a disagreement when an engine's result is
// not the referee's; the referee's counts. An engine that fails now has played
// its game, but is of no further use.
func (g *game) compareViews(ctx context.Context) error {
	for i, s := range g.seats {
		view, err := s.Player.View(ctx, g.state.Turns)
		if ctx.Err() != nil {
			g.broken[i] = true
			return ctx.Err()
		}
		if err != nil {
			g.broken[i] = true
			view = err.Error()
			if EndOf(err) != EndDisagreement {
				g.remark(fmt.Sprintf("after the game: %v", err))
				continue
			}
		}
		if view != "" && view != g.state.Result {
			g.out.End, g.out.Fault = EndDisagreement, i+1
			g.remark(fmt.Sprintf("%s says %s, the referee %s (%s)", s.Name, view, g.state.Result, g.out.Reason))
		}
	}
	return nil
}

func (g *game) remark(text string) {
	if g.out.Detail != "" {
		g.out.Detail += "; "
	}
	g.out.Detail += text
}

// note remembers what the engine said about its turn, for the record.
func (g *game) note(answer driver.Answer, spent string) {
	for len(g.out.Notes) < len(g.state.Turns)-1 {
		g.out.Notes = append(g.out.Notes, "")
	}
	g.out.Notes = append(g.out.Notes, remarks(answer.Info)+spent)
}

// remarks are the score and the depth of a report, with a space behind each.
func remarks(i driver.Info) (text string) {
	switch {
	case len(i.Scores) > 0:
		text = strings.Trim(strings.ReplaceAll(fmt.Sprint(i.Scores), " ", ","), "[]") + " "
	case i.HasScore && i.Mate != 0:
		text = "mate " + strconv.Itoa(i.Mate) + " "
	case i.Proof != driver.NotProved && !driver.Measures(i.CP):
		text = "proved " + string(i.Proof) + " "
	case i.HasScore:
		text = fmt.Sprintf("%+.2f ", float64(i.CP)/100)
	}
	if i.Depth > 0 {
		text += "depth " + strconv.Itoa(i.Depth) + " "
	}
	return text
}

// round shortens a time to what is worth reading.
func round(d time.Duration) time.Duration {
	if d < 10*time.Millisecond {
		return d.Round(10 * time.Microsecond)
	}
	return d.Round(time.Millisecond)
}

// Forfeit is the game that an engine loses because it cannot get ready.
func Forfeit(o Opening, seats, loser int, err error) Game {
	g := &game{seats: make([]Seat, seats)}
	g.out = Game{Begun: time.Now().UTC(), Start: o.Start, Opened: len(o.Turns), Turns: o.Turns, Used: make([]int64, seats)}
	g.lose(loser, EndOf(err), err.Error())
	return g.out
}
