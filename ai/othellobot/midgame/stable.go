package midgame

// Sets of squares are as in engine/othello: a1 is bit 0, b1 bit 1, h8 bit 63.
const (
	all       = ^uint64(0)
	columnA   = 0x0101010101010101
	columnH   = columnA << 7
	row1      = 0x00000000000000ff
	row8      = row1 << 56
	edges     = columnA | columnH | row1 | row8
	corners   = (columnA | columnH) & (row1 | row8)
	noColumnA = all &^ columnA
	noColumnH = all &^ columnH
)

// around returns the squares next to a set, without promise about the set.
func around(set uint64) uint64 {
	set |= set<<1&noColumnA | set>>1&noColumnH
	return set | set<<8 | set>>8
}

// stable returns disks of own that can never turn over; it may miss some. A
// disk is safe along a line when the line is full, when it lies at its end, or
// when it has a stable disk of its colour beside it there; it is stable when
// that holds for all four lines through it.
func stable(own, opp uint64) uint64 {
	full := own | opp
	across := fullRows(full) | columnA | columnH
	along := fullColumns(full) | row1 | row8
	falling := fullDiagonals(full, 9, noColumnA, noColumnH) | edges
	rising := fullDiagonals(full, 7, noColumnH, noColumnA) | edges
	safe := own & across & along & falling & rising
	for {
		more := own &
			(across | safe<<1&noColumnA | safe>>1&noColumnH) &
			(along | safe<<8 | safe>>8) &
			(falling | safe<<9&noColumnA | safe>>9&noColumnH) &
			(rising | safe<<7&noColumnH | safe>>7&noColumnA)
		if more == safe {
			return safe
		}
		safe = more
	}
}

// fullRows returns the rows without an empty square.
func fullRows(full uint64) uint64 {
	full &= full >> 4
	full &= full >> 2
	full &= full >> 1
	return full & columnA * row1
}

// fullColumns returns the columns without an empty square.
func fullColumns(full uint64) uint64 {
	full &= full>>32 | full<<32
	full &= full>>16 | full<<48
	full &= full>>8 | full<<56
	return full
}

// fullDiagonals returns the squares whose diagonal with the given step has no
// empty square. up are the squares that a step upwards can reach, down those
// that a step downwards can; beyond the board everything counts as full.
func fullDiagonals(full uint64, step uint, up, down uint64) uint64 {
	up &= all << step // a step upwards reaches nothing below
	down &= all >> step
	above, below := full, full
	for range 7 {
		above = full & (above>>step | ^down)
		below = full & (below<<step | ^up)
	}
	return above & below
}
