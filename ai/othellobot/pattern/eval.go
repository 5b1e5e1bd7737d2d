package pattern

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"sync"

	"quadrille/ai/atomic"
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
	// of are the patterns' tables. Each has entries that no place is for, so that a
	// lane is one of an entry.
	of [patternCount]*[1 << 16]int16
	// entries are the same tables as one.
	entries *entries
	// base is for an even and an odd number of disks.
	base [2]int
	// turns are for the number of turns of the side to move and of the other.
	turns [2][turnCounts]int
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

//go:norace
func newTable(list []int16, base [2]int) *table {
	t := &table{base: base, entries: new(entries)}
	copy(t.entries[:], list)
	for s, offset := range board.offset {
		t.of[s] = (*[1 << 16]int16)(t.entries[offset:])
	}
	return t
}

// sum adds up the entries of a state.
func (t *table) sum(s *State) int {
	if vectors {
		return t.sumVector(s)
	}
	return t.sumEntries(s)
}

// Where the patterns' tables begin that sumEntries reads, as constants, for which there
// is neither a pointer to load nor one to look at. A pattern of n squares has 3^n
// entries.
const (
	of1    = 59049
	of2    = 2 * 59049
	of3    = 3 * 59049
	of4    = 4 * 59049
	of5    = of4 + 19683
	of6    = of5 + 6561
	of7    = of6 + 6561
	of8    = of7 + 6561
	of9    = of8 + 6561
	of10   = of9 + 2187
	of11   = of10 + 729
	of12   = of11 + 243
	ofNone = of12 + 81
)

// entries are all tables of a phase, one after the other, and what lanes may reach
// behind the last.
type entries [ofNone + 1<<16]int16

// sumEntries is sum for any machine.
func (t *table) sumEntries(s *State) int { return t.entries.sum(s) }

func (e *entries) sum(s *State) int {
	l := &s.lanes
	sum := e.four(0, l[0]) + e.four(of1, l[1]) + e.four(of2, l[2]) + e.four(of3, l[3]) + e.four(of3, l[4]) +
		e.four(of4, l[5]) + e.four(of5, l[6]) + e.four(of6, l[7]) + e.four(of7, l[8])
	return sum + e.two(of8, l[9]) + e.two(of9, l[9]>>32) + e.two(of9, l[10]) + e.two(of10, l[10]>>32) +
		e.two(of10, l[11]) + e.two(of11, l[11]>>32) + e.two(of11, l[12]) + e.two(of12, l[12]>>32) + e.two(of12, l[13])
}

// four adds up the entries of four features of one pattern.
func (e *entries) four(of uint, word uint64) int { return e.two(of, word) + e.two(of, word>>32) }

// two adds up those of the lower two.
func (e *entries) two(of uint, word uint64) int {
	return int(e[of+uint(uint16(word))]) + int(e[of+uint(uint16(word>>16))])
}

// Digest is the beginning of the SHA-256 of the weights embedded in the program,
// which says by what evaluation data was made.
func Digest() string { return fmt.Sprintf("%.6x", sha256.Sum256(embedded)) }
