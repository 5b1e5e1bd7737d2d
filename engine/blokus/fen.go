package blokus

import (
	"strconv"
	"strings"

	"quadrille/engine"
)

// FEN writes the position in five words:
//
//	BOARD TURN OUT SINGLE RULES
//
// BOARD is the rows from the top joined by '/', a covered cell as the letter
// of its colour (B, Y, R, G) and a run of empty cells as its length. Own
// pieces never share an edge, so the board says which pieces lie on it. TURN
// is the letter of the colour to move. OUT are the letters, in turn order, of
// the colours that have passed, or '-'. SINGLE are those that have placed
// everything with the single square last, or '-', which it always is in junior.
// RULES are the options joined by commas; players is left out when it is each.
// The pieces on the board say whose turn a shared colour has.
func (p *Position) FEN() string {
	return strings.Join([]string{
		p.fenBoard(),
		colourLetters[p.state.side : p.state.side+1],
		letters(p.state.out),
		letters(p.state.lastSingle),
		engine.FormatRules(options, p.rules, ","),
	}, " ")
}

// letters writes a set of colours.
func letters(set uint8) string {
	if set == 0 {
		return "-"
	}
	var b []byte
	for colour := range len(colourLetters) {
		if set>>colour&1 != 0 {
			b = append(b, colourLetters[colour])
		}
	}
	return string(b)
}

func (p *Position) fenBoard() string {
	var b []byte
	for row := range p.state.Size() {
		if row > 0 {
			b = append(b, '/')
		}
		empty := 0
		for col := range p.state.Size() {
			owner := p.owner[row*maxSize+col]
			if owner == nobody {
				empty++
				continue
			}
			b = append(appendRun(b, empty), colourLetters[owner])
			empty = 0
		}
		b = appendRun(b, empty)
	}
	return string(b)
}

func appendRun(b []byte, empty int) []byte {
	if empty == 0 {
		return b
	}
	return strconv.AppendInt(b, int64(empty), 10)
}

// ParseFEN reads what FEN writes. The rules are those in the FEN; the given
// ones are not used. A FEN that FEN would write differently is refused, so
// that a position has one spelling, and so is one that play cannot reach
// because of its pieces, their contacts, their number or its passes. The error
// wraps engine.ErrPosition.
func (Game) ParseFEN(fen string, _ engine.Rules) (engine.Position, error) {
	p, err := parseFEN(fen)
	if err != nil {
		return nil, err
	}
	if again := p.FEN(); again != fen {
		return nil, engine.Refuse(engine.ErrPosition, "the position is not written the one right way, which is %s", again)
	}
	return p, nil
}

func parseFEN(fen string) (*Position, error) {
	words := strings.Split(fen, " ")
	if len(words) != 5 {
		return nil, engine.Refuse(engine.ErrPosition,
			"a blokus position has five words (board, turn, out, single, rules), not %d", len(words))
	}
	rules, err := engine.ParseRules(options, words[4], ",")
	if err == nil {
		err = checkColours(rules)
	}
	if err != nil {
		return nil, engine.Refuse(engine.ErrPosition, "%s", err)
	}
	p := newPosition(rules, NewState(config(rules, 0)))
	if err := p.parseBoard(words[0]); err != nil {
		return nil, err
	}
	var sets [3]uint8 // colours named in each of the words 1 to 3
	for i := range sets {
		if sets[i], err = p.parseColours(words[i+1]); err != nil {
			return nil, err
		}
	}
	if err := p.assemble(sets[2]); err != nil {
		return nil, err
	}
	if err := p.setTurn(sets[0], sets[1]); err != nil {
		return nil, err
	}
	p.result = p.outcome()
	return p, nil
}

// parseBoard reads the rows into p.owner.
func (p *Position) parseBoard(board string) error {
	size := p.state.Size()
	rows := strings.Split(board, "/")
	if len(rows) != size {
		return engine.Refuse(engine.ErrPosition, "the board has %d rows joined by '/', not %d", size, len(rows))
	}
	for row, text := range rows {
		if !p.parseRow(row, text) {
			return engine.Refuse(engine.ErrPosition,
				"row %d of the board is %q; it should be %d cells, letters of %s and lengths of runs of empty cells",
				size-row, engine.Clip(text), size, colourLetters[:p.state.Colours()])
		}
	}
	return nil
}

func (p *Position) parseRow(row int, text string) bool {
	size := p.state.Size()
	col := 0
	for text != "" && col < size {
		if colour := p.colourOf(text[0]); colour >= 0 {
			p.owner[row*maxSize+col] = uint8(colour)
			text = text[1:]
			col++
			continue
		}
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		empty, ok := engine.ParseNumber(text[:digits], size-col)
		if !ok {
			return false
		}
		text = text[digits:]
		col += empty
	}
	return text == "" && col == size
}

// colourOf returns the colour of a letter, or -1.
func (p *Position) colourOf(letter byte) int {
	return strings.IndexByte(colourLetters[:p.state.Colours()], letter)
}

// parseColours reads a set of colours, '-' for none.
func (p *Position) parseColours(word string) (set uint8, err error) {
	if word == "-" {
		return 0, nil
	}
	for i := range len(word) {
		colour := p.colourOf(word[i])
		if colour < 0 || set>>colour != 0 {
			return 0, engine.Refuse(engine.ErrPosition, "colours are letters of %s in this order, or '-', not %q",
				colourLetters[:p.state.Colours()], engine.Clip(word))
		}
		set |= 1 << colour
	}
	if set == 0 {
		return 0, engine.Refuse(engine.ErrPosition, "a word for colours is empty; '-' stands for none")
	}
	return set, nil
}

// assemble puts the pieces that lie on the board into the state, each colour's
// in an order that the rules allow, and sets lastSingle.
func (p *Position) assemble(lastSingle uint8) error {
	placed, err := p.pieces()
	if err != nil {
		return err
	}
	for colour := range placed {
		isLast := lastSingle>>colour&1 != 0
		if err := p.putAll(colour, placed[colour], isLast); err != nil {
			return err
		}
		if isLast && p.state.junior {
			return engine.Refuse(engine.ErrPosition, "junior has no bonus points, so it does not matter which piece was the last; write '-'")
		}
		if isLast && p.state.left[colour] != 0 {
			return engine.Refuse(engine.ErrPosition, "%s has not placed everything, so the single square was not its last piece", colourNames[colour])
		}
	}
	p.state.lastSingle = lastSingle
	return nil
}

// pieces takes the board apart into the pieces of each colour.
func (p *Position) pieces() (placed [4][]Placement, err error) {
	var seen [Cells]bool
	for cell, owner := range p.owner {
		if owner == nobody || seen[cell] {
			continue
		}
		group := p.group(cell, &seen)
		top, left := maxSize, maxSize
		for _, c := range group {
			top, left = min(top, c/maxSize), min(left, c%maxSize)
		}
		shape, ok := shapeOf(group, top, left)
		if !ok {
			return placed, engine.Refuse(engine.ErrPosition, "the %d %s cells that hang together at %s are not a piece; own pieces never share an edge",
				len(group), colourNames[owner], cellName(cell, p.state.Size()))
		}
		placed[owner] = append(placed[owner], Placement(int(shape)*Cells+top*maxSize+left))
	}
	return placed, nil
}

// group returns the cells of one colour that hang together with the cell by
// their edges, and marks them as seen.
func (p *Position) group(cell int, seen *[Cells]bool) []int {
	seen[cell] = true
	group := []int{cell}
	for i := 0; i < len(group); i++ {
		for _, n := range neighbours(group[i], p.state.Size()) {
			if !seen[n] && p.owner[n] == p.owner[cell] {
				seen[n] = true
				group = append(group, n)
			}
		}
	}
	return group
}

// putAll places the pieces of a colour in the state, always one that the rules
// allow next, and the single square last if it must be.
func (p *Position) putAll(colour int, todo []Placement, singleLast bool) error {
	p.state.side = uint8(colour)
	for len(todo) > 0 {
		next := -1
		for i, m := range todo {
			waits := singleLast && m.Piece() == single && len(todo) > 1
			if !waits && p.state.blockedBy(m) == fits {
				next = i
				break
			}
		}
		if next < 0 {
			return p.refusePiece(todo[0])
		}
		p.state.put(colour, todo[next])
		todo = append(todo[:next], todo[next+1:]...)
	}
	p.state.recent = [3]uint32{} // a FEN does not tell
	return nil
}

// refusePiece says why a piece that lies on the board cannot.
func (p *Position) refusePiece(m Placement) error {
	side := p.state.Side()
	name, token := colourNames[side], m.Token(p.state.Size())
	switch {
	case p.state.blockedBy(m) == usedPiece:
		return engine.Refuse(engine.ErrPosition, "%s has placed %s %s, once at %s", name, PieceName(m.Piece()), p.tooOften(), token)
	case p.state.Placed(side) == 0:
		return engine.Refuse(engine.ErrPosition, "no piece of %s covers a starting point: %s", name, strings.Join(p.cornerNames(side), " "))
	}
	return engine.Refuse(engine.ErrPosition, "the piece of %s at %s does not touch the others at a corner", name, token)
}

// tooOften is how often nobody can place a piece.
func (p *Position) tooOften() string {
	if p.state.junior {
		return "three times"
	}
	return "twice"
}

// setTurn sets who moves and who is out, if the pieces on the board allow it.
func (p *Position) setTurn(turn, out uint8) error {
	side := strings.Index(colourLetters, letters(turn))
	if side < 0 || turn != 1<<side {
		return engine.Refuse(engine.ErrPosition, "the turn is one letter of %s", colourLetters[:p.state.Colours()])
	}
	p.state.side, p.state.out = uint8(side), 0
	for colour := range p.state.Colours() {
		switch {
		case out>>colour&1 == 0:
		case colour == side:
			return engine.Refuse(engine.ErrPosition, "%s has passed, so it cannot be its turn", colourNames[colour])
		case p.state.Can(colour):
			return engine.Refuse(engine.ErrPosition, "%s can place a piece, so it cannot have passed", colourNames[colour])
		}
	}
	p.state.out = out
	if !p.countsFit() {
		return engine.Refuse(engine.ErrPosition, "the numbers of pieces placed (%s) do not fit start=%s, the turn and the passes",
			engine.JoinInts(p.placedCounts()), p.rules[optStart])
	}
	return p.checkFinished()
}

func (p *Position) placedCounts() []int {
	counts := make([]int, p.state.Colours())
	for colour := range counts {
		counts[colour] = p.state.Placed(colour)
	}
	return counts
}

// countsFit says whether play from a colour that may have begun can have led
// to these numbers of pieces with this turn.
func (p *Position) countsFit() bool {
	if p.rules[optStart] != "random" {
		return p.countsFitStart(p.rules.Int(optStart) - 1)
	}
	for start := range p.state.Colours() {
		if p.countsFitStart(start) {
			return true
		}
	}
	return false
}

// countsFitStart compares with the rounds played: the colour to move has
// placed one piece in each, the colours before it in this round one more. A
// colour that is out has placed nothing in the round in which it passed.
func (p *Position) countsFitStart(start int) bool {
	counts, colours := p.placedCounts(), p.state.Colours()
	order := func(colour int) int { return (colour - start + colours) % colours }
	rounds := counts[p.state.Side()]
	for colour, placed := range counts {
		turns := rounds
		if order(colour) < order(p.state.Side()) {
			turns++
		}
		if p.state.Out(colour) && placed >= turns || !p.state.Out(colour) && placed != turns {
			return false
		}
	}
	return true
}

// checkFinished refuses a game that went on after a colour had ended it.
func (p *Position) checkFinished() error {
	if !p.state.Finished() {
		return nil
	}
	for colour := range p.state.Colours() {
		before := p.state
		before.side = uint8(colour)
		before.advance()
		if p.state.Left(colour) == 0 && (p.state.Out(colour) || before.side != p.state.side) {
			return engine.Refuse(engine.ErrPosition, "%s had placed everything, which ended the game, before the last turn", colourNames[colour])
		}
	}
	return nil
}
