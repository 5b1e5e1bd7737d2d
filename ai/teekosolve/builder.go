package teekosolve

import (
	"encoding/binary"
	"fmt"
	"sync"

	"quadrille/ai/atomic"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// Builder makes a table. The move phase is solved backwards from the goals,
// pass by pass: pass n finds the positions that are decided in n plies. Then
// come the drops, from the eighth back to the first.
//
// A position is in two places. Its value is in the row of the side to move,
// where all positions that can become it by one turn of the other side are
// next to each other in the row of that side's opponent; see pass.
type Builder struct {
	table  *Table
	values []uint32 // of the move phase, four to a word
	// open has, in the rows of the side that waits, how many turns of the side
	// to move are not known to lose; 0 where the position is decided.
	open []uint8
	// subsets are the second sets of the layer under work, by rank.
	subsets []uint32

	stage stage
	next  atomic.Int64 // row of the stage that is to be done next
	fresh atomic.Int64 // rows of this stage in whose work positions were decided
}

// stage is what the rows are worked on for.
type stage struct {
	kind  stageKind
	plies int // of a pass
	marks int // of drops
}

type stageKind uint8

const (
	preparing stageKind = iota
	passing
	dropping
	finished
)

// NewBuilder returns a builder that has done nothing. It takes some
// milliseconds and, on the 5×5 board, 25 MB.
func NewBuilder(b teeko.Board) *Builder {
	t := newTable(b)
	moves := t.layers[allMarks]
	return &Builder{
		table:   t,
		values:  make([]uint32, moves.places()/4),
		open:    make([]uint8, moves.places()),
		subsets: moves.second.all(),
		stage:   stage{kind: preparing},
	}
}

// Progress is how far a builder is.
type Progress struct {
	Plies int // the pass of the move phase under way, 0 before and after
	Marks int // the drops under way: positions with so many marks, or 8
	Done  int // of all that is to be done, in thousandths of the time it takes
}

// String describes the work under way for people.
func (p Progress) String() string {
	if p.Marks < allMarks {
		return fmt.Sprintf("drops with %s down", engine.Count(p.Marks, "mark"))
	}
	return fmt.Sprintf("move phase, ends in %s", engine.Count(p.Plies, "ply"))
}

// Run goes on until the table is complete or stop, which is called from all
// goroutines, returns true; complete says which. Threads is the number of
// goroutines, all of which end before Run does; progress, if not nil, is
// called from that of the caller before every row that it works on.
func (b *Builder) Run(threads int, stop func() bool, progress func(Progress)) (complete bool) {
	tell := func() {}
	if progress != nil {
		tell = func() { progress(b.Progress()) }
	}
	for b.stage.kind != finished {
		if !b.runStage(threads, stop, tell) {
			return false
		}
		b.advance()
	}
	return true
}

// Table returns the table once Run has completed it, and else nil. The
// builder must not be used any more.
func (b *Builder) Table() *Table {
	if b.stage.kind != finished {
		return nil
	}
	return b.table
}

// Progress is how far the builder is. While Run runs only what that calls may ask.
func (b *Builder) Progress() Progress {
	switch b.stage.kind {
	case finished:
		return Progress{Done: 1000}
	case dropping:
		return Progress{Marks: b.stage.marks, Done: b.done()}
	}
	return Progress{Plies: b.stage.plies, Marks: allMarks, Done: b.done()}
}

// runStage works on the rows that are left, and calls tell before its own; complete
// is false if it was stopped first. Rows that were begun are finished.
func (b *Builder) runStage(threads int, stop func() bool, tell func()) (complete bool) {
	rows := b.rows()
	work := func(tell func()) {
		for !stop() {
			tell()
			row := int(b.next.Add(1)) - 1
			if row >= rows {
				return
			}
			b.work(row)
		}
	}
	var helpers sync.WaitGroup
	for range min(threads, rows) - 1 {
		helpers.Go(func() { work(func() {}) })
	}
	work(tell)
	helpers.Wait()
	return int(b.next.Load()) >= rows
}

func (b *Builder) rows() int {
	if b.stage.kind == dropping {
		return b.table.layers[b.stage.marks].rows()
	}
	return b.table.layers[allMarks].rows()
}

func (b *Builder) work(row int) {
	switch b.stage.kind {
	case preparing:
		b.prepare(row)
	case passing:
		b.pass(row)
	case dropping:
		b.drop(row)
	}
}

// advance goes to the next stage.
func (b *Builder) advance() {
	switch fresh := b.fresh.Load(); {
	case b.stage.kind == preparing:
		b.stage = stage{kind: passing, plies: 1}
	case b.stage.kind == passing && fresh > 0:
		b.stage.plies++
	case b.stage.kind == passing:
		b.keepMoves()
		b.enterDrops(allMarks - 1)
	case b.stage.marks > 0:
		b.enterDrops(b.stage.marks - 1)
	default:
		b.stage = stage{kind: finished}
	}
	b.next.Store(0)
	b.fresh.Store(0)
}

func (b *Builder) enterDrops(marks int) {
	b.stage = stage{kind: dropping, marks: marks}
	l := b.table.layers[marks]
	b.table.values[marks] = make([]byte, l.places())
	b.subsets = l.second.all()
}

// keepMoves puts the values of the move phase into the table.
func (b *Builder) keepMoves() {
	values := make([]byte, 4*len(b.values))
	for i, word := range b.values {
		binary.LittleEndian.PutUint32(values[4*i:], word)
	}
	b.table.values[allMarks] = values
	b.values, b.open = nil, nil
}
