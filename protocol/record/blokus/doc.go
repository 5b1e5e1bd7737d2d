// Package blokus reads and writes games of Blokus as Pentobi keeps them. Files
// .blksgf follow the Smart Game Format (FF[4], Arno Hollosi) with the
// properties that the document "Pentobi SGF Files" of Pentobi's sources adds.
//
// # What crosses over
//
//	GM          the way to play: Blokus is classic, Blokus Two-Player and Blokus
//	            Three-Player classic with players=2 and 3, Blokus Duo is duo,
//	            Blokus Junior junior; others are refused
//	1 2 3 4     moves of the colours in classic, B W on the small board; when reading
//	            also the older BLUE YELLOW RED GREEN, and a move's cells as values of
//	            their own
//	PB PW, P1…  P1 and P2 with two players, else P1 to P4
//	DT          Date
//	EV PC RO    Event, Place, Round
//	RE          Result with two players, B+ W+ or 0, with R for resigned and T for timeout
//	RU          Rules other than Pentobi's
//	AB AW, A1…  with PL the position in Start, if play can reach it
//	C           comments; white space becomes single spaces, braces parentheses
//
// Pentobi's rules are corners=fixed end=all-blocked scoring=official start=1, and
// that is what a file without RU means. Games under other rules are written
// with RU; Pentobi shows them, but may go on where our game ends, counts in its
// own way, and refuses first pieces in corners that are not theirs.
//
// Passes are not in a file. They are put in before the move of a colour further
// on, when the colours between cannot place.
//
// # What does not
//
// Only the main line is read, the first of several variations; Parse says how
// many moves were left out. Properties not in the list are skipped, which Parse
// says too. Pieces taken off with AE and positions set up behind the first node
// are refused; so are, for writing, positions in which a colour has passed or has
// placed everything. Passes at the end of an unfinished game, other tags, the reason for a result, and with more
// than two players a result that the moves do not show, are lost.
package blokus

import (
	"bytes"
	"io/fs"
	"regexp"

	"quadrille/protocol/record"
)

// Formats lists the one form.
func Formats() []record.Format {
	return []record.Format{{
		Name:       "blksgf",
		Extensions: []string{".blksgf"},
		Games:      []string{"blokus"},
		Split:      func(data []byte, _ fs.FS) (record.File, error) { return text().Split(data) },
		Print:      func(records []*record.Record) ([]byte, []*record.Refusal) { return record.PrintGames(records, print) },
		Looks: func(data []byte) bool {
			return record.Begins(data, "(") && bytes.Contains(data, []byte("GM[Blokus"))
		},
	}}
}

func text() record.Text {
	return record.Text{
		Noun:   "game",
		Opens:  "(",
		Begins: regexp.MustCompile(`\(\s*;\s*GM\s*\[`),
		Skip: func(s *record.Scanner) error {
			_, err := scanner{s}.tree()
			return err
		},
		Read: parse,
	}
}
