package othello

// The scalar way to find what turns over: the disks on each of the four lines
// through a square are gathered into a byte, by a multiplication whose partial
// products do not overlap, and two small tables do both directions of the line
// at once.

// diagonals has the squares on the two diagonals through each square.
type diagonals struct {
	rising  uint64 // a1 to h8 and its neighbours
	falling uint64
}

// lineTables never changes.
var lineTables = newLineTables()

// tables is what flipsScalar looks up.
type tables struct {
	through [squares]diagonals
	// ends has, for a place on a line and the other side's disks on the inner
	// six squares, the places whose own disks outflank some.
	ends [size][64]uint8
	// between has, for a place on a line and the own disks at the ends, the
	// places in between.
	between [size][256]uint8
	// column spreads the inner six squares of a line over column a.
	column [128]uint64
}

func newLineTables() (t tables) {
	for square := range squares {
		l := &linesFrom[square]
		t.through[square] = diagonals{
			rising:  l.up[3] | l.down[3] | 1<<square,
			falling: l.up[1] | l.down[1] | 1<<square,
		}
	}
	for place := range size {
		for opp := range 64 {
			t.ends[place][opp] = uint8(lineEnds(place, opp<<1))
		}
		for ends := range 256 {
			t.between[place][ends] = uint8(lineBetween(place, ends))
		}
	}
	for line := range 128 {
		for i := range 7 {
			t.column[line] |= uint64(line>>i&1) << (size * i)
		}
	}
	return t
}

// lineEnds returns the first squares on both sides of a place that are not the
// other side's, if there is a disk to outflank before them.
func lineEnds(place, opp int) int {
	ends := 0
	for _, step := range [2]int{1, -1} {
		end := place + step
		for end >= 0 && end < size && opp>>end&1 != 0 {
			end += step
		}
		if end != place+step && end >= 0 && end < size {
			ends |= 1 << end
		}
	}
	return ends
}

// lineBetween returns the squares between a place and its nearest ends.
func lineBetween(place, ends int) int {
	between := 0
	for _, step := range [2]int{1, -1} {
		some := 0
		for at := place + step; at >= 0 && at < size; at += step {
			if ends>>at&1 != 0 {
				between |= some
				break
			}
			some |= 1 << at
		}
	}
	return between
}

// flipsScalar is Flips for any machine.
func flipsScalar(own, opp uint64, square uint8) uint64 {
	t, column, row := &lineTables, square&7, square>>3&7
	d := &t.through[square&63]
	ends, between := &t.ends[column], &t.between[column]

	shift := row * size
	line := between[ends[opp>>shift>>1&63]&uint8(own>>shift)]
	flips := uint64(line) << shift

	line = between[ends[(opp&d.rising)*ColumnA>>57&63]&uint8((own&d.rising)*ColumnA>>56)]
	flips |= uint64(line) * ColumnA & d.rising

	line = between[ends[(opp&d.falling)*ColumnA>>57&63]&uint8((own&d.falling)*ColumnA>>56)]
	flips |= uint64(line) * ColumnA & d.falling

	o, p := opp>>column&ColumnA, own>>column&ColumnA
	line = t.between[row][t.ends[row][o*ColumnToRow>>57&63]&uint8(p*ColumnToRow>>56)]
	return flips | t.column[line&127]<<column
}
