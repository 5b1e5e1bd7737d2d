package match

import (
	"context"
)

// Show reports the match of a journal and plays nothing.
func Show(ctx context.Context, spec *Spec, j *Journal, o Options) error {
	games, err := j.Games(ctx)
	if err != nil {
		return err
	}
	m := &match{spec: spec, options: o}
	seats := 2
	if len(games) > 0 {
		seats = len(games[0].Seats)
	}
	if err := m.arrange(seats); err != nil {
		return err
	}
	m.begin(games, 0)
	o.Reporter.End(m.progress, nil)
	return nil
}
