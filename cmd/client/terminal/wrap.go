package terminal

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Wrap breaks lines of text between words where they are wider than a terminal
// of the given number of columns; 0 is one without end. Where a line is two
// columns, with two spaces or more between them, what is broken goes on in the
// second. Words that are wider than a line stay whole.
func Wrap(text string, width int) string {
	if width <= 0 {
		return text
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, wrapLine(line, width)...)
	}
	return strings.Join(lines, "\n")
}

var (
	firstColumn = regexp.MustCompile(`^ *\S+ {2,}|^ +`)
	spacedWord  = regexp.MustCompile(`\s*\S+`)
	escapes     = regexp.MustCompile("\x1b\\[[0-9;]*m")
)

// columns is the width of a text without its escape sequences.
func columns(text string) int { return utf8.RuneCountInString(escapes.ReplaceAllString(text, "")) }

func wrapLine(line string, width int) (lines []string) {
	if columns(line) <= width {
		return []string{line}
	}
	head := firstColumn.FindString(line)
	indent := strings.Repeat(" ", columns(head))
	if len(indent) > width/2 {
		indent = ""
	}
	now := head
	begun := false // now has a word behind its head
	for _, word := range spacedWord.FindAllString(line[len(head):], -1) {
		if begun && columns(now)+columns(word) > width {
			lines = append(lines, now)
			now, word = indent, strings.TrimLeft(word, " ")
		}
		now += word
		begun = true
	}
	return append(lines, now)
}
