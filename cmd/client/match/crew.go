package match

import (
	"context"
	"strings"
	"sync"
)

// start starts a goroutine for each worker.
func (c *crew) start(ctx context.Context) {
	var all sync.WaitGroup
	for _, w := range c.workers {
		// Lines go to and fro fastest on one core.
		all.Go(func() { onCore(w.core, func() { c.work(ctx, w) }) })
	}
	go func() {
		all.Wait()
		close(c.ended)
	}()
}

// work plays games until there are no more.
func (c *crew) work(ctx context.Context, w *worker) {
	defer func() { w.end(ctx.Err() != nil) }()
	for {
		select {
		case <-ctx.Done():
			return
		case s, ok := <-c.jobs:
			if !ok {
				return
			}
			game, err := w.play(ctx, s)
			if ctx.Err() != nil {
				return
			}
			select {
			case c.played <- playedGame{game, err}:
			case <-ctx.Done():
				return
			}
		}
	}
}

// more adds to a finished game those that have come since.
func (c *crew) more(first playedGame) []playedGame {
	return append([]playedGame{first}, c.rest()...)
}

// rest are the finished games that nobody has taken.
func (c *crew) rest() (played []playedGame) {
	for {
		select {
		case p := <-c.played:
			played = append(played, p)
		default:
			return played
		}
	}
}

// end breaks off the games that run and waits until every process has ended.
func (c *crew) end() {
	c.cancel()
	<-c.ended
}

// threaded says whether an engine uses several threads, and so should not be
// bound to one core.
func (s *Spec) threaded() bool {
	for _, e := range s.Engines {
		for _, o := range e.Options {
			if strings.EqualFold(o.Name, "Threads") && o.Value != "1" {
				return true
			}
		}
	}
	return false
}
