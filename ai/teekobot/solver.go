package teekobot

import (
	"errors"
	"time"

	"quadrille/ai"
	"quadrille/ai/atomic"
	"quadrille/ai/teekosolve"
	"quadrille/ai/tt"
	"quadrille/engine/teeko"
)

// solver is a bot's access to the solved boards. The table of the board played
// comes from the store or is built, if need be in parts, search by search.
type solver struct {
	store teekosolve.Store
	off   bool // never solves: a bot that only searches
	board teeko.Board
	solution
	// known is how much of the board's solution is done, for who asks during a
	// search: the board in the upper half, thousandths in the lower.
	known atomic.Uint32
}

// solution is the table of a board, or what there is of it.
type solution struct {
	table   *teekosolve.Table
	builder *teekosolve.Builder // of a table that is not complete
	took    time.Duration       // of the building so far
	unsaved bool
	failed  bool  // to be saved: searches do not try again
	useless bool  // the file is damaged and cannot be deleted
	trouble error // with the file, which the next search tells
}

const (
	// loadTime is what a search must have for a table to be loaded or saved.
	loadTime = 250 * time.Millisecond
	// stopgapNodes are searched before a board is solved in a search without
	// limits, so that there is an answer if it is stopped.
	stopgapNodes = 20_000
	// news is how often the progress of a build is told.
	news = 100 * time.Millisecond
	// whole is the progress of what is complete.
	whole = 1000
)

// choose makes a board the one that is played.
func (v *solver) choose(b teeko.Board) {
	if v.board != b {
		v.board, v.solution = b, solution{}
		v.note(0)
	}
}

// note makes known how far the board is solved.
func (v *solver) note(done int) { v.known.Store(uint32(v.board)<<16 | uint32(done)) }

// done is how much of a board's solution is done, in thousandths: in memory or in
// the store. One that takes but a moment counts as there. It may be called from any
// goroutine.
func (v *solver) done(b teeko.Board) int {
	known := v.known.Load()
	if teeko.Board(known>>16) != b {
		known = 0
	}
	if n := int(known & 0xffff); slow(b) && (n == whole || !v.store.Has(b)) {
		return n
	}
	return whole
}

// ready loads the table of a board, or builds it where that takes no more than
// a moment.
func (v *solver) ready(b teeko.Board, threads int) {
	if v.off {
		return
	}
	v.choose(b)
	v.load()
	if v.table == nil && !slow(b) {
		v.run(threads, func() bool { return false }, nil)
	}
}

// solve goes on with the table of a board until it is complete and saved, or the
// control ends it.
func (v *solver) solve(ctl *ai.Control, b teeko.Board, threads int, report func(ai.Info)) error {
	v.choose(b)
	v.load()
	v.confess(report)
	if v.table == nil {
		v.run(threads, ctl.Done, v.told(ctl, report))
	}
	return v.save(threads)
}

// values returns the table of the board, or nil while there is none. In that
// case stopgap may be an answer to give at once, since the search was stopped.
func (v *solver) values(t *task, memory *tt.Table[tt.Entry]) (table *teekosolve.Table, stopgap ai.Best) {
	// Who asks for a depth asks for a search.
	if v.off || t.Limits.Depth > 0 || !solvable(t.pos) {
		return nil, ai.Best{}
	}
	v.choose(t.state.Board)
	if !hurried(t) {
		v.load()
	}
	v.confess(t.Send)
	if v.table == nil && v.mayBuild(t) {
		if t.Hard == 0 && slow(v.board) {
			stopgap = t.searchBriefly(memory)
		}
		v.build(t)
	}
	if !v.failed && !hurried(t) && (t.Hard == 0 || t.Hard-t.Control.Elapsed() >= loadTime) {
		if err := v.save(t.Settings.Threads); err != nil {
			t.say("the table is not kept: " + err.Error())
		}
	}
	if v.table == nil {
		t.say("the table of this board is not complete yet; searching")
	}
	return v.table, stopgap
}

// slow says whether a board takes more than a moment to solve and so is worth a
// file.
func slow(b teeko.Board) bool { return b != teeko.Small }

// hurried says whether a search has too little time for a file.
func hurried(t *task) bool { return t.Hard > 0 && t.Hard < loadTime }

// load takes the table from the store once it is there, whoever put it there. A
// damaged one goes, so that it is built again.
func (v *solver) load() {
	if v.table != nil || v.useless || !slow(v.board) || !v.store.Has(v.board) {
		return
	}
	table, _, err := v.store.Load(v.board)
	if err == nil {
		v.table, v.builder = table, nil
		v.note(whole)
	} else if errors.Is(err, teekosolve.ErrDamaged) {
		v.trouble, v.useless = err, v.store.Remove(v.board) != nil
	}
}

// confess tells what was wrong with the file.
func (v *solver) confess(report func(ai.Info)) {
	if v.trouble != nil {
		report(ai.Info{Text: v.trouble.Error() + "; it is built again"})
		v.trouble = nil
	}
}

// mayBuild says whether a search may be used to build. One that is limited by
// nodes is to be the same every time, so it builds nothing that may not be
// ready in time.
func (v *solver) mayBuild(t *task) bool {
	return t.Limits.Nodes == 0 && t.Settings.Solve || !slow(v.board)
}

// build works on the table until it is complete, the search is to end, or half
// its time is over.
func (v *solver) build(t *task) {
	begin := t.Control.Elapsed()
	stop := func() bool { return t.Control.Done() || t.Hard > 0 && t.Control.Elapsed()-begin > t.Hard/2 }
	v.run(t.Settings.Threads, stop, v.told(t.Control, t.Send))
}

// told reports the progress of a build now and then.
func (v *solver) told(ctl *ai.Control, report func(ai.Info)) func(teekosolve.Progress) {
	last := time.Now()
	return func(p teekosolve.Progress) {
		if p.Done == 0 || time.Since(last) < news || !slow(v.board) {
			return
		}
		last = time.Now()
		v.note(p.Done)
		report(ai.Info{Solving: p.Done, Time: ctl.Elapsed()})
	}
}

// run works on the table until it is complete or stop says so.
func (v *solver) run(threads int, stop func() bool, progress func(teekosolve.Progress)) {
	if v.builder == nil {
		v.builder = teekosolve.NewBuilder(v.board)
	}
	begin := time.Now()
	complete := v.builder.Run(threads, stop, progress)
	v.took += time.Since(begin)
	v.note(v.builder.Progress().Done)
	if complete {
		v.table, v.builder, v.unsaved = v.builder.Table(), nil, slow(v.board)
	}
}

// save puts a new table into the store.
func (v *solver) save(threads int) error {
	if !v.unsaved {
		return nil
	}
	err := v.store.Save(v.table, teekosolve.Origin(v.board, threads, v.took))
	v.unsaved, v.failed = err != nil, err != nil
	return err
}

// say tells people something.
func (t *task) say(text string) { t.Send(ai.Info{Text: text}) }

// searchBriefly searches some thousand nodes.
func (t *task) searchBriefly(table *tt.Table[tt.Entry]) ai.Best {
	brief := *t
	brief.Limits.Nodes = stopgapNodes
	return brief.search(table)
}
