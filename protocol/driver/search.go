package driver

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Go sends `go ARGS` (ARGS as the protocol has them, such as "depth 6") and
// waits for the best move, reporting every info line on the way from the
// calling goroutine. Info lines that cannot be read are reported with as much
// as could be, and with Raw.
//
// When the context ends, the search is stopped and its answer returned as if
// it had ended by itself; ask the context whether it was. The error is a
// *Refusal when the engine refused to search.
func (e *Engine) Go(ctx context.Context, args string, report func(Info)) (Best, error) {
	var best Best
	var refusal *Refusal
	err := e.Stream(ctx, strings.TrimSpace("go "+args), func(line string) bool {
		if b, ok := ParseBest(line); ok {
			best = b
			return true
		}
		if r, ok := ParseRefusal(line); ok {
			refusal = r
			return true
		}
		if _, ok := cutWord(line, "info"); ok && report != nil {
			info, _ := ParseInfo(line)
			report(info)
		}
		return false
	})
	if err == nil && refusal != nil {
		return Best{}, refusal
	}
	return best, err
}

// Stream sends a line and hands every line of the answer to take until take
// returns true. When the context ends, `stop` is sent and the answer is read
// on; an engine that does not finish it within Config.StopTimeout has failed.
// Use it for what takes long: searches, perft, bench.
func (e *Engine) Stream(ctx context.Context, line string, take func(line string) (last bool)) error {
	if err := e.acquire(ctx); err != nil {
		return err
	}
	defer e.release()
	if err := e.proc.Send(context.WithoutCancel(ctx), line); err != nil {
		return e.fail(err)
	}
	see := func(line string, _ time.Time) (bool, error) { return take(line), nil }
	err := e.proc.Await(ctx, Request{Text: line}, see)
	if err != nil && errors.Is(err, ctx.Err()) {
		err = e.stop(see)
	}
	if err != nil {
		return e.fail(err)
	}
	return nil
}

// stop stops a search and reads the rest of its answer.
func (e *Engine) stop(see func(string, time.Time) (bool, error)) error {
	if err := e.proc.Send(context.Background(), "stop"); err != nil {
		return err
	}
	return e.proc.Await(context.Background(), Request{"stop", time.Now(), e.config.StopTimeout}, see)
}
