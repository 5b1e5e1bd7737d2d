package teeko

import (
	"math/bits"
	"strings"

	"quadrille/engine"
)

// FEN writes the position in four words:
//
//	BOARD SIDE RULES PAST
//
// BOARD is the rows from the top joined by '/', each cell as O, X or '.'. SIDE
// is O or X. RULES are the options joined by commas. PAST is the moves since
// all marks are down, oldest first and joined by commas, since the repetition
// rule needs them and they are enough to roll the board back; it is '-' when
// there are none and when repetition is off.
func (p *Position) FEN() string {
	return strings.Join([]string{
		p.fenBoard(),
		names[p.state.Side],
		engine.FormatRules(options, p.rules, ","),
		p.fenPast(),
	}, " ")
}

func (p *Position) fenBoard() string {
	size := p.state.Board.Size()
	var b strings.Builder
	for row := size - 1; row >= 0; row-- {
		for column := range size {
			b.WriteByte(p.state.letter(uint8(row*size + column)))
		}
		if row > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}

// letter returns O, X or '.' for a cell.
func (s *State) letter(cell uint8) byte {
	switch {
	case s.Marks[0]>>cell&1 != 0:
		return 'O'
	case s.Marks[1]>>cell&1 != 0:
		return 'X'
	}
	return '.'
}

func (p *Position) fenPast() string {
	var moves []string
	var later *State
	for s := range p.past.Backward() {
		if later != nil {
			moves = append(moves, s.Board.Token(moveBetween(&s, later)))
		}
		later = &s
	}
	if moves == nil {
		return "-"
	}
	var b strings.Builder
	for i := len(moves) - 1; i >= 0; i-- {
		b.WriteString(moves[i])
		if i > 0 {
			b.WriteByte(',')
		}
	}
	return b.String()
}

// moveBetween returns the move that leads from one state to the next.
func moveBetween(before, after *State) Turn {
	was, is := before.Marks[before.Side], after.Marks[before.Side]
	return NewMove(uint8(bits.TrailingZeros32(was&^is)), uint8(bits.TrailingZeros32(is&^was)))
}

// ParseFEN reads what FEN writes. The rules are those in the FEN; the given
// ones are not used. What FEN would write differently is refused, so that a
// position has one spelling. The error wraps engine.ErrPosition.
func (Game) ParseFEN(fen string, _ engine.Rules) (engine.Position, error) {
	words := strings.Split(fen, " ")
	if len(words) != 4 {
		return nil, engine.Refuse(engine.ErrPosition,
			"a teeko position has four words (board, side, rules, past), not %d", len(words))
	}
	rules, board, err := parseRules(words[2])
	if err != nil {
		return nil, err
	}
	s := State{Board: board}
	if s.Marks, err = parseBoard(board, words[0]); err != nil {
		return nil, err
	}
	if words[1] != names[0] && words[1] != names[1] {
		return nil, engine.Refuse(engine.ErrPosition, "the side is O or X, not %q", engine.Clip(words[1]))
	}
	s.Side = uint8(strings.Index("OX", words[1]))
	if err := s.check(); err != nil {
		return nil, err
	}
	p, err := rollForward(rules, s, words[3])
	if err != nil {
		return nil, err
	}
	return p, nil
}

func parseRules(word string) (engine.Rules, Board, error) {
	given, err := engine.ParseRules(options, word, ",")
	if err != nil {
		return nil, 0, engine.Refuse(engine.ErrPosition, "%s", err)
	}
	rules, board, err := resolve(given)
	if err != nil {
		return nil, 0, engine.Refuse(engine.ErrPosition, "%s", err)
	}
	if again := engine.FormatRules(options, rules, ","); again != word {
		return nil, 0, engine.Refuse(engine.ErrPosition, "the rules would be written %s", again)
	}
	return rules, board, nil
}

func parseBoard(board Board, word string) (marks [2]uint32, err error) {
	size := board.Size()
	rows := strings.Split(word, "/")
	if len(rows) != size {
		return marks, engine.Refuse(engine.ErrPosition, "a board of size %d has that many rows joined by '/', not %d", size, len(rows))
	}
	for i, row := range rows {
		if len(row) != size {
			return marks, engine.Refuse(engine.ErrPosition, "row %d has %d cells, not %q", size-i, size, engine.Clip(row))
		}
		for column := range size {
			bit := uint32(1) << ((size-1-i)*size + column)
			switch row[column] {
			case '.':
			case 'O':
				marks[0] |= bit
			case 'X':
				marks[1] |= bit
			default:
				return marks, engine.Refuse(engine.ErrPosition, "row %d: a cell is O, X or '.', not in %q", size-i, engine.Clip(row))
			}
		}
	}
	return marks, nil
}

// check refuses a state that no game can reach because of the number of marks
// or because a side without the last turn has a goal.
func (s *State) check() error {
	o, x := s.Placed(0), s.Placed(1)
	switch {
	case o > Marks || x > Marks:
		return engine.Refuse(engine.ErrPosition, "a side has four marks at most, not %d O and %d X", o, x)
	case o != x && o != x+1:
		return engine.Refuse(engine.ErrPosition, "O begins, so it has as many marks as X or one more, not %d against %d", o, x)
	case !s.Moving() && int(s.Side) != o-x:
		return engine.Refuse(engine.ErrPosition, "with %d O and %d X it is the turn of %s", o, x, names[o-x])
	case s.Board.IsGoal(s.Marks[s.Side]):
		return engine.Refuse(engine.ErrPosition, "%s has a goal already, so the game ended before this turn", names[s.Side])
	}
	return nil
}

// rollForward takes back the moves of the past and plays them again, so that
// the past is exactly what play would have made it.
func rollForward(rules engine.Rules, s State, past string) (*Position, error) {
	if past == "-" {
		return newPosition(rules, s), nil
	}
	if !s.Moving() || rules.Int(optRepetition) == 0 {
		return nil, engine.Refuse(engine.ErrPosition, "a past belongs to positions with all marks down under a rule on repetition; here it is '-'")
	}
	first, err := rollBack(s, past)
	if err != nil {
		return nil, err
	}
	p := newPosition(rules, first)
	for token := range strings.SplitSeq(past, ",") {
		next, err := p.Play(token)
		if err != nil {
			return nil, engine.Refuse(engine.ErrPosition, "the past is not a sequence of moves: %s", err)
		}
		p = next.(*Position)
	}
	p.last = NoTurn
	return p, nil
}

// rollBack returns the state before the moves of the past, which end with s.
func rollBack(s State, past string) (State, error) {
	tokens := strings.Split(past, ",")
	for i := len(tokens) - 1; i >= 0; i-- {
		t, ok := s.Board.ParseTurn(tokens[i])
		if !ok || t.From() == NoCell {
			return s, engine.Refuse(engine.ErrPosition, "the past is moves such as a1b2 joined by commas, not %q", engine.Clip(tokens[i]))
		}
		mover := s.Side ^ 1
		if s.Marks[mover]>>t.To()&1 == 0 || s.Empty()>>t.From()&1 == 0 {
			return s, engine.Refuse(engine.ErrPosition, "the past does not lead to the board: %s cannot have moved %s", names[mover], tokens[i])
		}
		s.Marks[mover] ^= 1<<t.To() | 1<<t.From()
		s.Side = mover
	}
	return s, nil
}
