package blokus

import (
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
)

// Token writes a placement as its cells, lowest row first and then from the
// left, as Pentobi does: "a19,a20,b20". A pass is "pass". The board has size
// rows.
func (m Placement) Token(size int) string {
	switch m {
	case Pass:
		return engine.Pass
	case NoPlacement:
		return ""
	}
	var b []byte
	var buffer [maxSide]uint16
	for i, cell := range m.AppendCells(buffer[:0]) {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendCell(b, int(cell), size)
	}
	return string(b)
}

// appendCell writes the name of a cell, such as a20.
func appendCell(b []byte, cell, size int) []byte {
	b = append(b, byte('a'+cell%maxSize))
	return strconv.AppendInt(b, int64(size-cell/maxSize), 10)
}

func cellName(cell, size int) string { return string(appendCell(nil, cell, size)) }

// parseCell is the inverse of cellName.
func parseCell(name string, size int) (cell int, ok bool) {
	if name == "" || name[0] < 'a' || int(name[0]-'a') >= size {
		return 0, false
	}
	row, ok := engine.ParseNumber(name[1:], size)
	return (size-row)*maxSize + int(name[0]-'a'), ok
}

// ParsePlacement reads the cells of a placement, in any order, on a board of
// size rows. It does not ask whether the placement is legal anywhere. The
// error is of the given kind.
func ParsePlacement(text string, size int, kind error) (Placement, error) {
	if strings.Count(text, ",") >= maxSide {
		return NoPlacement, engine.Refuse(kind, "%q are more than five cells, and no piece has that many", engine.Clip(text))
	}
	var cells []int
	top, left := maxSize, maxSize
	for _, name := range strings.Split(text, ",") {
		cell, ok := parseCell(name, size)
		if !ok {
			return NoPlacement, engine.Refuse(kind,
				"%q is not a cell of the board; a placement is cells from a1 to %c%d joined by commas, such as a1,a2,b2",
				engine.Clip(name), 'a'+size-1, size)
		}
		cells = append(cells, cell)
		top, left = min(top, cell/maxSize), min(left, cell%maxSize)
	}
	shape, ok := shapeOf(cells, top, left)
	if !ok {
		return NoPlacement, engine.Refuse(kind, "%q is not a piece; the cells of a piece differ and hang together by their edges", engine.Clip(text))
	}
	return Placement(int(shape)*Cells + top*maxSize + left), nil
}

// shapeOf finds the orientation that has the cells, whose bounding box begins
// at top and left.
func shapeOf(cells []int, top, left int) (shape uint8, ok bool) {
	var g grid
	for _, cell := range cells {
		row, col := cell/maxSize-top, cell%maxSize-left
		if row >= maxSide || col >= maxSide || g.has(row, col) {
			return 0, false
		}
		g |= 1 << (maxSide*row + col)
	}
	shape, ok = tables().byGrid[g]
	return shape, ok
}

// Legal lists the tokens that may be played, by piece, orientation, row and
// column.
func (p *Position) Legal() []string {
	if p.result.Over {
		return nil
	}
	list := p.placements(p.state.Side())
	if len(list) == 0 {
		return []string{engine.Pass}
	}
	tokens := make([]string, len(list))
	for i, m := range list {
		tokens[i] = m.Token(p.state.Size())
	}
	return tokens
}

// Token returns the last turn.
func (p *Position) Token() string { return p.last.Token(p.state.Size()) }

// Play plays the cells of a placement, in any order, or a pass.
func (p *Position) Play(token string) (engine.Position, error) {
	if p.result.Over {
		return nil, engine.RefuseOver(p.result)
	}
	if token == engine.Pass {
		return p.try(Pass)
	}
	m, err := ParsePlacement(token, p.state.Size(), engine.ErrIllegal)
	if err != nil {
		return nil, err
	}
	return p.try(m)
}

// try plays a turn if it is legal.
func (p *Position) try(m Placement) (engine.Position, error) {
	if err := p.check(m); err != nil {
		return nil, err
	}
	return p.play(m), nil
}

// Act performs `place CELLS`, `place PIECE ORIENTATION ROW COLUMN` or `pass`.
func (p *Position) Act(a engine.Action) (engine.Position, error) {
	if p.result.Over {
		return nil, engine.RefuseOver(p.result)
	}
	m, err := p.parseAction(a)
	if err != nil {
		return nil, err
	}
	return p.try(m)
}

// parseAction reads an action without asking whether it is legal.
func (p *Position) parseAction(a engine.Action) (Placement, error) {
	switch {
	case a.Verb == engine.Pass && len(a.Args) == 0:
		return Pass, nil
	case a.Verb == engine.Pass:
		return NoPlacement, engine.Refuse(engine.ErrArgument, "pass takes no arguments")
	case a.Verb != "place":
		return NoPlacement, engine.Refuse(engine.ErrIllegal,
			"blokus has no %q; a turn is place CELLS, place PIECE ORIENTATION ROW COLUMN or pass", engine.Clip(a.Verb))
	case len(a.Args) == 1:
		return ParsePlacement(a.Args[0], p.state.Size(), engine.ErrArgument)
	case len(a.Args) == 4:
		return p.parseForm(a.Args)
	}
	return NoPlacement, engine.Refuse(engine.ErrArgument,
		"place takes cells, as in place a20,a19,b19, or a piece, an orientation and the row and column of its top left, as in place F 90 3 5")
}

// parseForm reads piece, orientation, row from the top and column from the
// left of the bounding box's top left cell, both from 1; or, as the document
// has them in its paths, row and column first.
func (p *Position) parseForm(args []string) (Placement, error) {
	size := p.state.Size()
	if isOrientation(args[3]) && !isOrientation(args[1]) {
		args = []string{args[2], args[3], args[0], args[1]}
	}
	// In capitals or not.
	piece := slices.IndexFunc(drawings[:], func(d drawing) bool { return strings.EqualFold(d.name, args[0]) })
	if piece < 0 {
		return NoPlacement, engine.Refuse(engine.ErrArgument, "%q is not a piece; there are: %s", engine.Clip(args[0]), strings.Join(pieceNames(allPieces, 0), " "))
	}
	o := slices.Index(orientationNames[:], args[1])
	if o < 0 {
		return NoPlacement, engine.Refuse(engine.ErrArgument, "%q is not an orientation; there are: %s",
			engine.Clip(args[1]), strings.Join(orientationNames[:], " "))
	}
	row, ok := engine.ParseNumber(args[2], size)
	if !ok {
		return NoPlacement, engine.Refuse(engine.ErrArgument, "%q is not a row; rows are 1 to %d from the top", engine.Clip(args[2]), size)
	}
	col, ok := engine.ParseNumber(args[3], size)
	if !ok {
		return NoPlacement, engine.Refuse(engine.ErrArgument, "%q is not a column; columns are 1 to %d from the left", engine.Clip(args[3]), size)
	}
	t := tables()
	shape := &t.shapes[t.named[piece][o]]
	if row+int(shape.Height) > size+1 || col+int(shape.Width) > size+1 {
		return NoPlacement, engine.Refuse(engine.ErrIllegal,
			"%s %s with its top left at row %d, column %d leaves the board; its row is at most %d, its column at most %d",
			PieceName(piece), orientationNames[o], row, col, size+1-int(shape.Height), size+1-int(shape.Width))
	}
	return Placement(int(t.named[piece][o])*Cells + (row-1)*maxSize + col - 1), nil
}

func isOrientation(word string) bool { return slices.Contains(orientationNames[:], word) }

// form returns the four arguments of the placement in the form that parseForm
// reads, with the canonical orientation.
func (m Placement) form() (piece, orientation string, row, col int) {
	s := &tables().shapes[m/Cells]
	return PieceName(int(s.Piece)), orientationNames[s.name], int(m)%Cells/maxSize + 1, int(m)%maxSize + 1
}

// piecesLeft are the names of the pieces that a colour has not placed.
func (p *Position) piecesLeft(colour int) []string {
	return pieceNames(p.state.Left(colour), p.state.Spare(colour))
}

// pieceNames are the names of a set of pieces, twice those of a second set.
func pieceNames(left, spare uint32) []string {
	names := []string{}
	for piece := range Pieces {
		for _, set := range []uint32{left, spare} {
			if set>>piece&1 != 0 {
				names = append(names, PieceName(piece))
			}
		}
	}
	return names
}
