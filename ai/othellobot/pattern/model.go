package pattern

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"

	"quadrille/engine/othello"
)

// Model is an evaluation in the form in which it is fitted and stored.
type Model struct {
	// Knots are the tables of the knots, in hundredths of a disk: one entry
	// for each of the configurations that differ by more than symmetry, then one for
	// each number of turns that the side to move has, and that the other has.
	Knots [Knots][]int16
	// Base is what a position with so many disks has for itself, in
	// hundredths of a disk.
	Base [squares]int16
}

// Knots is the number of phases of the game that have tables of their own.
const Knots = knotCount

// Terms is the number of entries that a score sums up, its base aside.
const Terms = Features + 2

// turnCounts is more than the number of turns in any position that occurs; more count as
// that many less one.
const turnCounts = 40

// Slots returns the number of entries of a knot's tables.
func Slots() int { return boardSlots().count + 2*turnCounts }

// Slots returns which entries of a knot's tables a position's score sums up.
func (s *State) Slots(own, opp uint64) [Terms]int32 {
	var list [Terms]int32
	m := boardSlots()
	for feature := range Features {
		list[feature] = m.slot[board.offset[board.pattern[feature]]+s.place(feature)]
	}
	mine, theirs := turns(own, opp)
	list[Features] = int32(m.count + mine)
	list[Features+1] = int32(m.count + turnCounts + theirs)
	return list
}

// turns counts the turns of both sides, up to turnCounts-1.
func turns(own, opp uint64) (mine, theirs int) {
	mine = bits.OnesCount64(othello.Moves(own, opp))
	theirs = bits.OnesCount64(othello.Moves(opp, own))
	return min(mine, turnCounts-1), min(theirs, turnCounts-1)
}

// Mix says by which knots a position with so many disks is scored: by first
// with weight 1-share and by first+1 with weight share.
func Mix(disks int) (first int, share float64) {
	phase := max(min(disks/2, phaseCount-1), firstKnot)
	first = min((phase-firstKnot)/knotStep, Knots-2)
	return first, float64(phase-firstKnot-first*knotStep) / knotStep
}

// NewModel returns a model that finds all positions even.
func NewModel() *Model {
	m := &Model{}
	for k := range m.Knots {
		m.Knots[k] = make([]int16, Slots())
	}
	return m
}

// Eval returns the evaluation that scores by the model, which must not change
// from then on.
func (m *Model) Eval() *Eval { return &Eval{model: m} }

func (m *Model) base(phase int) [2]int {
	return [2]int{int(m.Base[2*phase]), int(m.Base[2*phase+1])}
}

// table mixes the knots around a phase.
//
//go:norace
func (m *Model) table(phase int) *table {
	first, share := Mix(2 * phase)
	weight := int32(share * knotStep)
	mixed := make([]int16, Slots())
	a, b := m.Knots[first], m.Knots[first+1]
	for i := range mixed {
		mixed[i] = int16(((knotStep-weight)*int32(a[i]) + weight*int32(b[i])) / knotStep)
	}
	entries := make([]int16, board.size)
	for i, slot := range boardSlots().slot {
		entries[i] = mixed[slot]
	}
	t := newTable(entries, m.base(phase))
	for i, v := range mixed[boardSlots().count:] {
		t.turns[i/turnCounts][i%turnCounts] = int(v)
	}
	return t
}

// The stored form: magic, the numbers of knots and slots and the base scores as
// varints (zigzag, as encoding/binary has them), the knots' entries as codeKnots
// codes them, and the CRC-32 of all that.
const magic = "quadrille othello patterns 4\n"

// Encode returns the stored form of a model.
func (m *Model) Encode() []byte {
	data := []byte(magic)
	data = binary.AppendUvarint(data, Knots)
	data = binary.AppendUvarint(data, uint64(Slots()))
	for _, v := range m.Base {
		data = binary.AppendVarint(data, int64(v))
	}
	c := &coder{}
	codeKnots(c, m.Knots[:])
	data = append(data, c.end()...)
	return binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(data))
}

// ErrFormat says that data are no stored model of this version.
var ErrFormat = errors.New("no Othello weights of this version")

// Decode reads the stored form of a model. Errors wrap ErrFormat.
func Decode(data []byte) (*Model, error) {
	body := len(data) - crc32.Size
	if body < len(magic) || string(data[:len(magic)]) != magic {
		return nil, ErrFormat
	}
	if crc32.ChecksumIEEE(data[:body]) != binary.LittleEndian.Uint32(data[body:]) {
		return nil, fmt.Errorf("%w: checksum", ErrFormat)
	}
	r := reader{data: data[len(magic):body]}
	if r.uvarint() != Knots || r.uvarint() != uint64(Slots()) {
		return nil, fmt.Errorf("%w: other patterns or phases", ErrFormat)
	}
	m := NewModel()
	for i := range m.Base {
		m.Base[i] = r.entry()
	}
	c := newReader(r.data)
	codeKnots(c, m.Knots[:])
	if r.failed || !c.over() {
		return nil, fmt.Errorf("%w: entries", ErrFormat)
	}
	return m, nil
}

// reader takes numbers from the front of data.
type reader struct {
	data   []byte
	failed bool
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.failed, r.data = true, nil
		return 0
	}
	r.data = r.data[n:]
	return v
}

func (r *reader) entry() int16 {
	u := r.uvarint()
	v := int64(u>>1) ^ -int64(u&1)
	if v != int64(int16(v)) {
		r.failed = true
	}
	return int16(v)
}
