package host

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"quadrille/protocol/driver"
)

// Look tells how a position stands, or would after a change of which only
// Action and Move count. Nothing is kept, and a position has no seats: whoever
// asks may act for all.
func (h *Host) Look(ctx context.Context, p Position, c Change) (Standing, error) {
	p, err := p.read()
	if err != nil {
		return Standing{}, err
	}
	var changes []driver.Change
	if c.Action != "" || c.Move != "" {
		if err := c.check(); err != nil {
			return Standing{}, err
		}
		changes = append(changes, c.step())
	}
	f, err := h.arrange(ctx, p.key(), p.at(), changes...)
	if err != nil {
		return Standing{}, err
	}
	return standing(f), nil
}

// SearchPosition is Search for a position of no game.
func (h *Host) SearchPosition(ctx context.Context, p Position, l Limits, w Watch) (Reply, error) {
	p, err := p.read()
	if err != nil {
		return Reply{}, err
	}
	if err := l.check(); err != nil {
		return Reply{}, err
	}
	r := request{key: p.key(), client: clientOf(ctx), urgency: elective, watch: w}
	return h.found(ctx, job{request: r, at: p.at(), named: true, limits: l})
}

// arrange asks an engine about a position that somebody names, with changes
// performed there. A start that is left to chance is drawn.
func (h *Host) arrange(ctx context.Context, key string, at driver.Position, changes ...driver.Change) (f driver.State, err error) {
	err = h.consult(ctx, key, func(g *driver.Game) (err error) {
		if at.Start == "" && len(at.Turns)+len(at.Pending)+len(changes) == 0 {
			f, err = g.Begin(ctx, gameWords(at), driver.Everything()...)
		} else {
			f, err = g.Do(ctx, at, changes, driver.Everything()...)
		}
		return refusedAsNamed(err)
	})
	return f, err
}

// refusedAsNamed makes of an engine's refusal of a position one that is told to
// whoever named the position. For a game that there is it is a failure.
func refusedAsNamed(err error) error {
	var setUp *driver.SetUpError
	if errors.As(err, &setUp) {
		return setUp.Refusal
	}
	return err
}

// read is the position, checked, that a record leads to where there is one. What
// the record says of the result does not count.
func (p Position) read() (Position, error) {
	if p.Record == "" {
		return p, p.check()
	}
	if p.Game != "" || p.FEN != "" || len(p.Rules)+len(p.Turns)+len(p.Pending) > 0 {
		return p, Refuse(BadRequest, "a record already says what position it is; leave out game, rules, fen, turns and pending")
	}
	r, err := Spec{Record: p.Record}.read()
	if err != nil {
		return p, noRecord(err)
	}
	at := driver.RecordPosition(r)
	p = Position{Game: at.Game, Rules: ruleMap(at.Rules), FEN: at.Start, Turns: at.Turns, Pending: at.Pending}
	return p, p.check()
}

// mostPending bounds the actions of a turn that has begun.
const mostPending = 100

// check refuses what would be something else in an engine's eyes, or is too
// long.
func (p Position) check() error {
	if err := checkGame(p.Game, p.Rules, p.FEN); err != nil {
		return err
	}
	if len(p.Turns) > mostTurns || len(p.Pending) > mostPending {
		return Refuse(BadRequest, "a position has at most %d turns and %d actions of one that has begun, not %d and %d",
			mostTurns, mostPending, len(p.Turns), len(p.Pending))
	}
	for _, token := range p.Turns {
		if err := checkToken(token); err != nil {
			return err
		}
	}
	for _, action := range p.Pending {
		if err := checkAction(action); err != nil {
			return err
		}
	}
	return nil
}

// at is the position as the driver has it.
func (p Position) at() driver.Position {
	start := p.FEN
	if start == driver.StartPos {
		start = ""
	}
	return driver.Position{Game: p.Game, Rules: ruleWords(p.Rules), Start: start, Turns: p.Turns, Pending: p.Pending}
}

// key is the same for all positions that may be of one game, so that an engine
// that knows one of them goes on from there. It is no game's ID.
func (p Position) key() string {
	at := p.at()
	return fmt.Sprintf("position %x", sha256.Sum256([]byte(gameWords(at)+" fen "+at.Start)))
}
