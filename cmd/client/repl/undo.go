package repl

import (
	"errors"
	"fmt"
	"strconv"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

func doResign(r *REPL, args []string) error {
	st := r.Session.State()
	switch {
	case st.Over():
		return errOver
	}
	seat := r.resigning(st)
	if st.Players > 2 {
		r.Seats[seat] = Player{Level: r.Level}
		r.sayf("%s gives up; the engine takes over.", seat)
		return nil
	}
	r.sayf("%s resigns.", r.title(seat))
	r.Session.Resign(seat)
	return nil
}

// resigning is the seat that a resignation is about: the one to act, unless
// that is the engine's and only one is the person's.
func (r *REPL) resigning(st driver.State) string {
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
			return errUsage
		}
		err = r.undoTurns(st, n)
	}
	if err != nil {
		return err
	}
	r.shown, r.told = false, false
	now := r.Session.State()
	r.paused = !r.player(now.Turn).Human
	how := ""
	if r.paused {
		how = "; go lets the engine play"
	}
	r.sayf("Taken back. %s played; %s is to act%s.", engine.Count(len(now.Turns), "turn"), r.actor(now), how)
	return nil
}

var errNoUndo = errors.New("there is nothing to undo")

// undoTurns takes back n turns, an unfinished one being the first, or a
// resignation.
func (r *REPL) undoTurns(st driver.State, n int) error {
	if st.Reason == resignReason && st.Over() {
		return r.Session.UndoAction(r.ctx)
	}
	if len(st.Pending) > 0 {
		n--
	}
	switch played := len(st.Turns); {
	case n > 0 && played == 0:
		return errNoUndo
	case n > played:
		return fmt.Errorf("only %s can be undone", engine.Count(played, "turn"))
	}
	return r.Session.UndoTo(r.ctx, len(st.Turns)-n)
}

// undoDecision takes back to the last decision of a person, or one turn where
// no person plays.
func (r *REPL) undoDecision(st driver.State) error {
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
		if r.player(seat).Human && st.Turns[n] != driver.Pass || !r.anyHuman(st) {
			return nil
		}
	}
	return nil
}

func (r *REPL) anyHuman(st driver.State) bool {
	for _, seat := range st.Seats() {
		if r.player(seat).Human {
			return true
		}
	}
	return false
}
