package gtp

import (
	"fmt"
	"strings"
)

// command is a line of input.
type command struct {
	id   string // digits as they came, or ""
	name string
	args []string
}

// maxID is how many digits an id may have.
const maxID = 10

// parseLine reads a line as the specification has it: control characters are
// dropped, tabs are spaces, and from a # on it is a comment. ok is false when
// nothing is left, and then there is nothing to answer. A line of an id alone
// has no name.
func parseLine(line string) (c command, ok bool) {
	words := strings.Fields(clean(line))
	if len(words) == 0 {
		return command{}, false
	}
	if isID(words[0]) {
		c.id, words = words[0], words[1:]
	}
	if len(words) > 0 {
		c.name, c.args = words[0], words[1:]
	}
	return c, true
}

func clean(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7f:
			return -1
		}
		return r
	}, strings.ToValidUTF8(line, "\ufffd"))
}

func isID(word string) bool {
	return len(word) <= maxID && strings.Trim(word, "0123456789") == ""
}

// response writes an answer: the mark, the id, the text and an empty line. No
// line of the text itself may be empty, since that would end the answer.
func response(id string, failed bool, text string) string {
	mark := "="
	if failed {
		mark = "?"
	}
	lines := strings.Split(strings.TrimRight(text, " \n"), "\n")
	for i, l := range lines {
		if l = strings.TrimRight(l, " \r"); i > 0 && l == "" {
			l = " "
		}
		lines[i] = l
	}
	return mark + id + " " + strings.Join(lines, "\n") + "\n\n"
}

// syntaxError is the failure of a command whose arguments cannot be read.
func syntaxError(format string, args ...any) error {
	return fmt.Errorf("syntax error: "+format, args...)
}
