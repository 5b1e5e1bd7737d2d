package record

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// CleanText reads a text that belongs to a game without touching it, such as a
// name: in UTF-8 or, when it is not that, in Windows-1252, which has the
// characters of Latin-1 and more. There are single spaces in it, and none where
// control characters were.
func CleanText(text string) string {
	if !utf8.ValidString(text) {
		// Its decoder knows every byte, the unknown ones as U+FFFD.
		text, _ = charmap.Windows1252.NewDecoder().String(text)
	}
	return oneSpaced(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, text))
}

// CleanComment reads a comment as CleanText does. Braces, which a record's
// comments cannot hold, become parentheses.
func CleanComment(text string) string {
	return CleanText(strings.NewReplacer("{", "(", "}", ")").Replace(text))
}
