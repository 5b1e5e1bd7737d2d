package driver

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrClosed is returned by requests to a process that its owner has closed.
var ErrClosed = errors.New("driver: the engine was closed")

// ErrLineTooLong is the failure of a process that wrote a line of more than
// MaxLine bytes.
var ErrLineTooLong = fmt.Errorf("driver: the engine wrote a line of more than %d bytes", MaxLine)

// ExitError is the failure of a process that ended, or closed its output,
// before its owner closed it.
type ExitError struct {
	Name   string // of the process
	Status string // such as "exit status 1" or "signal: killed"
	Stderr string // the end of its standard error
}

func (e *ExitError) Error() string {
	return fmt.Sprintf("driver: %s ended: %s%s", e.Name, e.Status, quoteStderr(e.Stderr))
}

// TimeoutError is the failure of a process that did not answer in time.
type TimeoutError struct {
	Name    string // of the process
	Request string // the line that was not answered
	After   time.Duration
	Stderr  string // the end of its standard error
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("driver: %s did not answer %q within %v%s", e.Name, Clip(e.Request), e.After, quoteStderr(e.Stderr))
}

// Refusal is an engine's answer `error CODE text`. The engine goes on and
// nothing has changed in it.
type Refusal struct {
	Code string // such as "illegal-move"
	Text string // for people
}

func (e *Refusal) Error() string {
	if e.Text == "" {
		return e.Code
	}
	return e.Text
}

// ParseRefusal reads a line `error CODE text`; ok is false for other lines.
func ParseRefusal(line string) (r *Refusal, ok bool) {
	rest, ok := cutWord(line, "error")
	if !ok {
		return nil, false
	}
	code, text, _ := strings.Cut(rest, " ")
	return &Refusal{Code: code, Text: strings.TrimSpace(text)}, true
}

// firstRefusal is the first refusal in an answer, or nil.
func firstRefusal(answer []string) *Refusal {
	for _, line := range answer {
		if r, ok := ParseRefusal(line); ok {
			return r
		}
	}
	return nil
}

// cutWord removes a first word and the spaces around it.
func cutWord(line, word string) (rest string, ok bool) {
	line = strings.TrimSpace(line)
	rest, ok = strings.CutPrefix(line, word)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", false
	}
	return strings.TrimSpace(rest), true
}

// quoteStderr is the tail of a report that shows what a process complained of.
func quoteStderr(text string) string {
	text = strings.TrimSpace(printable(text))
	if text == "" {
		return ""
	}
	return "; its standard error ends with:\n" + text
}

// Clip shortens a line to what an error can show.
func Clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
