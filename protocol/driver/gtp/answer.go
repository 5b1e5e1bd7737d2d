package gtp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// answer is one response to a command.
type answer struct {
	failed bool     // it began with ? and not with =
	id     int      // 0 when the engine gave none
	lines  []string // the text, at least one line, without the mark and the id
	at     time.Time
}

// text is the whole text of the answer.
func (a answer) text() string { return strings.TrimSpace(strings.Join(a.lines, "\n")) }

// parseHead reads the first line of a response; ok is false for other lines,
// such as a banner of equals signs. The id stands behind the mark or, as Edax
// writes it, behind a space. Other numbers than ids of ours are text.
func parseHead(line string, expected int) (a answer, ok bool) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] != '=' && line[0] != '?' || len(line) > 1 && strings.IndexByte("=?>", line[1]) >= 0 {
		return answer{}, false
	}
	a.failed = line[0] == '?'
	text := strings.TrimSpace(line[1:])
	rest := strings.TrimLeft(text, "0123456789")
	n, err := strconv.Atoi(text[:len(text)-len(rest)])
	ours := n == expected || n > firstID && line[1] == text[0]
	if err == nil && ours && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
		a.id, text = n, strings.TrimSpace(rest)
	}
	a.lines = []string{text}
	return a, true
}

// Bounds on what is read: the text of one answer, in bytes, and lines between
// two answers.
const (
	maxAnswer  = 4 << 20
	maxRubbish = 10_000
)

var errTooMuch = fmt.Errorf("gtp: the engine wrote an answer of more than %d bytes", maxAnswer)

// reader puts the lines of an engine together to answers.
type reader struct {
	begun   bool
	answer  answer
	size    int
	rubbish int
}

// add takes a line. done says that the answer is complete. What is written
// outside an answer is passed over, as long as it is not too much.
func (r *reader) add(line string, at time.Time, expected int) (done bool, err error) {
	switch {
	case r.begun && strings.TrimSpace(line) == "":
		return true, nil
	case r.begun:
		r.answer.lines = append(r.answer.lines, strings.TrimRight(line, " \t"))
	default:
		a, ok := parseHead(line, expected)
		if !ok {
			return false, r.pass()
		}
		a.at = at
		r.answer, r.begun = a, true
	}
	if r.size += len(line) + 1; r.size > maxAnswer {
		return false, errTooMuch
	}
	return false, nil
}

func (r *reader) pass() error {
	if r.rubbish++; r.rubbish > maxRubbish {
		return errors.New("gtp: the engine goes on writing lines that are not answers")
	}
	return nil
}
