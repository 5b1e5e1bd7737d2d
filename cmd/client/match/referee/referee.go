// Package referee asks an engine process for the rules: whether a turn is
// legal, how it is written, whose turn it is and how a game ended. It knows no
// game itself.
package referee

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"quadrille/protocol/driver"
)

// Referee is an engine with Quadrille's additions to UGI that is asked about
// rules. It serves one goroutine.
type Referee struct {
	engine *driver.Engine
	state  State
}

// New makes an engine a referee, which owns it from now on.
func New(engine *driver.Engine) *Referee { return &Referee{engine: engine} }

// Close ends the engine.
func (r *Referee) Close() { r.engine.Close() }

// Facts are what a new game is.
type Facts struct {
	Game  string // the protocol's name
	Rules string // every rule option as key=value words
	Seats int
	Start string // FEN of the start position
}

// State is where a game stands.
type State struct {
	Seat   int    // whose turn it is, from 0
	Result string // "none" while the game goes on
	Turns  []string

	history string // the turns as the referee wrote them
}

// Over says whether the game has ended.
func (s State) Over() bool { return s.Result != "none" }

// Rejected is the error of a turn that the rules do not allow.
type Rejected struct {
	Text string
}

func (e *Rejected) Error() string { return e.Text }

// NewGame begins a game. What the rules leave to chance is drawn from the
// seed. The error is a *driver.Refusal when there is no such game or rule.
func (r *Referee) NewGame(ctx context.Context, game, rules string, seed int) (Facts, error) {
	if err := r.engine.SetOption(ctx, "Seed", strconv.Itoa(seed)); err != nil {
		return Facts{}, err
	}
	if _, err := r.engine.Command(ctx, strings.TrimSpace("newgame "+game+" "+rules)); err != nil {
		return Facts{}, err
	}
	r.state = State{}
	var f Facts
	var seats string
	for what, to := range map[string]*string{"game": &f.Game, "rules": &f.Rules, "players": &seats, "startfen": &f.Start} {
		answer, err := r.engine.Query(ctx, what)
		if err != nil {
			return Facts{}, err
		}
		*to = answer
	}
	n, err := strconv.Atoi(seats)
	if err != nil || n < 2 {
		return Facts{}, fmt.Errorf("the referee says that the game has %q players", seats)
	}
	f.Seats = n
	return f, nil
}

// SetUp goes to a position: "startpos" or a FEN, and turns from there.
func (r *Referee) SetUp(ctx context.Context, start string, turns []string) (State, error) {
	line := "position startpos"
	if start != "startpos" {
		line = "position fen " + start
	}
	if len(turns) > 0 {
		line += " moves " + strings.Join(turns, " ")
	}
	s, err := r.after(ctx, line, State{})
	if err == nil {
		r.state = s
	}
	return s, err
}

// Play plays one turn. Its notation in the state returned is the referee's
// own. The error is a *Rejected when it is not one legal turn.
func (r *Referee) Play(ctx context.Context, token string) (State, error) {
	if len(strings.Fields(token)) != 1 {
		return State{}, &Rejected{fmt.Sprintf("%q is not one word", token)}
	}
	s, err := r.after(ctx, "moves "+token, r.state)
	if err != nil {
		return s, err
	}
	if n := len(s.Turns) - len(r.state.Turns); n != 1 {
		return s, &Rejected{fmt.Sprintf("%q is %d turns in one", token, n)}
	}
	r.state = s
	return s, nil
}

// after sends a line that changes the position and asks in the same breath
// what came of it. The state before is of the same game, or empty.
func (r *Referee) after(ctx context.Context, line string, before State) (State, error) {
	answer, err := r.engine.Ask(ctx, line, "query result", "query turn", "query history")
	if err != nil {
		return State{}, err
	}
	var said []string
	for _, l := range answer {
		if refusal, ok := driver.ParseRefusal(l); ok {
			return State{}, &Rejected{refusal.Text}
		}
		if rest, ok := strings.CutPrefix(l, "response"); ok {
			said = append(said, strings.TrimSpace(rest))
		}
	}
	if len(said) != 3 {
		return State{}, fmt.Errorf("the referee gave %d answers to 3 questions", len(said))
	}
	seat, err := strconv.Atoi(strings.TrimPrefix(said[1], "p"))
	if err != nil || seat < 1 {
		return State{}, fmt.Errorf("the referee says that it is the turn of %q", said[1])
	}
	return State{Seat: seat - 1, Result: said[0], Turns: before.extend(said[2]), history: said[2]}, nil
}

// extend splits a history into turns, of which as a rule only the last is new.
func (s State) extend(history string) []string {
	if news, ok := strings.CutPrefix(history, s.history); ok && len(s.Turns) > 0 && strings.HasPrefix(news, " ") {
		return append(s.Turns, strings.Fields(news)...)
	}
	return strings.Fields(history)
}

// Reason is the rules' word for the end of the game.
func (r *Referee) Reason(ctx context.Context) (string, error) { return r.engine.Query(ctx, "reason") }

// Scores is one number a seat, of which more is better.
func (r *Referee) Scores(ctx context.Context) ([]int, error) {
	answer, err := r.engine.Query(ctx, "scores")
	if err != nil {
		return nil, err
	}
	var scores []int
	for _, word := range strings.Fields(answer) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, fmt.Errorf("the referee gives %q as scores", answer)
		}
		scores = append(scores, n)
	}
	return scores, nil
}

// Random plays plies random turns from the start and returns them, drawn
// evenly from the legal ones at each step. A line that ends the game is thrown
// away and another drawn.
func (r *Referee) Random(ctx context.Context, start string, plies int, seed, stream uint64) ([]string, error) {
	random := rand.New(rand.NewPCG(seed, stream))
	const attempts = 1000
	for range attempts {
		s, err := r.SetUp(ctx, start, nil)
		for err == nil && !s.Over() && len(s.Turns) < plies {
			var legal string
			if legal, err = r.engine.Query(ctx, "legal"); err != nil {
				break
			}
			tokens := strings.Fields(legal)
			if len(tokens) == 0 {
				return nil, errors.New("the referee has no legal turn in a game that goes on")
			}
			s, err = r.Play(ctx, tokens[random.IntN(len(tokens))])
		}
		if err != nil {
			return nil, err
		}
		if !s.Over() {
			return slices.Clone(s.Turns), nil
		}
	}
	return nil, fmt.Errorf("%d random openings of %d plies all ended the game", attempts, plies)
}

// Pid is the number of the referee's process.
func (r *Referee) Pid() int { return r.engine.Process().Pid() }
