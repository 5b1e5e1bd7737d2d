package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/peterh/liner"
)

// ErrInterrupted is returned for Ctrl-C at a prompt that is edited.
var ErrInterrupted = errors.New("interrupted")

// ErrLineTooLong is returned for a line over MaxLine, which is passed over.
var ErrLineTooLong = fmt.Errorf("a line may have at most %d bytes", MaxLine)

// MaxLine is the longest plain line in bytes.
const MaxLine = 1 << 20

// Source is where lines come from. ReadLine returns io.EOF at the end.
type Source interface {
	ReadLine(prompt string) (string, error)
	Close() error
}

// Plain reads lines from r. With a prompter the prompt is written to it first.
type Plain struct {
	r        *bufio.Reader
	prompter io.Writer
}

// NewPlain returns a Source on r; prompter is nil for scripts.
func NewPlain(r io.Reader, prompter io.Writer) *Plain {
	return &Plain{r: bufio.NewReaderSize(r, 64<<10), prompter: prompter}
}

// ReadLine reads up to "\n" or "\r\n"; the last line counts without it.
func (p *Plain) ReadLine(prompt string) (string, error) {
	if p.prompter != nil {
		fmt.Fprint(p.prompter, prompt)
	}
	var line []byte
	tooLong := false
	for {
		part, err := p.r.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > MaxLine+1; !tooLong {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case tooLong:
			return "", ErrLineTooLong
		case err != nil && len(line) == 0:
			return "", err
		}
		return strings.TrimRight(string(line), "\r\n"), nil
	}
}

// Close does nothing.
func (p *Plain) Close() error { return nil }

// Completer returns what the word under the cursor may become: the text before
// the word, the candidates, and the text behind the cursor.
type Completer func(line string, pos int) (head string, candidates []string, tail string)

// Editor edits lines on a terminal, with a history that is kept in a file.
type Editor struct {
	state   *liner.State
	history string // path, or ""
}

// NewEditor prepares the terminal on the standard input and output and reads
// the history file, if there is one.
func NewEditor(history string, complete Completer) *Editor {
	e := &Editor{state: liner.NewLiner(), history: history}
	e.state.SetCtrlCAborts(true)
	e.state.SetTabCompletionStyle(liner.TabPrints)
	e.state.SetWordCompleter(liner.WordCompleter(complete))
	if f, err := os.Open(history); err == nil {
		e.state.ReadHistory(f) // a damaged history is no reason not to play
		f.Close()
	}
	return e
}

// ReadLine lets the person edit a line.
func (e *Editor) ReadLine(prompt string) (string, error) {
	defer keysOnly()()
	line, err := e.state.Prompt(prompt)
	switch {
	case errors.Is(err, liner.ErrPromptAborted):
		return "", ErrInterrupted
	case err != nil:
		return "", err
	}
	if strings.TrimSpace(line) != "" {
		e.state.AppendHistory(line)
	}
	return line, nil
}

// SaveHistory writes the history file. It may be called while a line is being
// edited.
func (e *Editor) SaveHistory() error {
	if e.history == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(e.history), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(e.history, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if _, err := e.state.WriteHistory(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Close writes the history and gives the terminal back as it was.
func (e *Editor) Close() error {
	return errors.Join(e.SaveHistory(), e.state.Close())
}
