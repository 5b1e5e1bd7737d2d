package record

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// Format is a form in which games are kept in files. Package formats lists
// them.
type Format struct {
	Name       string   // such as record or ggf
	Extensions []string // of file names, with the dot, in lower case
	// Parse reads any number of games. The notes say what of the file is not in
	// the records. Errors name the line or the byte; the games before an error
	// are returned with it. Files that belong to the one read, such as lists of
	// names, are looked for in folder, which may be nil.
	Parse func(data []byte, folder fs.FS) (records []*Record, notes []string, err error)
	// Print writes games. Errors name the game that cannot be written, from 1.
	Print func(records []*Record) ([]byte, error)
	// Looks says whether a file looks like one of the form.
	Looks func(data []byte) bool
}

// Native is the form that this package reads and writes.
func Native() Format {
	return Format{
		Name:       "record",
		Extensions: []string{".record"},
		Parse: func(data []byte, _ fs.FS) ([]*Record, []string, error) {
			return parseGames("record", data, func(s *Scanner) (*Record, []string, error) {
				r, err := parser{s}.record()
				return r, nil, err
			})
		},
		Print: func(records []*Record) ([]byte, error) {
			return PrintGames(records, func(b *bytes.Buffer, r *Record) error {
				if b.Len() > 0 {
					b.WriteByte('\n')
				}
				return r.print(b)
			})
		},
		Looks: func(data []byte) bool { return Begins(data, "[") },
	}
}

// Begins says whether a text begins with one of the words, behind a byte order
// mark and white space.
func Begins(data []byte, words ...string) bool {
	s := NewScanner(string(data))
	s.Space()
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(s.Rest, w) })
}

// ParseGames reads a text of any number of games, and at least one. The
// function reads the next; its error is io.EOF when only space is left. Notes
// say what of the text is not in the records. The games before an error are
// returned with it.
func ParseGames(data []byte, next func(*Scanner) (*Record, []string, error)) (records []*Record, notes []string, err error) {
	return parseGames("game", data, next)
}

func parseGames(noun string, data []byte, next func(*Scanner) (*Record, []string, error)) (records []*Record, notes []string, err error) {
	s := NewScanner(string(data))
	for {
		r, remarks, err := next(s)
		switch {
		case err == io.EOF && records == nil:
			return nil, nil, s.Errorf("there is no %s", noun)
		case err == io.EOF:
			return records, notes, nil
		case err != nil:
			return records, notes, err
		}
		records = append(records, r)
		for _, remark := range remarks {
			notes = append(notes, fmt.Sprintf("game %d: %s", len(records), remark))
		}
	}
}

// PrintGames writes games with a function that writes one. The error names the
// game that cannot be written, from 1.
func PrintGames(records []*Record, print func(*bytes.Buffer, *Record) error) ([]byte, error) {
	var b bytes.Buffer
	for i, r := range records {
		if err := print(&b, r); err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return b.Bytes(), nil
}
