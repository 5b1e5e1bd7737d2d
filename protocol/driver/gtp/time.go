package gtp

import (
	"context"
	"fmt"
	"time"

	"quadrille/protocol/driver"
)

// timing are the commands that tell the engine how much time it has, as far as
// it knows them: time_settings (main time, overtime, the moves in it) when the
// kind of clock changes, time_left (colour, time, moves) before each move.
func (p *Player) timing(ctx context.Context, l driver.Limits) ([]string, error) {
	pace, left := "", ""
	switch seat := p.rota.seat(); {
	case l.MoveTime > 0:
		pace = fmt.Sprintf("time_settings 0 %d 1", seconds(l.MoveTime))
	case seat < len(l.Clocks):
		c := l.Clocks[seat]
		left = fmt.Sprintf("time_left %s %d %d", p.rota.colour(), seconds(c.Left), l.MovesToGo)
		if pace = p.pace; pace == "" {
			pace = fmt.Sprintf("time_settings %d 0 0", seconds(c.Left))
		}
	default:
		return nil, nil
	}
	var lines []string
	if known, err := p.knows(ctx, "time_settings"); err != nil {
		return nil, err
	} else if known && pace != p.pace {
		lines = append(lines, pace)
	}
	p.pace = pace
	if known, err := p.knows(ctx, "time_left"); err != nil {
		return nil, err
	} else if known && left != "" {
		lines = append(lines, left)
	}
	return lines, nil
}

// seconds rounds down, but to no less than one.
func seconds(d time.Duration) int64 { return max(1, int64(d/time.Second)) }
