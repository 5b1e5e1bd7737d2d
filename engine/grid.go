package engine

// Grid is a board for a state that is printed as JSON: a list for each row with
// what its cells hold, null for an empty one.
type Grid [][]*string

// NewGrid asks each cell of a board what it holds, "" for nothing.
func NewGrid(rows, columns int, holds func(row, column int) string) Grid {
	g := make(Grid, rows)
	for row := range g {
		g[row] = make([]*string, columns)
		for column := range g[row] {
			if name := holds(row, column); name != "" {
				g[row][column] = &name
			}
		}
	}
	return g
}

// Ending is how the documents' states tell the end of a game for two: by the
// winner's name, or by the reason for a draw. Both are nil while it goes on.
func (r Result) Ending(names ...string) (winner, drawReason *string) {
	switch {
	case !r.Over:
		return nil, nil
	case r.Winner == NoPlayer:
		return nil, &r.Reason
	}
	return &names[r.Winner-1], nil
}
