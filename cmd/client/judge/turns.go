package judge

import (
	"context"
	"fmt"
	"sync"

	"quadrille/protocol/driver"
)

// outcome is what came of judging one turn.
type outcome struct {
	*spot // in which it was made
	turn  Turn
	whole bool // the context did not end meanwhile
	err   error
}

// all judges the turns of the game that leads to a position, some of them at once,
// and takes what was found in their order.
func (j *judging) all(ctx context.Context, end driver.Position) error {
	work, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	outcomes := make(chan chan outcome, len(j.turns))
	running.Go(func() {
		defer close(outcomes)
		j.begin(work, end, outcomes, &running)
	})
	for coming := range outcomes {
		j.progress(len(j.report.Turns))
		o := <-coming
		switch {
		case o.err != nil:
			return o.err
		case !o.whole:
			return j.complete(ctx, o.spot)
		}
		j.report.Turns = append(j.report.Turns, o.turn)
		j.tell()
	}
	done := len(j.report.Turns) // fewer than all where the context ended between two turns
	behind, err := j.goTo(end.After(done))
	if err != nil {
		return err
	}
	if err := j.complete(ctx, behind); err != nil {
		return err
	}
	j.progress(done)
	return nil
}

// begin begins to judge the turns that are not known, so many at once, and says where
// what was found of each will come. It ends early with the context, or when it cannot
// go on: then what comes last is the error.
func (j *judging) begin(ctx context.Context, end driver.Position, outcomes chan<- chan outcome, running *sync.WaitGroup) {
	free := make(chan struct{}, max(1, j.config.Searches))
	for i := len(j.config.Known); i < len(j.turns); i++ {
		select {
		case free <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			return
		}
		coming := make(chan outcome, 1)
		outcomes <- coming
		s, err := j.goTo(end.After(i))
		if err != nil {
			coming <- outcome{err: err}
			return
		}
		running.Go(func() {
			coming <- s.judged(ctx, i)
			<-free
		})
	}
}

// judged judges the turn of a number from 0 that was made here.
func (s *spot) judged(ctx context.Context, i int) outcome {
	t, err := s.turn(ctx, s.turns[i])
	if err != nil {
		err = fmt.Errorf("turn %d, %s: %w", i+1, s.turns[i], err)
	}
	t.Number = i + 1
	return outcome{s, t, ctx.Err() == nil, err}
}
