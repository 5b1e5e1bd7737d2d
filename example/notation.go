package example

import "quadrille/engine"

// token is the name of a cell, such as b2.
func (b *board) token(cell int) string {
	return string([]byte{'a' + byte(cell%b.size), '1' + byte(cell/b.size)})
}

// parse reads the name of a cell.
func (b *board) parse(token string) (cell int, ok bool) {
	if len(token) != 2 {
		return 0, false
	}
	x, y := int(token[0])-'a', int(token[1])-'1'
	return y*b.size + x, x >= 0 && x < b.size && y >= 0 && y < b.size
}

// Legal lists the empty cells row by row from a1.
func (p *Position) Legal() []string {
	if p.result.Over {
		return nil
	}
	var tokens []string
	for _, cell := range cells(p.board.empty(p.state)) {
		tokens = append(tokens, p.board.token(cell))
	}
	return tokens
}

// Play marks a cell.
func (p *Position) Play(token string) (engine.Position, error) {
	return p.mark(token, engine.ErrIllegal)
}

// Act performs "mark CELL".
func (p *Position) Act(a engine.Action) (engine.Position, error) {
	switch {
	case p.result.Over:
		return nil, engine.RefuseOver(p.result)
	case a.Verb != "mark":
		return nil, engine.Refuse(engine.ErrIllegal, "there is no %q here; a turn is mark CELL", engine.Clip(a.Verb))
	case len(a.Args) != 1:
		return nil, engine.Refuse(engine.ErrArgument, "mark takes a cell, as in mark b2")
	}
	return p.mark(a.Args[0], engine.ErrArgument)
}

// mark is a turn. The kind is that of a word that names no cell.
func (p *Position) mark(token string, kind error) (engine.Position, error) {
	if p.result.Over {
		return nil, engine.RefuseOver(p.result)
	}
	cell, ok := p.board.parse(token)
	if !ok {
		return nil, engine.Refuse(kind, "%q is not a cell; cells are a1 to %s", engine.Clip(token), p.board.token(p.board.size*p.board.size-1))
	}
	if p.board.empty(p.state)>>cell&1 == 0 {
		return nil, engine.Refuse(engine.ErrIllegal, "%s has a mark already", token)
	}
	next := newPosition(p.rules, p.board, p.state.play(cell))
	next.last = cell
	return next, nil
}

// Pending returns nothing: a turn has one action.
func (p *Position) Pending() []engine.Action { return nil }

// Token is the cell of the last turn.
func (p *Position) Token() string {
	if p.last < 0 {
		return ""
	}
	return p.board.token(p.last)
}
