package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// offence is what costs a guest its game, as it would in a match.
type offence struct {
	end    arena.End
	detail string // for people
}

func (o *offence) Error() string { return o.detail }

// askGuest has a guest play, watched as in a match. The error is an *offence when the
// guest is at fault.
func (h *Host) askGuest(ctx context.Context, j job) (Reply, error) {
	setup, err := h.setup(ctx, j.key, j.at)
	if err != nil {
		return Reply{}, err
	}
	var answer driver.Answer
	var allowed time.Duration
	var failure error
	defer h.searches.Add(1)
	err = once(ctx, h.thinkers, j.request, func(u *unit) error {
		h.searching.Add(1)
		defer h.searching.Add(-1)
		l := h.bounds(j, u.visitor.limits)
		allowed = l.MoveTime
		answer, failure = u.visitor.turn(ctx, j.key, setup, j.at.Turns, l)
		return nil
	})
	if err == nil {
		err = failure
	}
	switch {
	case ctx.Err() != nil:
		return Reply{}, ctx.Err()
	case broken(err):
		h.config.Log.Warn("a guest engine has failed in a game", "guest", j.guest, "error", err)
		return Reply{}, &offence{arena.EndOf(err), j.guest + " " + failing(err)}
	case err != nil:
		return Reply{}, err
	}
	late := time.Duration(0)
	if allowed > 0 {
		late = answer.Took - allowed
	}
	if end, why := arena.Offence(j.guest, answer, late, margin); end != "" {
		return Reply{}, &offence{end, why}
	}
	if err := checkToken(answer.Token); err != nil {
		return Reply{}, &offence{arena.EndIllegal, arena.Illegal(j.guest, answer.Token, err.Error())}
	}
	return Reply{Move: answer.Token, Info: answer.Info, spent: answer.Took}, nil
}

// failing tells people how a guest has failed. What it complained of is for the
// log.
func failing(err error) string {
	var exit *driver.ExitError
	var late *driver.TimeoutError
	switch {
	case errors.As(err, &exit):
		return "ended: " + exit.Status
	case errors.As(err, &late):
		return fmt.Sprintf("did not answer within %v", late.After)
	}
	return "failed: " + err.Error()
}

// judged makes of the rules' refusal of a guest's turn its offence.
func (j job) judged(token string, err error) error {
	var refused *Error
	if j.guest == "" || !errors.As(err, &refused) || !slices.Contains(kinds, refused.Kind) {
		return err
	}
	return &offence{arena.EndIllegal, arena.Illegal(j.guest, token, refused.Text)}
}

// detailTag is the tag with what happened in a game that a guest has lost by an
// offence.
const detailTag = "Detail"

// mostDetail bounds what it says, in characters.
const mostDetail = 300

// forfeit ends the game with a loss of the seat. With more than two seats, of
// which three winners have no name, a level of ours takes the seat. The caller
// holds the game; n is what it was to become.
func (h *Host) forfeit(ctx context.Context, g *game, n next, seat string, o *offence) (State, error) {
	f, err := h.present(ctx, g.id, n.position())
	if err != nil {
		return State{}, err
	}
	detail := []rune(strings.Join(strings.Fields(o.detail), " "))
	n.tell(string(detail[:min(len(detail), mostDetail)]))
	i := seatIndex(seat)
	if result, ends := driver.Lost(i, len(n.head.Seats)); ends {
		n.head.Result, n.head.Reason = result, string(o.end)
	} else {
		n.head.Seats = slices.Clone(n.head.Seats)
		n.head.Seats[i] = store.Seat{Kind: string(Engine), Level: fallLevel, Name: n.head.Seats[i].Name}
	}
	h.config.Log.Info("a guest engine is out of a game", "seat", seat, "end", o.end, "detail", o.detail)
	return h.commit(ctx, g, n, f)
}

// tell puts a detail in the place of one that was told before; none with "".
func (n *next) tell(detail string) {
	n.head.Tags = slices.DeleteFunc(slices.Clone(n.head.Tags), func(t store.Tag) bool { return t.Name == detailTag })
	if detail != "" {
		n.head.Tags = append(n.head.Tags, store.Tag{Name: detailTag, Value: detail})
	}
}

// detailOf is what was told.
func detailOf(head store.Head) string {
	i := slices.IndexFunc(head.Tags, func(t store.Tag) bool { return t.Name == detailTag })
	if i < 0 {
		return ""
	}
	return head.Tags[i].Value
}
