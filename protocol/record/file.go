package record

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"quadrille/engine"
)

// File is a file taken apart into its games. A game is read when it is asked
// for, so that one that cannot be read costs no other.
type File struct {
	Games []ReadFunc // at least one, in the order of the file
	Notes []string   // what of the file belongs to no game and is left out
}

// ReadFunc reads a game. The notes say what of it is not in the record, or
// contradicts it. The error names the line or the byte.
type ReadFunc func() (r *Record, notes []string, err error)

// Refusal is a game of a file that cannot be read, or written.
type Refusal struct {
	Number int // from 1
	Err    error
}

func (r *Refusal) Error() string { return fmt.Sprintf("game %d is left out: %v", r.Number, r.Err) }
func (r *Refusal) Unwrap() error { return r.Err }

// Game reads the game with a number, from 1, and no other.
func (f File) Game(number int) (r *Record, notes []string, err error) {
	if number < 1 || number > len(f.Games) {
		return nil, nil, fmt.Errorf("there is no game %d; the last is number %d", number, len(f.Games))
	}
	return f.Games[number-1]()
}

// Only reads the game of a file that has no other. Where it has, the error says
// how many and then how to choose.
func (f File) Only(choose string) (r *Record, notes []string, err error) {
	if len(f.Games) != 1 {
		return nil, nil, fmt.Errorf("the file has %d games; %s", len(f.Games), choose)
	}
	r, notes, err = f.Games[0]()
	return r, slices.Concat(f.Notes, notes), err
}

// Reading is what all games of a file come to.
type Reading struct {
	Records []*Record
	Numbers []int      // of the records in the file, from 1
	Notes   []string   // those about a game begin with its number
	Refused []*Refusal // the games that cannot be read
}

// All reads every game, and tells before each how many it has read.
func (f File) All(progress func(done int)) Reading {
	all := Reading{Notes: slices.Clone(f.Notes)}
	for i, read := range f.Games {
		progress(i)
		r, notes, err := read()
		for _, note := range notes {
			all.Notes = append(all.Notes, fmt.Sprintf("game %d: %s", i+1, note))
		}
		if err != nil {
			all.Refused = append(all.Refused, &Refusal{i + 1, err})
			continue
		}
		all.Records = append(all.Records, r)
		all.Numbers = append(all.Numbers, i+1)
	}
	return all
}

// Text says how a text of any number of games is taken apart. Behind a game
// that is damaged the next one begins at the next place that looks like a
// beginning.
type Text struct {
	Noun   string         // what a game is called when there is none
	Opens  string         // what every game begins with
	Begins *regexp.Regexp // what is nowhere but where a game begins
	// Skip passes over white space and a game; the error is io.EOF when only
	// space is left.
	Skip func(*Scanner) error
	Read func(*Scanner) (*Record, []string, error)
}

// Split takes a text apart. The error says that there is no game.
func (t Text) Split(data []byte) (File, error) {
	s := NewScanner(string(data))
	var f File
	var nothing error
	for s.Rest != "" {
		line := s.Line
		junk := t.splitPart(&f, &Scanner{Rest: s.Skip(t.part(s.Rest)), Line: line})
		if nothing == nil {
			nothing = junk
		}
	}
	switch {
	case len(f.Games) > 0:
		return f, nil
	case nothing != nil:
		return f, nothing
	}
	return f, s.Errorf("there is no %s", t.Noun)
}

// part is the length of a text up to the next beginning of a game, but the one
// at its start.
func (t Text) part(text string) int {
	own := 0
	at := t.Begins.FindStringIndex(text)
	if at != nil && at[0] == 0 {
		own = at[1]
		at = t.Begins.FindStringIndex(text[own:])
	}
	if at == nil {
		return len(text)
	}
	return own + at[0]
}

// splitPart adds the games up to the next certain beginning. What is none is
// noted, and its error returned.
func (t Text) splitPart(f *File, s *Scanner) error {
	for {
		s.Space()
		begin := *s
		err := t.Skip(s)
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !strings.HasPrefix(begin.Rest, t.Opens):
			f.Notes = append(f.Notes, fmt.Sprintf("line %d: %q is no game and is skipped", begin.Line, engine.Clip(begin.Rest)))
			return err
		}
		f.Games = append(f.Games, func() (*Record, []string, error) {
			s := begin
			return t.Read(&s)
		})
		if err != nil {
			return nil
		}
	}
}
