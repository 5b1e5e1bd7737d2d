package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"quadrille/cmd/client/terminal"
	"quadrille/engine"
	"quadrille/protocol/driver"
)

func doPlay(r *REPL, args []string) error { return r.playLine(strings.Join(args, " ")) }

// changed notes that the person has moved the game on.
func (r *REPL) changed() { r.shown, r.paused = false, false }

// tellTurns says what was played since the state before: to a person only
// what the engine played, since the person typed the rest.
func (r *REPL) tellTurns(before driver.State, why string) {
	st := r.Session.State()
	played := st.Turns[min(len(before.Turns), len(st.Turns)):]
	for i, token := range played {
		who := r.actor(before)
		if i > 0 || len(played) > 1 {
			who = "" // several turns at once do not say whose they are
		}
		r.tellTurn(len(before.Turns)+i+1, who, token, why)
	}
	if len(st.Pending) > 0 {
		r.tellPending(st)
	}
}

func (r *REPL) tellTurn(number int, who, token, why string) {
	line := fmt.Sprintf("%d. %s", number, token)
	if who != "" {
		line = fmt.Sprintf("%d. %s %s", number, who, r.Painter.Emphasis(token))
	}
	if why != "" {
		line += ": " + why
	}
	r.say(line)
}

// tellPending says what completes the turn that has begun.
func (r *REPL) tellPending(st driver.State) {
	r.sayf("%s has begun a turn (%s); to complete it, play: %s", r.actor(st), strings.Join(st.Pending, "; "), shorten(st.Legal))
}

// shorten writes as many tokens as fit a line, or all where that is only a few
// more.
func shorten(tokens []string) string {
	const most = 60 // characters
	n, length := 0, 0
	for n < len(tokens) && length+len(tokens[n]) < most {
		length += len(tokens[n]) + 1
		n++
	}
	if n == len(tokens) {
		return strings.Join(tokens, " ")
	}
	return strings.Join(tokens[:n], " ") + fmt.Sprintf(" ... (%d in all; legal lists them)", len(tokens))
}

// finding is what a search found.
type finding struct {
	best    driver.Best
	last    driver.Info   // the last report with a score
	others  []driver.Info // of MultiPV, the latest of each rank from 2 on
	notes   []string      // what the engine said in words
	stopped bool          // by Ctrl-C
}

// search runs `go ARGS` at a level, showing its progress, until it ends or
// Ctrl-C stops it.
func (r *REPL) search(args string, level engine.Level) (finding, error) {
	if err := r.setLevel(level); err != nil {
		return finding{}, err
	}
	if err := r.Session.OpenBook(r.ctx); err != nil {
		return finding{}, err
	}
	st := r.Session.State()
	var f finding
	err := r.interruptibly(func(ctx context.Context) error {
		r.Status.Show(st.Name(st.Turn) + " is thinking ... (Ctrl-C stops)")
		best, err := r.Session.Search(ctx, args, func(i driver.Info) {
			f.take(i)
			if i.MultiPV <= 1 {
				r.Status.Show(terminal.Progress(i, st.Turn, st.Name))
			}
		})
		f.best, f.stopped = best, ctx.Err() != nil
		return err
	})
	return f, err
}

// setLevel sets the strength of the engine's searches.
func (r *REPL) setLevel(level engine.Level) error {
	if _, ok := r.Session.Engine().Option("Level"); !ok {
		return nil
	}
	return r.Session.SetOption(r.ctx, "Level", level.String())
}

// interruptibly runs what takes long with a context that Ctrl-C ends, and
// clears the status line.
func (r *REPL) interruptibly(run func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancel(r.ctx)
	r.searching.Store(&cancel)
	defer func() {
		r.searching.Store(nil)
		cancel()
		r.Status.Clear()
	}()
	if r.stop.Load() {
		cancel()
	}
	return run(ctx)
}

// take keeps what a report adds.
func (f *finding) take(i driver.Info) {
	switch scored := i.HasScore || len(i.Scores) > 0 || i.Proof != driver.NotProved; {
	case i.Text != "":
		f.notes = append(f.notes, i.Text)
	case scored && i.MultiPV <= 1:
		f.last = i
	case scored && i.MultiPV <= len(f.others)+1:
		f.others[i.MultiPV-2] = i
	case scored && i.MultiPV == len(f.others)+2:
		f.others = append(f.others, i)
	}
}

// why says in words what a search found.
func (f finding) why(turn string, name func(seat string) string) string {
	words := terminal.ScoreWords(f.last, turn, name)
	if words != "" && f.last.Depth > 0 {
		words += fmt.Sprintf(", depth %d", f.last.Depth)
	}
	return words
}

// defaultLimits bound a search that the person did not bound. A level below
// full strength ends most searches earlier.
const defaultLimits = "movetime 3000"

// limits returns the first that bound a search: the given ones, those the
// client was started with, the default.
func (r *REPL) limits(given string) string {
	return cmp.Or(given, r.Limits, defaultLimits)
}

// enginePlays lets the engine play the turn. A search that Ctrl-C stopped
// plays nothing.
func (r *REPL) enginePlays(limits string) error {
	before := r.Session.State()
	level := r.player(before.Turn).Level
	found, err := r.search(r.limits(limits), level)
	if err != nil {
		r.paused = true
		return err
	}
	if found.stopped {
		r.paused = true
		r.sayf("Stopped. %s has not played; its best turn so far is %s (%s). go lets it play.", r.actor(before), found.best.Move, found.why(before.Turn, before.Name))
		return nil
	}
	if err := r.Session.Play(r.ctx, found.best.Move); err != nil {
		r.paused = true
		return fmt.Errorf("the engine's turn %q is refused: %w", found.best.Move, err)
	}
	r.shown = false
	r.tellTurns(before, found.why(before.Turn, before.Name))
	return nil
}

func doGo(r *REPL, args []string) error {
	if r.Session.State().Over() {
		return errOver
	}
	r.paused = false
	return r.enginePlays(strings.Join(args, " "))
}

var errOver = errors.New("the game is over; new begins another, undo takes a turn back")

// doAuto plays on with the engine in every seat.
func doAuto(r *REPL, args []string) error {
	most := -1
	if len(args) == 1 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 {
			return errUsage
		}
		most = n
	}
	if r.Session.State().Over() {
		return errOver
	}
	r.paused = false
	for n := 0; n != most && !r.Session.State().Over(); n++ {
		if err := r.enginePlays(""); err != nil || r.paused {
			return err
		}
		r.keep()
		r.board()
		if err := r.out.Err(); err != nil {
			return err
		}
	}
	// After N turns it is the person's decision how to go on.
	r.paused = !r.Session.State().Over()
	return nil
}

func doHint(r *REPL, args []string) error {
	st := r.Session.State()
	if st.Over() {
		return errOver
	}
	if len(args) > 0 {
		if n, err := strconv.Atoi(args[0]); err == nil {
			return r.judgeTurns(n, args[1:])
		}
	}
	found, err := r.search(r.limits(strings.Join(args, " ")), MaxLevel)
	if err != nil {
		return err
	}
	for _, note := range found.notes {
		r.say(note)
	}
	line := "Best for " + r.actor(st) + ": " + r.Painter.Emphasis(found.best.Move)
	if why := found.why(st.Turn, st.Name); why != "" {
		line += " -- " + why
	}
	if found.stopped {
		line += " (stopped)"
	}
	r.say(line)
	if len(found.last.PV) > 1 {
		r.say("Line: " + strings.Join(found.last.PV, " "))
	}
	for _, other := range found.others {
		r.sayf("%d. %s -- %s", other.MultiPV, strings.Join(other.PV, " "), terminal.ScoreWords(other, st.Turn, st.Name))
	}
	return nil
}
