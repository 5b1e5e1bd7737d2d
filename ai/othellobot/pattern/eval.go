package pattern

import (
	_ "embed"
	"sync"
	"sync/atomic"
)

const (
	// MaxScore is the largest score, all disks, in hundredths of a disk.
	MaxScore = 6400

	// Phases are pairs of numbers of disks. Tables are given for some phases,
	// the knots; between two of them there are straight lines, and before the
	// first its table holds.
	phaseCount = 32
	firstKnot  = 5
	knotStep   = 2
	knotCount  = (phaseCount-1-firstKnot)/knotStep + 1
)

// Eval is an evaluation. What it says never changes, and it may be shared.
type Eval struct {
	model *Model
	// tables are those of the phases that were asked for.
	tables [phaseCount]atomic.Pointer[table]
}

// table is one phase's part of an evaluation, in hundredths of a disk.
type table struct {
	entries []int16 // by layout.offset
	// base is for an even and an odd number of disks.
	base [2]int
	// turns are for the number of turns of the side to move and of the other.
	turns [2][turnCounts]int
	// patterns point at each pattern's entry 0.
	patterns [patternCount]*int16
}

//go:embed weights.bin
var embedded []byte

var decodeEmbedded = sync.OnceValue(func() *Eval {
	m, err := Decode(embedded)
	if err != nil {
		panic("pattern: embedded weights: " + err.Error()) // a test reads them
	}
	return m.Eval()
})

// Default returns the evaluation embedded in the program. The first call takes
// some milliseconds to unpack it, and so does the first score in each phase.
func Default() *Eval { return decodeEmbedded() }

// Ready makes the tables of all phases from that of a number of disks on, which
// else each come with the first score in their phase.
func (e *Eval) Ready(disks int) {
	for phase := disks / 2; phase < phaseCount; phase++ {
		e.table(phase)
	}
}

// Score is the expected final margin of the side to move in hundredths of a
// disk, within MaxScore, for a board that is not over.
func (e *Eval) Score(own, opp uint64) int {
	var s State
	s.Set(own, opp)
	return e.ScoreState(&s, own, opp)
}

// ScoreState is Score for a position whose indices are known.
func (e *Eval) ScoreState(s *State, own, opp uint64) int {
	n := disks(own, opp)
	t := e.table(n / 2)
	mine, theirs := turns(own, opp)
	sum := t.base[n&1] + t.turns[0][mine] + t.turns[1][theirs] + t.sum(s)
	return max(-MaxScore, min(sum, MaxScore))
}

// table is the table of a phase.
func (e *Eval) table(phase int) *table {
	if t := e.tables[phase%phaseCount].Load(); t != nil {
		return t
	}
	return e.unfold(phase % phaseCount)
}

// unfold makes a phase's table. When several do so at a time, they make the same.
func (e *Eval) unfold(phase int) *table {
	t := e.model.table(phase)
	e.tables[phase].Store(t)
	return t
}

func newTable(entries []int16, base [2]int) *table {
	t := &table{entries: entries, base: base}
	for s := range patterns {
		t.patterns[s] = &entries[board.offset[s]]
	}
	return t
}

// sum adds up the entries of a state.
func (t *table) sum(s *State) int {
	if vectors {
		return sumAMD64(&t.patterns, s)
	}
	return t.sumEntries(s)
}

// sumEntries is sum for any machine.
func (t *table) sumEntries(s *State) int {
	sum := 0
	for feature, index := range s.index[:Features] {
		sum += int(t.entries[board.middle[feature]+int32(index)])
	}
	return sum
}
