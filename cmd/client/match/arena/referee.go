package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// Referee is an engine with Quadrille's additions to UGI that is asked for the
// rules: whether a turn is legal, how it is written, whose turn it is and how a
// game ended. It serves one goroutine.
//
// The error of a turn or a position that the rules do not allow is a
// *driver.Refusal; any other is the referee's failure.
type Referee struct {
	game *driver.Game
}

// NewReferee makes an engine a referee, which owns it from now on.
func NewReferee(engine *driver.Engine) *Referee { return &Referee{driver.NewGame(engine)} }

// Close ends the engine.
func (r *Referee) Close() { r.game.Engine().Close() }

// Pid is the number of the referee's process.
func (r *Referee) Pid() int { return r.game.Engine().Process().Pid() }

// NewGame begins a game. What the rules leave to chance is drawn from the
// seed.
func (r *Referee) NewGame(ctx context.Context, game, rules string, seed int) (driver.State, error) {
	if err := r.game.Engine().SetOption(ctx, "Seed", strconv.Itoa(seed)); err != nil {
		return driver.State{}, err
	}
	return r.game.Begin(ctx, game+" "+rules, append(driver.Summary(), driver.AskVariant)...)
}

// SetUp goes to a position of the game: StartPos or a FEN, and turns from
// there.
func (r *Referee) SetUp(ctx context.Context, start string, turns []string, ask ...driver.Question) (driver.State, error) {
	p := r.game.Position()
	p.Start, p.Turns, p.Pending = start, turns, nil
	return r.game.SetUp(ctx, p, append(ask, driver.AskResult, driver.AskTurn, driver.AskHistory)...)
}

// Play plays one turn. Its notation in the state returned is the referee's
// own.
func (r *Referee) Play(ctx context.Context, token string, ask ...driver.Question) (driver.State, error) {
	if len(strings.Fields(token)) != 1 {
		return driver.State{}, &driver.Refusal{Code: "illegal-move", Text: fmt.Sprintf("%q is not one word", token)}
	}
	before := len(r.game.Position().Turns)
	s, err := r.game.Play(ctx, token, append(ask, driver.AskResult, driver.AskTurn, driver.AskHistory)...)
	if n := len(s.Turns) - before; err == nil && n != 1 {
		return s, &driver.Refusal{Code: "illegal-move", Text: fmt.Sprintf("%q is %s in one", token, engine.Count(n, "turn"))}
	}
	return s, err
}

// End asks for the reason and the scores of a game that is over.
func (r *Referee) End(ctx context.Context) (driver.State, error) {
	return r.game.Ask(ctx, driver.AskResult, driver.AskReason, driver.AskScores)
}

// Random plays plies random turns from the start and returns them, drawn
// evenly from the legal ones at each step. A line that ends the game is thrown
// away and another drawn.
func (r *Referee) Random(ctx context.Context, start string, plies int, seed, stream uint64) ([]string, error) {
	random := rand.New(rand.NewPCG(seed, stream))
	const attempts = 1000
	for range attempts {
		s, err := r.SetUp(ctx, start, nil, driver.AskLegal)
		for err == nil && !s.Over() && len(s.Turns) < plies {
			if len(s.Legal) == 0 {
				return nil, errors.New("the referee has no legal turn in a game that goes on")
			}
			s, err = r.Play(ctx, s.Legal[random.IntN(len(s.Legal))], driver.AskLegal)
		}
		if err != nil {
			return nil, err
		}
		if !s.Over() {
			return s.Turns, nil
		}
	}
	return nil, fmt.Errorf("%d random openings of %s all ended the game", attempts, engine.Count(plies, "ply"))
}
