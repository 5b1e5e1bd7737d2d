package record

import (
	"bytes"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// Format is a form in which games are kept in files. Package formats lists
// them.
type Format struct {
	Name       string   // such as record or ggf
	Extensions []string // of file names, with the dot, in lower case
	Games      []string // that it holds, nil for all
	// Split takes a file apart into its games. The error says why there are none.
	// Files that belong to the one read, such as lists of names, are looked for in
	// folder, which may be nil.
	Split func(data []byte, folder fs.FS) (File, error)
	// Print writes the games that the form can hold. The others are refused, by
	// their numbers among the records.
	Print func(records []*Record) ([]byte, []*Refusal)
	// Looks says whether a file looks like one of the form.
	Looks func(data []byte) bool
}

// Native is the form that this package reads and writes.
func Native() Format {
	return Format{
		Name:       "record",
		Extensions: []string{".record", ".txt"},
		Split:      func(data []byte, _ fs.FS) (File, error) { return nativeText().Split(data) },
		Print: func(records []*Record) ([]byte, []*Refusal) {
			return PrintGames(records, func(b *bytes.Buffer, r *Record) error {
				if b.Len() > 0 {
					b.WriteByte('\n')
				}
				return r.print(b)
			})
		},
		Looks: func(data []byte) bool { return Begins(data, "[") && gameTag().Match(data) },
	}
}

// gameTag is the header line that every record has.
var gameTag = Pattern(`(?m)^\s*\[` + GameTag + `[ \t]`)

// nativeText is a text of records. Each is read when the text is taken apart,
// which shows where it ends.
func nativeText() Text {
	return Text{
		Noun:   "record",
		Opens:  "[",
		Begins: regexp.MustCompile(`(?m)^(\[[A-Za-z]\w*[ \t].*\n)*\[` + GameTag + `[ \t]`),
		Skip: func(s *Scanner) error {
			_, err := parser{s}.record()
			return err
		},
		Read: func(s *Scanner) (*Record, []string, error) {
			r, err := parser{s}.record()
			return r, nil, err
		},
	}
}

// Begins says whether a text begins with one of the words, behind a byte order
// mark and white space.
func Begins(data []byte, words ...string) bool {
	s := NewScanner(string(data))
	s.Space()
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(s.Rest, w) })
}

// PrintGames writes games with a function that writes one. What it has written
// of a game that it refuses is taken back.
func PrintGames(records []*Record, print func(*bytes.Buffer, *Record) error) ([]byte, []*Refusal) {
	var b bytes.Buffer
	var refused []*Refusal
	for i, r := range records {
		good := b.Len()
		if err := print(&b, r); err != nil {
			b.Truncate(good)
			refused = append(refused, &Refusal{i + 1, err})
		}
	}
	return b.Bytes(), refused
}
