package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"quadrille/cmd/client/internal/screen"
	"quadrille/cmd/client/internal/session"
	"quadrille/protocol/driver"
)

func doPlay(r *REPL, args []string) error {
	if len(args) == 0 {
		return usageError("play")
	}
	return r.play(strings.Join(args, " "))
}

// play plays a turn, or several separated by spaces, all or none.
func (r *REPL) play(tokens string) error {
	before := r.Session.State()
	if err := r.Session.Play(r.ctx, tokens); err != nil {
		var refusal *driver.Refusal
		if errors.As(err, &refusal) {
			// Of one turn the engine need not say which it was.
			refusal.Text = strings.TrimPrefix(refusal.Text, fmt.Sprintf("move 1, %q: ", tokens))
		}
		return r.explainRefusal(err)
	}
	r.changed()
	r.tellTurns(before, "")
	return nil
}

// act performs one action of a turn.
func (r *REPL) act(action string) error {
	before := r.Session.State()
	if err := r.Session.Act(r.ctx, action); err != nil {
		return r.explainRefusal(err)
	}
	r.changed()
	r.tellTurns(before, "")
	return nil
}

// changed notes that the person has moved the game on.
func (r *REPL) changed() { r.shown, r.paused = false, false }

// tellTurns says what was played since the state before: to a person only
// what the engine played, since the person typed the rest.
func (r *REPL) tellTurns(before session.State, why string) {
	st := r.Session.State()
	played := st.Turns[min(len(before.Turns), len(st.Turns)):]
	for i, token := range played {
		seat := before.Turn
		if i > 0 || len(played) > 1 {
			seat = "" // several turns at once do not say whose they are
		}
		r.tellTurn(len(before.Turns)+i+1, seat, token, why)
	}
	if len(st.Pending) > 0 {
		r.tellPending(st)
	}
}

func (r *REPL) tellTurn(number int, seat, token, why string) {
	line := fmt.Sprintf("%d. %s", number, token)
	if seat != "" {
		line = fmt.Sprintf("%d. %s %s", number, r.title(seat), r.Painter.Emphasis(token))
	}
	if why != "" {
		line += ": " + why
	}
	r.say(line)
}

// tellPending says what completes the turn that has begun.
func (r *REPL) tellPending(st session.State) {
	legal := r.legal()
	r.sayf("%s has begun a turn (%s); it is completed by: %s", r.title(st.Turn), strings.Join(st.Pending, "; "), shorten(legal))
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

// explainRefusal adds to the engine's reason what would be legal.
func (r *REPL) explainRefusal(err error) error {
	var refusal *driver.Refusal
	if !errors.As(err, &refusal) || refusal.Code == "game-over" {
		return err
	}
	legal := r.legal()
	if len(legal) == 0 {
		return err
	}
	return fmt.Errorf("%w\nlegal now: %s", err, shorten(legal))
}

// legal lists the legal tokens, or nothing when the engine does not answer.
func (r *REPL) legal() []string {
	tokens, err := r.Session.Legal(r.ctx)
	if err != nil {
		return nil
	}
	return tokens
}

// finding is what a search found.
type finding struct {
	best    driver.Best
	last    driver.Info // the last report with a score
	notes   []string    // what the engine said in words
	stopped bool        // by Ctrl-C
}

// search runs `go ARGS` at a level, showing its progress, until it ends or
// Ctrl-C stops it.
func (r *REPL) search(args string, level int) (finding, error) {
	if _, ok := r.Session.Engine().Option("Level"); ok {
		if err := r.Session.SetOption(r.ctx, "Level", strconv.Itoa(level)); err != nil {
			return finding{}, err
		}
	}
	ctx, cancel := context.WithCancel(r.ctx)
	r.searching.Store(&cancel)
	defer func() {
		r.searching.Store(nil)
		cancel()
		r.Status.Clear()
	}()
	turn := r.Session.State().Turn
	r.Status.Show(turn + " is thinking ... (Ctrl-C stops)")
	var f finding
	best, err := r.Session.Search(ctx, args, func(i driver.Info) {
		if i.Text != "" {
			f.notes = append(f.notes, i.Text)
		}
		if (i.HasScore || len(i.Scores) > 0 || i.Proof != "") && i.MultiPV <= 1 {
			f.last = i
		}
		r.Status.Show(screen.Progress(i, turn))
	})
	f.best, f.stopped = best, ctx.Err() != nil
	return f, err
}

// why says in words what a search found.
func (f finding) why(turn string) string {
	words := screen.ScoreWords(f.last, turn)
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
		r.sayf("Stopped. %s has not played; its best turn so far is %s (%s). go lets it play.", before.Turn, found.best.Move, found.why(before.Turn))
		return nil
	}
	if err := r.Session.Play(r.ctx, found.best.Move); err != nil {
		r.paused = true
		return fmt.Errorf("the engine's turn %q is refused: %w", found.best.Move, err)
	}
	r.shown = false
	r.tellTurns(before, found.why(before.Turn))
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
	if len(args) > 1 {
		return usageError("auto")
	}
	if len(args) == 1 {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 1 {
			return usageError("auto")
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
		if err := r.keep(); err != nil {
			return err
		}
		r.board()
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
	found, err := r.search(r.limits(strings.Join(args, " ")), MaxLevel)
	if err != nil {
		return err
	}
	for _, note := range found.notes {
		r.say(note)
	}
	line := "Best for " + r.title(st.Turn) + ": " + r.Painter.Emphasis(found.best.Move)
	if why := found.why(st.Turn); why != "" {
		line += " -- " + why
	}
	if found.stopped {
		line += " (stopped)"
	}
	r.say(line)
	if len(found.last.PV) > 1 {
		r.say("Line: " + strings.Join(found.last.PV, " "))
	}
	return nil
}

func doResign(r *REPL, args []string) error {
	st := r.Session.State()
	switch {
	case len(args) > 0:
		return usageError("resign")
	case st.Over():
		return errOver
	}
	seat := r.resigning(st)
	if st.Players > 2 {
		r.Seats[seat] = Player{Level: r.Level}
		r.sayf("%s gives up; the engine plays it on.", seat)
		return nil
	}
	r.sayf("%s resigns.", r.title(seat))
	r.Session.Resign(seat)
	return nil
}

// resigning is the seat that a resignation is about: the one to act, unless
// that is the engine's and only one is the person's.
func (r *REPL) resigning(st session.State) string {
	if r.player(st.Turn).Human {
		return st.Turn
	}
	seat, humans := st.Turn, 0
	for _, s := range st.Seats() {
		if r.player(s).Human {
			seat, humans = s, humans+1
		}
	}
	if humans == 1 {
		return seat
	}
	return st.Turn
}

func doUndo(r *REPL, args []string) error {
	st := r.Session.State()
	if len(args) > 1 {
		return usageError("undo")
	}
	var err error
	switch n, isNumber := 0, error(nil); {
	case len(args) == 0:
		err = r.undoDecision(st)
	case args[0] == "action":
		err = r.Session.UndoAction(r.ctx)
	case args[0] == "turn":
		err = r.undoTurns(st, 1)
	default:
		if n, isNumber = strconv.Atoi(args[0]); isNumber != nil || n < 1 {
			return usageError("undo")
		}
		err = r.undoTurns(st, n)
	}
	if err != nil {
		return err
	}
	r.shown, r.told = false, false
	now := r.Session.State()
	r.paused = !r.player(now.Turn).Human
	r.sayf("Taken back. %s played; %s is to act.", turns(len(now.Turns)), r.title(now.Turn))
	return nil
}

var errNoUndo = errors.New("there is nothing to undo")

// undoTurns takes back n turns, an unfinished one being the first, or a
// resignation.
func (r *REPL) undoTurns(st session.State, n int) error {
	if st.Reason == resignReason && st.Over() {
		return r.Session.UndoAction(r.ctx)
	}
	if len(st.Pending) > 0 {
		n--
	}
	if n > len(st.Turns) {
		return fmt.Errorf("there are only %s to undo", turns(len(st.Turns)))
	}
	return r.Session.UndoTo(r.ctx, len(st.Turns)-n)
}

// undoDecision takes back to the last decision of a person, or one turn where
// no person plays.
func (r *REPL) undoDecision(st session.State) error {
	switch {
	case len(st.Pending) > 0 || st.Over() && st.Reason == resignReason:
		return r.undoTurns(st, 1)
	case len(st.Turns) == 0:
		return errNoUndo
	}
	for n := len(st.Turns) - 1; n >= 0; n-- {
		if err := r.Session.UndoTo(r.ctx, n); err != nil {
			return err
		}
		seat := r.Session.State().Turn
		if r.player(seat).Human && st.Turns[n] != passToken || !r.anyHuman(st) {
			return nil
		}
	}
	return nil
}

func (r *REPL) anyHuman(st session.State) bool {
	for _, seat := range st.Seats() {
		if r.player(seat).Human {
			return true
		}
	}
	return false
}
