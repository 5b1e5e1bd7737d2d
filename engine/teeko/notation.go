package teeko

import (
	"math/bits"
	"strconv"
	"strings"

	"quadrille/engine"
)

// names of the sides, as the document has them.
var names = [2]string{"O", "X"}

// CellName returns the name of a cell, which is given by its number less one:
// "a1" is the bottom left.
func (b Board) CellName(cell uint8) string {
	size := b.Size()
	return string([]byte{'a' + cell%uint8(size), '1' + cell/uint8(size)})
}

// ParseCell reads a cell name; ok is false when the board has no such cell.
func (b Board) ParseCell(name string) (cell uint8, ok bool) {
	if len(name) != 2 {
		return 0, false
	}
	column, row := int(name[0])-'a', int(name[1])-'1'
	if column < 0 || row < 0 || column >= b.Size() || row >= b.Size() {
		return 0, false
	}
	return uint8(row*b.Size() + column), true
}

// Token writes a turn: "b2" for a drop, "b2c3" for a move, "" for NoTurn.
func (b Board) Token(t Turn) string {
	switch {
	case t == NoTurn:
		return ""
	case t.From() == NoCell:
		return b.CellName(t.To())
	}
	return b.CellName(t.From()) + b.CellName(t.To())
}

// ParseTurn reads a token without regard to any position. ok is false when it
// is not one or two cells of the board.
func (b Board) ParseTurn(token string) (t Turn, ok bool) {
	if len(token) != 2 && len(token) != 4 {
		return NoTurn, false
	}
	from, to := uint8(NoCell), uint8(NoCell)
	if len(token) == 4 {
		if from, ok = b.ParseCell(token[:2]); !ok {
			return NoTurn, false
		}
		token = token[2:]
	}
	if to, ok = b.ParseCell(token); !ok {
		return NoTurn, false
	}
	return NewMove(from, to), true
}

// cellNames lists a set of cells, lowest first.
func (b Board) cellNames(cells uint32) string {
	var words []string
	for ; cells != 0; cells &= cells - 1 {
		words = append(words, b.CellName(uint8(bits.TrailingZeros32(cells))))
	}
	return strings.Join(words, " ")
}

// corner is the cell with the highest number.
func (b Board) corner() string { return b.CellName(uint8(b.Size()*b.Size() - 1)) }

// Legal lists the tokens that may be played.
func (p *Position) Legal() []string {
	if p.result.Over {
		return nil
	}
	turns := p.state.Turns(nil)
	tokens := make([]string, len(turns))
	for i, t := range turns {
		tokens[i] = p.state.Board.Token(t)
	}
	return tokens
}

// Token returns the last turn.
func (p *Position) Token() string { return p.state.Board.Token(p.last) }

// Pending returns nothing, since a turn is one action.
func (p *Position) Pending() []engine.Action { return nil }

// Play plays a turn.
func (p *Position) Play(token string) (engine.Position, error) {
	if p.result.Over {
		return nil, engine.RefuseOver(p.result)
	}
	t, ok := p.state.Board.ParseTurn(token)
	if !ok {
		return nil, engine.Refuse(engine.ErrIllegal, "%q is not a turn on a board of a1..%s; %s",
			engine.Clip(token), p.state.Board.corner(), p.expected())
	}
	return p.checked(t)
}

// checked plays a turn if it is legal.
func (p *Position) checked(t Turn) (engine.Position, error) {
	if err := p.check(t); err != nil {
		return nil, err
	}
	return p.play(t), nil
}

// check says what is wrong with a turn between cells of the board.
func (p *Position) check(t Turn) error {
	from, to := t.From(), t.To()
	if (from == NoCell) == p.state.Moving() {
		return engine.Refuse(engine.ErrIllegal, "%s does not fit the phase %s; %s",
			p.state.Board.Token(t), p.Phase(), p.expected())
	}
	if from == NoCell {
		if p.state.Empty()>>to&1 == 0 {
			return engine.Refuse(engine.ErrIllegal, "occupied: %s; empty cells: %s",
				p.contents(to), p.state.Board.cellNames(p.state.Empty()))
		}
		return nil
	}
	if err := p.checkOwn(from); err != nil {
		return err
	}
	switch {
	case p.state.Board.Neighbours(from)>>to&1 == 0:
		return engine.Refuse(engine.ErrIllegal, "%s is not next to %s; %s",
			p.state.Board.CellName(to), p.state.Board.CellName(from), p.open(from))
	case p.state.Empty()>>to&1 == 0:
		return engine.Refuse(engine.ErrIllegal, "occupied: %s; %s", p.contents(to), p.open(from))
	}
	return nil
}

// checkOwn refuses a cell that has no mark of the side to move.
func (p *Position) checkOwn(cell uint8) error {
	own := p.state.Marks[p.state.Side]
	if own>>cell&1 != 0 {
		return nil
	}
	return engine.Refuse(engine.ErrIllegal, "not your mark: %s; marks of %s: %s",
		p.contents(cell), names[p.state.Side], p.state.Board.cellNames(own))
}

// contents says what lies on a cell.
func (p *Position) contents(cell uint8) string {
	name := p.state.Board.CellName(cell)
	for side := range names {
		if p.state.Marks[side]>>cell&1 != 0 {
			return name + " has an " + names[side]
		}
	}
	return name + " is empty"
}

// open says where a mark may go.
func (p *Position) open(from uint8) string {
	name := p.state.Board.CellName(from)
	cells := p.state.Empty() & p.state.Board.Neighbours(from)
	if cells == 0 {
		return name + " cannot move"
	}
	return name + " may move to: " + p.state.Board.cellNames(cells)
}

// expected says what a turn looks like now.
func (p *Position) expected() string {
	if p.state.Moving() {
		return "all marks are down, so a turn moves one to a cell next to it, such as " + p.Legal()[0]
	}
	return "a turn drops a mark on an empty cell, such as " + p.Legal()[0]
}

// Act performs `place CELL`, `slide CELL CELL` or `slide CELL DIRECTION`.
func (p *Position) Act(a engine.Action) (engine.Position, error) {
	if p.result.Over {
		return nil, engine.RefuseOver(p.result)
	}
	switch a.Verb {
	case "place":
		return p.actPlace(a.Args)
	case "slide":
		return p.actSlide(a.Args)
	}
	return nil, engine.Refuse(engine.ErrIllegal, "teeko has no %q; %s", engine.Clip(a.Verb), p.expectedAction())
}

func (p *Position) expectedAction() string {
	if p.state.Moving() {
		return "all marks are down, so a turn is slide CELL CELL or slide CELL DIRECTION"
	}
	return "a turn is place CELL until all marks are down"
}

func (p *Position) actPlace(args []string) (engine.Position, error) {
	if len(args) != 1 {
		return nil, engine.Refuse(engine.ErrArgument, "place takes one cell, as in place b2 or place 6")
	}
	to, err := p.readCell(args[0])
	if err != nil {
		return nil, err
	}
	if p.state.Moving() {
		return nil, engine.Refuse(engine.ErrIllegal, "nothing can be placed: %s", p.expectedAction())
	}
	return p.checked(NewDrop(to))
}

func (p *Position) actSlide(args []string) (engine.Position, error) {
	if len(args) != 2 {
		return nil, engine.Refuse(engine.ErrArgument,
			"slide takes a cell and another or a direction, as in slide b2 c3 or slide b2 3")
	}
	from, err := p.readCell(args[0])
	if err != nil {
		return nil, err
	}
	to, isCell := p.state.Board.ParseCell(args[1])
	direction, isDirection := engine.ParseNumber(args[1], directions)
	if !isCell && !isDirection {
		return nil, engine.Refuse(engine.ErrArgument, "%q is neither a cell a1..%s nor a direction 1..%d",
			engine.Clip(args[1]), p.state.Board.corner(), directions)
	}
	if !p.state.Moving() {
		return nil, engine.Refuse(engine.ErrIllegal, "nothing can slide: %s", p.expectedAction())
	}
	if isCell {
		return p.checked(NewMove(from, to))
	}
	return p.slideTowards(from, direction)
}

func (p *Position) slideTowards(from uint8, direction int) (engine.Position, error) {
	if err := p.checkOwn(from); err != nil {
		return nil, err
	}
	to, ok := geometries[p.state.Board].step(from, direction)
	if !ok {
		return nil, engine.Refuse(engine.ErrIllegal, "out of bounds: direction %d leads off the board; %s",
			direction, p.openDirections(from))
	}
	return p.checked(NewMove(from, to))
}

// openDirections says in which directions a mark may go.
func (p *Position) openDirections(from uint8) string {
	var words []string
	for d := 1; d <= directions; d++ {
		if to, ok := geometries[p.state.Board].step(from, d); ok && p.state.Empty()>>to&1 != 0 {
			words = append(words, strconv.Itoa(d))
		}
	}
	name := p.state.Board.CellName(from)
	if words == nil {
		return name + " cannot move"
	}
	return "directions open to " + name + ": " + strings.Join(words, " ")
}

// readCell reads a cell by name or number.
func (p *Position) readCell(word string) (uint8, error) {
	b := p.state.Board
	if cell, ok := b.ParseCell(word); ok {
		return cell, nil
	}
	if n, ok := engine.ParseNumber(word, b.Size()*b.Size()); ok {
		return uint8(n - 1), nil
	}
	return 0, engine.Refuse(engine.ErrArgument, "%q is not a cell; cells are a1..%s or 1..%d",
		engine.Clip(word), b.corner(), b.Size()*b.Size())
}
