package host

import (
	"context"
	"slices"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// program is what a pool lends: a process that ends some time.
type program interface {
	Process() *driver.Process
	Err() error // after which it is of no further use
	Close() error
}

// visitor is the process of a guest, and what it was told of which game.
type visitor struct {
	driver.Player
	limits driver.Limits
	game   string // the host's
	setup  driver.Setup
	turns  []string
	err    error
}

func (v *visitor) Err() error { return v.err }

// begin has the guest set up a game, unless that is the one it is at.
func (v *visitor) begin(ctx context.Context, id string, setup driver.Setup) error {
	if v.game == id && v.setup == setup {
		return nil
	}
	v.game, v.setup, v.turns = id, setup, nil
	v.err = v.NewGame(ctx, setup)
	return v.err
}

// turn asks for the turn behind those played.
func (v *visitor) turn(ctx context.Context, id string, setup driver.Setup, turns []string, l driver.Limits) (driver.Answer, error) {
	if n := len(v.turns); n > len(turns) || !slices.Equal(turns[:n], v.turns) {
		v.game = "" // something was taken back, which not every language can say
	}
	if err := v.begin(ctx, id, setup); err != nil {
		return driver.Answer{}, err
	}
	v.turns = turns
	answer, err := v.Go(ctx, turns, l)
	v.err = err
	return answer, err
}

// openGuest starts a guest's program.
func (h *Host) openGuest(ctx context.Context, name string) (*visitor, error) {
	guest := h.guest(name)
	if guest == nil {
		return nil, h.noGuest(name)
	}
	player, err := guest.Open(ctx)
	if err != nil {
		return nil, err
	}
	background(player.Process())
	return &visitor{Player: player, limits: guest.Limits}, nil
}

// margin is by how much a guest's turn may overrun its time before it loses, on
// a machine that has more to do; patience is how much longer an answer is waited
// for, which says whether it was late or never came.
const (
	margin   = 2 * time.Second
	patience = 8 * time.Second
)

// bounds are what a guest is told of its time for a turn: what whoever asks for
// the turn says, or else its own limits, and the clock.
func (h *Host) bounds(j job, own driver.Limits) driver.Limits {
	d, l := own, j.limits
	if l.MoveTime > 0 || l.Depth > 0 || l.Nodes > 0 {
		d = driver.Limits{Depth: l.Depth, Nodes: l.Nodes, MoveTime: l.MoveTime}
	}
	d.Seat, d.GiveUpAfter = driver.State{Turn: j.seat}.Seat(), h.config.MaxThink
	if c := j.clock; c != nil {
		for i, left := range c.left {
			d.Clocks = append(d.Clocks, driver.Clock{Left: left, Inc: c.increment[i]})
		}
		if left := max(c.left[c.seat]-overhead, time.Millisecond); d.MoveTime == 0 || d.MoveTime > left {
			d.MoveTime = left
		}
	}
	if d.MoveTime > 0 {
		d.StopAfter = d.MoveTime + margin
		d.GiveUpAfter = d.StopAfter + patience
	}
	return d
}

// logged is what a program wrote to its standard error at last, as the log has
// it.
func logged(p *driver.Process) string {
	const most = 2000
	text := strings.TrimSpace(p.Stderr())
	if n := len(text); n > most {
		text = "…" + strings.ToValidUTF8(text[n-most:], "")
	}
	return text
}
