package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
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
	var wrong error
	err := e.follow(ctx, strings.TrimSpace("go "+args), report, func(line string) (last bool) {
		best, last, wrong = ParseBest(line)
		return last
	})
	if err == nil && wrong != nil {
		err = e.fail(wrong)
	}
	return best, err
}

// Solved is how much of the solving of a game is done, in thousandths, or Unsolvable.
type Solved int

// How far a game is solved at least and at most, and that its engine solves nothing.
const (
	Unsolvable  Solved = -1
	SolvedWhole Solved = 1000
)

// ParseSolved reads what `solved` and `query solved` answer.
func ParseSolved(word string) (Solved, error) {
	if word == "none" {
		return Unsolvable, nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > int(SolvedWhole) {
		return Unsolvable, fmt.Errorf("driver: %q does not say how much is solved; it is none, or 0 to %d", Clip(word), SolvedWhole)
	}
	return Solved(n), nil
}

// Solve sends `solve`, and waits and reports as Go does, until the game is solved
// and kept or the context ends. The error is a *Refusal when the engine refused, or
// could not keep the solution ("not-kept").
func (e *Engine) Solve(ctx context.Context, report func(Info)) (Solved, error) {
	if _, can := e.Option("Solve"); !can {
		return Unsolvable, &Refusal{Code: "unknown-command", Text: e.Name() + " solves no games"}
	}
	solved, wrong := Unsolvable, error(nil)
	err := e.follow(ctx, "solve", report, func(line string) (last bool) {
		word, last := cutWord(line, "solved")
		if last {
			solved, wrong = ParseSolved(word)
		}
		return last
	})
	return solved, cmp.Or(err, wrong)
}

// follow sends a line and reports the info lines that come, until one is the last or
// refuses.
func (e *Engine) follow(ctx context.Context, line string, report func(Info), isLast func(line string) bool) error {
	var refusal *Refusal
	err := e.Stream(ctx, line, func(line string) bool {
		if isLast(line) {
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
		return refusal
	}
	return err
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
