package teekobot

import (
	"errors"
	"time"

	"quadrille/ai"
	"quadrille/ai/teekosolve"
	"quadrille/ai/tt"
	"quadrille/engine/teeko"
)

// solver is a bot's access to the solved boards. The table of the board played
// comes from the store or is built, if need be in parts, search by search.
type solver struct {
	store teekosolve.Store
	off   bool // never solves: a bot that only searches

	board   teeko.Board
	table   *teekosolve.Table
	builder *teekosolve.Builder // of a table that is not complete
	looked  bool                // the store has no table of the board
	took    time.Duration       // of the building so far
	unsaved bool
	trouble error // with the file, which the next search tells
}

const (
	// loadTime is what a search must have for a table to be loaded or saved.
	loadTime = 250 * time.Millisecond
	// stopgapNodes are searched before a board is solved in a search without
	// limits, so that there is an answer if it is stopped.
	stopgapNodes = 20_000
	// news is how often the progress of a build is told.
	news = time.Second
)

// reset forgets what is not known for good: a table that is not complete, and
// one that no other program could load.
func (v *solver) reset() {
	if v.table == nil || v.unsaved {
		*v = solver{store: v.store, off: v.off}
	}
}

// choose makes a board the one that is played.
func (v *solver) choose(b teeko.Board) {
	if v.board != b {
		*v = solver{store: v.store, board: b}
	}
}

// ready loads the table of a board, or builds it where that takes no more than
// a moment.
func (v *solver) ready(b teeko.Board, threads int) {
	if v.off {
		return
	}
	v.choose(b)
	v.load()
	if v.table == nil && !v.slow() {
		v.run(threads, func() bool { return false }, nil)
	}
}

// values returns the table of the board, or nil while there is none. In that
// case stopgap may be an answer to give at once, since the search was stopped.
func (v *solver) values(t *task, memory *tt.Table[tt.Entry]) (table *teekosolve.Table, stopgap ai.Best) {
	// Who asks for a depth asks for a search. With repetition=1 there is no
	// move phase to know about.
	if v.off || t.Limits.Depth > 0 || t.rules.oneIsRepetition {
		return nil, ai.Best{}
	}
	v.choose(t.state.Board)
	if !hurried(t) {
		v.load()
	}
	if v.trouble != nil {
		t.say(v.trouble.Error() + "; it is built again")
		v.trouble = nil
	}
	if v.table == nil && v.mayBuild(t) {
		if t.Hard == 0 && v.slow() {
			stopgap = t.searchBriefly(memory)
		}
		v.build(t)
	}
	v.save(t)
	if v.table == nil {
		t.say("the table of this board is not complete yet; searching")
	}
	return v.table, stopgap
}

// slow says whether the board takes more than a moment to solve and so is
// worth a file.
func (v *solver) slow() bool { return v.board != teeko.Small }

// hurried says whether a search has too little time for a file.
func hurried(t *task) bool { return t.Hard > 0 && t.Hard < loadTime }

// load takes the table from the store, if it is there.
func (v *solver) load() {
	if v.table != nil || v.looked || !v.slow() {
		return
	}
	v.looked = true
	table, _, err := v.store.Load(v.board)
	if err == nil {
		v.table, v.builder = table, nil
	} else if errors.Is(err, teekosolve.ErrDamaged) {
		v.trouble = err
	}
}

// mayBuild says whether a search may be used to build. One that is limited by
// nodes is to be the same every time, so it builds nothing that may not be
// ready in time.
func (v *solver) mayBuild(t *task) bool { return t.Limits.Nodes == 0 || !v.slow() }

// build works on the table until it is complete, the search is to end, or half
// its time is over.
func (v *solver) build(t *task) {
	begin := time.Now()
	stop := func() bool { return t.Control.Done() || t.Hard > 0 && time.Since(begin) > t.Hard/2 }
	told := begin
	v.run(t.Settings.Threads, stop, func(p teekosolve.Progress) {
		if v.slow() && time.Since(told) > news {
			told = time.Now()
			t.say("solving the board: " + p.String())
		}
	})
}

// run works on the table until it is complete or stop says so.
func (v *solver) run(threads int, stop func() bool, progress func(teekosolve.Progress)) {
	if v.builder == nil {
		v.builder = teekosolve.NewBuilder(v.board)
	}
	begin := time.Now()
	complete := v.builder.Run(threads, stop, progress)
	v.took += time.Since(begin)
	if complete {
		v.table, v.builder, v.unsaved = v.builder.Table(), nil, v.slow()
	}
}

// save puts a new table into the store, when there is time.
func (v *solver) save(t *task) {
	if !v.unsaved || hurried(t) || t.Hard > 0 && t.Hard-t.Control.Elapsed() < loadTime {
		return
	}
	v.unsaved = false
	if err := v.store.Save(v.table, teekosolve.Origin(v.board, t.Settings.Threads, v.took)); err != nil {
		t.say("the table is not kept: " + err.Error())
	}
}

// say tells people something.
func (t *task) say(text string) { t.Send(ai.Info{Text: text}) }

// searchBriefly searches some thousand nodes.
func (t *task) searchBriefly(table *tt.Table[tt.Entry]) ai.Best {
	brief := *t
	brief.Limits.Nodes = stopgapNodes
	return brief.search(table)
}
