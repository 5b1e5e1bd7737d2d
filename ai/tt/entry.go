package tt

// Bound says how a stored value relates to the true one.
type Bound uint8

// The bounds. None marks a value of which nothing is known.
const (
	None Bound = iota
	Upper
	Lower
	Exact
)

// Entry is what most searches remember about a position. From the lowest bit it
// has sixteen bits of move and of value, and two of bound.
type Entry uint64

const (
	valueShift = 16
	boundShift = 32
	depthShift = Worth + 3
)

// NewEntry returns an entry. The move is in the caller's own code, 0 for none;
// the value has 16 bits; the depth is at most 255; the bound must not be None.
func NewEntry(move uint16, value, depth int, bound Bound) Entry {
	return Entry(move) | Entry(uint16(value))<<valueShift | Entry(bound)<<boundShift | Entry(uint8(depth))<<depthShift
}

// Move is the best move, in the caller's own code; 0 for none.
func (e Entry) Move() uint16 { return uint16(e) }

// Value is the value that was stored.
func (e Entry) Value() int { return int(int16(e >> valueShift)) }

// Bound says what the value says of the true one.
func (e Entry) Bound() Bound { return Bound(e >> boundShift & 3) }

// Depth is how deep the position was searched.
func (e Entry) Depth() int { return int(uint8(e >> depthShift)) }

// Latest joins a new entry with an old one of the same key: it takes its place.
func Latest(e, _ Entry) Entry { return e }

// KeepMove joins a new entry with an old one of the same key: it takes its place,
// but keeps the move if it has none of its own.
func KeepMove(e, old Entry) Entry {
	if e.Move() == 0 {
		e |= Entry(old.Move())
	}
	return e
}
