package record

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// width is where the lines of turns are broken, in characters.
const width = 80

// Print writes the record in its canonical form: the tags, an empty line, the
// numbered turns broken at 80 columns, the result. Lines end with "\n". The
// error is that of Check, after which nothing is written.
func (r *Record) Print() (string, error) {
	var b bytes.Buffer
	if err := r.print(&b); err != nil {
		return "", fmt.Errorf("record: %w", err)
	}
	return b.String(), nil
}

func (r *Record) print(b *bytes.Buffer) error {
	if err := r.Check(); err != nil {
		return err
	}
	for _, t := range r.Tags {
		fmt.Fprintf(b, "[%s %s]\n", t.Name, quote(t.Value))
	}
	b.WriteByte('\n')
	column := 0
	for _, word := range r.words() {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
		case column+1+n > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	b.WriteByte('\n')
	return nil
}

// words are the parts of the turns that no line break may divide.
func (r *Record) words() []string {
	words := commentWords(r.Intro)
	for i, t := range r.Turns {
		words = append(words, fmt.Sprintf("%d. %s", i+1, t.Token))
		words = append(words, commentWords(t.Comment)...)
	}
	if len(r.Pending) > 0 {
		words = append(words, "("+strings.Join(r.Pending, "; ")+")")
	}
	return append(words, r.Tag(ResultTag))
}

func commentWords(comment string) []string {
	if comment == "" {
		return nil
	}
	return strings.Fields("{" + comment + "}")
}

// quote writes a tag's value as PGN does: only quotes and backslashes are
// escaped.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
