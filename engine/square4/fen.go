package square4

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/engine"
)

// FEN writes the position in seven words:
//
//	BOARD SIDE PHASE PLACED RULES BARRED HOLES
//
// BOARD is the nine squares joined by '/', each of its four slots as R, B or
// '.', the hole as ####. SIDE is R or B. PHASE is the protocol's word; in
// placementSlide the marble that was just placed is written in lower case.
// PLACED is how many marbles Red and Blue have placed, as "3,2". RULES are the
// options joined by commas. BARRED is the square that may not move back, or
// '-'. HOLES is the hole of every position of the present run of the movement
// phase, oldest first, this position last, since the repetition rule needs the
// run and the holes are enough to roll it back; it is '-' outside the movement
// phase, after a win or both blocks, and when repetition is off. With slideback=false the first of the holes
// has the square that was barred there, or a second '-', in front of it.
func (p *Position) FEN() string {
	return strings.Join([]string{
		p.fenBoard(),
		string("RB"[p.state.Side]),
		p.Phase(),
		fmt.Sprintf("%d,%d", p.state.Placed(0), p.state.Placed(1)),
		engine.FormatRules(options, p.rules, ","),
		fenBarred(p.state.Barred),
		p.fenHoles(),
	}, " ")
}

func fenBarred(square uint8) string {
	if square == NoSquare {
		return "-"
	}
	return string('0' + square)
}

func (p *Position) fenBoard() string {
	var b strings.Builder
	for square := range squares {
		if square > 0 {
			b.WriteByte('/')
		}
		for slot := range slots {
			b.WriteByte(p.fenCell(CellAt(square, slot)))
		}
	}
	return b.String()
}

func (p *Position) fenCell(cell uint8) byte {
	bit := uint64(1) << cell
	switch {
	case TileCells(p.state.Hole)&bit != 0:
		return '#'
	case cell == p.placed:
		return "rb"[p.state.Side]
	case p.state.Marbles[0]&bit != 0:
		return 'R'
	case p.state.Marbles[1]&bit != 0:
		return 'B'
	}
	return '.'
}

func (p *Position) fenHoles() string {
	if p.past == nil {
		return "-"
	}
	var holes []byte
	var first State
	for s := range p.past.Backward() {
		holes = append(holes, '0'+s.Hole)
		first = s
	}
	slices.Reverse(holes)
	if p.state.NoBack {
		return fenBarred(first.Barred) + string(holes)
	}
	return string(holes)
}

// ParseFEN reads what FEN writes. The rules are those in the FEN; the given
// ones are not used. A FEN that FEN would write differently is refused, so
// that a position has one spelling. The error wraps engine.ErrPosition.
func (Game) ParseFEN(fen string, _ engine.Rules) (engine.Position, error) {
	p, err := parseFEN(fen)
	if err != nil {
		return nil, err
	}
	if again := p.FEN(); again != fen {
		const most = 400
		if len(again) > most {
			again = again[:most] + "..."
		}
		return nil, engine.Refuse(engine.ErrPosition, "the words of the position contradict each other; it would be written %s", again)
	}
	return p, nil
}

func parseFEN(fen string) (*Position, error) {
	words := strings.Split(fen, " ")
	if len(words) != 7 {
		return nil, engine.Refuse(engine.ErrPosition,
			"a square4 position has seven words (board, side, phase, placed, rules, barred, holes), not %d", len(words))
	}
	rules, err := engine.ParseRules(options, words[4], ",")
	if err != nil {
		return nil, engine.Refuse(engine.ErrPosition, "%s", err)
	}
	s := StartState(rules.Int(optPieces), rules.Bool(optSlideback))
	placed, err := parseBoard(&s, words[0])
	if err != nil {
		return nil, err
	}
	if err := parseSide(&s, words[1], placed); err != nil {
		return nil, err
	}
	if err := parseBarred(&s, words[5]); err != nil {
		return nil, err
	}
	if s.Placed(0) > int(s.Pieces) || s.Placed(1) > int(s.Pieces) {
		return nil, engine.Refuse(engine.ErrPosition, "more than %d marbles of one colour", s.Pieces)
	}
	if placed != NoCell {
		return unfinished(rules, s, placed)
	}
	return rollForward(rules, s, words[6])
}

// parseBoard reads the nine squares into the state and returns the cell of the
// lower-case marble, or NoCell.
func parseBoard(s *State, board string) (placed uint8, err error) {
	parts := strings.Split(board, "/")
	if len(parts) != squares {
		return 0, engine.Refuse(engine.ErrPosition, "the board has nine squares joined by '/', not %d", len(parts))
	}
	placed = NoCell
	s.Hole = NoSquare
	for square, part := range parts {
		if part == "####" && s.Hole == NoSquare {
			s.Hole = uint8(square)
			continue
		}
		if len(part) != slots {
			return 0, engine.Refuse(engine.ErrPosition, "square %d has four slots, not %q", square, engine.Clip(part))
		}
		for slot := range slots {
			cell := CellAt(square, slot)
			switch c := part[slot]; c {
			case '.':
			case 'R', 'r':
				s.Marbles[0] |= 1 << cell
			case 'B', 'b':
				s.Marbles[1] |= 1 << cell
			default:
				return 0, engine.Refuse(engine.ErrPosition, "square %d: a slot is R, B or '.', and one square is ####, not %q", square, engine.Clip(part))
			}
			if c := part[slot]; c == 'r' || c == 'b' {
				if placed != NoCell {
					return 0, engine.Refuse(engine.ErrPosition, "only one marble, the one just placed, is written in lower case")
				}
				placed = cell
			}
		}
	}
	if s.Hole == NoSquare {
		return 0, engine.Refuse(engine.ErrPosition, "no square is the hole; it is written ####")
	}
	return placed, nil
}

func parseSide(s *State, word string, placed uint8) error {
	switch word {
	case "R":
		s.Side = 0
	case "B":
		s.Side = 1
	default:
		return engine.Refuse(engine.ErrPosition, "the side is R or B, not %q", engine.Clip(word))
	}
	if placed != NoCell && s.Marbles[s.Side]>>placed&1 == 0 {
		return engine.Refuse(engine.ErrPosition, "the marble just placed, in lower case, must be of the side to move, %s", word)
	}
	return nil
}

func parseBarred(s *State, word string) error {
	if word == "-" {
		return nil
	}
	square, ok := digit(word, squares-1)
	if !ok {
		return engine.Refuse(engine.ErrPosition, "the barred square is 0..8 or '-', not %q", engine.Clip(word))
	}
	if !s.NoBack || neighbours[s.Hole]>>square&1 == 0 {
		return engine.Refuse(engine.ErrPosition, "square %d cannot be barred: that needs slideback=false and a neighbour of the hole", square)
	}
	s.Barred = uint8(square)
	return nil
}

// unfinished returns the position in the middle of a turn; s has the placed
// marble.
func unfinished(rules engine.Rules, s State, placed uint8) (*Position, error) {
	before := s
	before.Marbles[s.Side] &^= 1 << placed
	if before.Outcome() != Ongoing || HasBlock(s.Marbles[s.Side]) {
		return nil, engine.Refuse(engine.ErrPosition, "the game is over, so no slide is due")
	}
	return newPosition(rules, before).place(placed)
}

// rollForward takes back the slides of the movement phase and plays them
// again, so that the past is exactly what play would have made it.
func rollForward(rules engine.Rules, s State, holes string) (*Position, error) {
	if holes == "-" {
		return newPosition(rules, s), nil
	}
	first, slides, err := rollBack(s, holes)
	if err != nil {
		return nil, err
	}
	if !first.Moving() {
		return nil, engine.Refuse(engine.ErrPosition, "the holes go back beyond the movement phase; outside of it write '-'")
	}
	p := newPosition(rules, first)
	for _, square := range slides {
		if p.result.Over {
			return nil, engine.Refuse(engine.ErrPosition, "the holes run on after the end of the game")
		}
		if p, err = p.slide(square); err != nil {
			return nil, engine.Refuse(engine.ErrPosition, "the holes are not a run of slides: %s", err)
		}
	}
	p.last, p.filled = NoTurn, NoSquare
	return p, nil
}

// rollBack returns the first position of the run of holes that ends with s,
// and the squares that slid from there on.
func rollBack(s State, holes string) (first State, slides []uint8, err error) {
	barred := "-"
	if s.NoBack && holes != "" {
		barred, holes = holes[:1], holes[1:]
	}
	run := make([]uint8, len(holes))
	for i := range holes {
		square, ok := digit(holes[i:i+1], squares-1)
		if !ok {
			return s, nil, engine.Refuse(engine.ErrPosition, "the holes are digits 0..8, not %q", engine.Clip(holes))
		}
		run[i] = uint8(square)
	}
	if len(run) == 0 || run[len(run)-1] != s.Hole {
		return s, nil, engine.Refuse(engine.ErrPosition, "the last of the holes must be the hole of the board, %d", s.Hole)
	}
	for i := len(run) - 1; i > 0; i-- {
		if neighbours[run[i]]>>run[i-1]&1 == 0 {
			return s, nil, engine.Refuse(engine.ErrPosition, "the hole cannot go from %d to %d in one slide", run[i-1], run[i])
		}
		s = s.Slid(run[i-1]) // the tile that went from run[i] to run[i-1] goes back
	}
	s.Barred = NoSquare
	if err := parseBarred(&s, barred); err != nil {
		return s, nil, err
	}
	return s, run[1:], nil
}
