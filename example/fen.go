package example

import (
	"math/bits"
	"strings"

	"quadrille/engine"
)

// letters are Cross, Nought and empty, in FENs and diagrams.
const letters = "XO."

// at returns the letter of a cell.
func (p *Position) at(cell int) string {
	for side, marks := range p.state.marks {
		if marks>>cell&1 != 0 {
			return letters[side : side+1]
		}
	}
	return letters[2:]
}

// FEN writes the rows from the top, with a slash between them, and the rules:
// "X../.O./..X size=3,row=3".
func (p *Position) FEN() string {
	var b strings.Builder
	for y := p.board.size - 1; y >= 0; y-- {
		for x := range p.board.size {
			b.WriteString(p.at(y*p.board.size + x))
		}
		if y > 0 {
			b.WriteByte('/')
		}
	}
	return b.String() + " " + engine.FormatRules(options, p.rules, ",")
}

// ParseFEN reads what FEN writes. The rules are those in it.
func (g Game) ParseFEN(fen string, _ engine.Rules) (engine.Position, error) {
	words := strings.Split(fen, " ")
	if len(words) != 2 {
		return nil, engine.Refuse(engine.ErrPosition, "a position has two words, the board and the rules")
	}
	rules, err := engine.ParseRules(options, words[1], ",")
	if err != nil {
		return nil, engine.Refuse(engine.ErrPosition, "%s", err)
	}
	start, err := g.New(rules, 0)
	if err != nil {
		return nil, engine.Refuse(engine.ErrPosition, "%s", err)
	}
	b := start.(*Position).board
	s, err := b.parseRows(words[0])
	if err != nil {
		return nil, err
	}
	if err := b.reachable(s); err != nil {
		return nil, err
	}
	return newPosition(rules, b, s), nil
}

func (b *board) parseRows(word string) (s state, err error) {
	rows := strings.Split(word, "/")
	if len(rows) != b.size {
		return s, engine.Refuse(engine.ErrPosition, "a board of size %d has %d rows, not %d", b.size, b.size, len(rows))
	}
	for i, row := range rows {
		if len(row) != b.size {
			return s, engine.Refuse(engine.ErrPosition, "row %d from the top has %d cells, not %d", i+1, b.size, len(row))
		}
		for x := range b.size {
			side := strings.IndexByte(letters, row[x])
			if side < 0 {
				return s, engine.Refuse(engine.ErrPosition, "a cell is X, O or '.', not %q", row[x:x+1])
			}
			if side < 2 {
				s.marks[side] |= 1 << ((b.size-1-i)*b.size + x)
			}
		}
	}
	return s, nil
}

// reachable refuses marks that turns by turns do not make.
func (b *board) reachable(s state) error {
	crosses, noughts := bits.OnesCount64(s.marks[0]), bits.OnesCount64(s.marks[1])
	if crosses != noughts && crosses != noughts+1 {
		return engine.Refuse(engine.ErrPosition, "there are %d crosses and %d noughts; Cross begins and both mark by turns", crosses, noughts)
	}
	if b.won(s.marks[s.side()]) != 0 {
		return engine.Refuse(engine.ErrPosition, "the side to move has a row already")
	}
	return nil
}
