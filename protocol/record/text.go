package record

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	utf16 "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// UTF8 reads a text that may begin with a byte order mark, as editors and pipes of
// Windows have one: without the mark, and in UTF-8 where the mark says UTF-16. It
// waits for no more bytes than it takes to see that there is none.
func UTF8(r *bufio.Reader) *bufio.Reader {
	begins := func(mark string) bool {
		for n := range len(mark) {
			if seen, _ := r.Peek(n + 1); string(seen) != mark[:n+1] {
				return false
			}
		}
		return true
	}
	switch {
	case begins("\xef\xbb\xbf"):
		r.Discard(3)
	case begins("\xff\xfe"), begins("\xfe\xff"):
		return bufio.NewReader(transform.NewReader(r, utf16.UTF16(utf16.LittleEndian, utf16.UseBOM).NewDecoder()))
	}
	return r
}

// UTF8Of is UTF8 for what has been read.
func UTF8Of(data []byte) []byte {
	text, _ := io.ReadAll(UTF8(bufio.NewReader(bytes.NewReader(data)))) // bytes that are no UTF-16 are U+FFFD and no error
	return text
}

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
