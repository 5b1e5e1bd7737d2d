package othello

import (
	"strings"

	"quadrille/engine"
)

// letters are Black, White and empty, in FENs and diagrams.
const letters = "XO-"

// FEN writes the position in two words: the 64 squares row by row from a1 as
// X (Black), O (White) or '-', and X or O for the side to move. After the end
// of the game that is the side that would have been to move.
func (p *Position) FEN() string { return p.state.FEN() }

// FEN is Position.FEN.
func (s *State) FEN() string {
	var b strings.Builder
	for square := range squares {
		b.WriteByte(letters[s.contents(square)])
	}
	b.WriteByte(' ')
	b.WriteByte(letters[s.Side])
	return b.String()
}

// contents returns 0 for Black, 1 for White and 2 for an empty square.
func (s *State) contents(square int) int {
	for side := range colours {
		if s.disks(side)>>square&1 != 0 {
			return side
		}
	}
	return 2
}

// ParseFEN reads what FEN writes. Any arrangement of disks is a position, also
// one that no game reaches. The error wraps engine.ErrPosition.
func (Game) ParseFEN(fen string, _ engine.Rules) (engine.Position, error) {
	s, err := ParseState(fen)
	if err != nil {
		return nil, err
	}
	return newPosition(engine.Rules{}, s), nil
}

// ParseState is Game.ParseFEN for the state alone.
func ParseState(fen string) (State, error) {
	board, side, ok := strings.Cut(fen, " ")
	if !ok {
		return State{}, engine.Refuse(engine.ErrPosition, "an othello position has two words, 64 squares and the side to move")
	}
	disks, err := parseBoard(board)
	if err != nil {
		return State{}, err
	}
	switch side {
	case "X":
		return State{Own: disks[0], Opp: disks[1]}, nil
	case "O":
		return State{Own: disks[1], Opp: disks[0], Side: 1}, nil
	}
	return State{}, engine.Refuse(engine.ErrPosition, "the side to move is X or O, not %q", engine.Clip(side))
}

func parseBoard(word string) (disks [2]uint64, err error) {
	if len(word) != squares {
		return disks, engine.Refuse(engine.ErrPosition, "the board is 64 squares, not %d", len(word))
	}
	for square := range squares {
		switch strings.IndexByte(letters, word[square]) {
		case 0:
			disks[0] |= 1 << square
		case 1:
			disks[1] |= 1 << square
		case 2:
		default:
			return disks, engine.Refuse(engine.ErrPosition, "%s is X, O or '-', not %q", Turn(square), word[square:square+1])
		}
	}
	return disks, nil
}
