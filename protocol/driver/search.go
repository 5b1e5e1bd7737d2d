package driver

import (
	"context"
	"errors"
	"strings"
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
	for {
		l, err := e.proc.Receive(ctx)
		if err != nil && errors.Is(err, ctx.Err()) {
			return e.finish(line, take)
		}
		if err != nil {
			return e.fail(err)
		}
		if take(l) {
			return nil
		}
	}
}

// finish stops a stream and reads the rest of it.
func (e *Engine) finish(request string, take func(line string) bool) error {
	wait := e.config.StopTimeout
	ctx, cancel := context.WithTimeoutCause(context.Background(), wait, e.timeout("stop", wait))
	defer cancel()
	if err := e.proc.Send(ctx, "stop"); err != nil {
		return e.fail(e.cause(ctx, err))
	}
	for {
		l, err := e.proc.Receive(ctx)
		if err != nil {
			return e.fail(e.cause(ctx, err))
		}
		if take(l) {
			return nil
		}
	}
}
