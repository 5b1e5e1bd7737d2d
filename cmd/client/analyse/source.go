package analyse

import (
	"errors"

	"quadrille/cmd/client/names"
	"quadrille/protocol/record"
	"quadrille/protocol/record/formats"
)

// Source is a game to be looked at, or a position when it has no turns.
type Source struct {
	Game  string // "" for the engine's first
	Rules string // key=value words
	Start string // startpos or a FEN
	Turns []string
	Names map[string]string // who plays p1, p2, …
}

// FromRecord takes the game out of a record. An unfinished turn is left out.
func FromRecord(r *record.Record) Source {
	s := Source{Game: r.Tag(record.GameTag), Rules: r.Tag(record.RulesTag), Start: r.Tag(record.StartTag), Turns: r.Tokens(), Names: map[string]string{}}
	if s.Start == "" {
		s.Start = record.StartPos
	}
	for _, seat := range []string{"p1", "p2", "p3", "p4"} {
		s.Names[seat] = names.Clean(r.Tag(record.SeatTag(seat)))
	}
	return s
}

// ParsePosition reads a position as `position` has it: startpos or a FEN, with
// or without the word fen before it, then perhaps moves and turns.
func ParsePosition(text string) (Source, error) {
	start, turns := record.SplitPosition(text)
	if start == "" {
		return Source{}, errors.New("a position is startpos or a FEN, then perhaps moves and turns")
	}
	return Source{Start: start, Turns: turns}, nil
}

// ParseGame reads the game with a number, from 1, out of a file in any of the
// forms of package formats; 0 is the only one, and an error where there are
// several. The name of the file helps to tell which form it is. The notes say
// what of the game is not in the source.
func ParseGame(name string, data []byte, number int) (s Source, notes []string, err error) {
	file, err := formats.Open("", name, data)
	if err != nil {
		return s, nil, err
	}
	var r *record.Record
	if number == 0 {
		r, notes, err = file.Only("--number N chooses one")
	} else {
		r, notes, err = file.Game(number)
	}
	if err != nil {
		return s, nil, err
	}
	return FromRecord(r), notes, nil
}
