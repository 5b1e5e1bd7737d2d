package terminal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/peterh/liner"

	"quadrille/cmd/internal/outfile"
	"quadrille/protocol/record"
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
	// Interrupt ends the ReadLine that is under way with ErrInterrupted, or
	// says that it cannot. Any goroutine may call it.
	Interrupt() bool
	Close() error
}

// Plain reads the lines of a script.
type Plain struct {
	r     *bufio.Reader
	begun bool
}

// NewPlain returns a Source on r, which may begin with a byte order mark.
func NewPlain(r io.Reader) *Plain { return &Plain{r: bufio.NewReaderSize(r, 64<<10)} }

// ReadLine reads up to "\n" or "\r\n"; the last line counts without it.
func (p *Plain) ReadLine(string) (string, error) {
	if !p.begun {
		p.r, p.begun = record.UTF8(p.r), true
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

// Interrupt cannot.
func (p *Plain) Interrupt() bool { return false }

// Close does nothing.
func (p *Plain) Close() error { return nil }

// Typed reads lines from a terminal that does not edit them, with a prompt
// before each.
type Typed struct {
	plain     *Plain
	out       io.Writer
	reading   bool // in a goroutine, for the present ReadLine or the next one
	lines     chan typedLine
	interrupt chan struct{}
}

type typedLine struct {
	text string
	err  error
}

// NewTyped returns a Source on r that writes its prompts to out.
func NewTyped(r io.Reader, out io.Writer) *Typed {
	return &Typed{plain: NewPlain(r), out: out, lines: make(chan typedLine, 1), interrupt: make(chan struct{})}
}

// ReadLine writes the prompt and waits for a line. The goroutine that reads it
// outlives an interrupt; what it reads is the next line.
func (t *Typed) ReadLine(prompt string) (string, error) {
	fmt.Fprint(t.out, prompt)
	if !t.reading {
		t.reading = true
		go func() {
			text, err := t.plain.ReadLine("")
			t.lines <- typedLine{text, err}
		}()
	}
	select {
	case line := <-t.lines:
		t.reading = false
		return line.text, line.err
	case <-t.interrupt:
		fmt.Fprintln(t.out)
		return "", ErrInterrupted
	}
}

// Interrupt ends a ReadLine. Where none is under way there is nothing to end.
func (t *Typed) Interrupt() bool {
	select {
	case t.interrupt <- struct{}{}:
	case <-time.After(interruptWithin):
	}
	return true
}

// interruptWithin is longer than it takes from one ReadLine to the next.
const interruptWithin = 100 * time.Millisecond

// Close does nothing.
func (t *Typed) Close() error { return nil }

// Completer returns what the word under the cursor may become: the text before
// the word, the candidates, and the text behind the cursor.
type Completer func(line string, pos int) (head string, candidates []string, tail string)

// Editor edits lines on a terminal, with a history that is kept in a file.
type Editor struct {
	state   *liner.State
	history string     // path, or ""
	suspend *suspender // or nil
	width   func() int
	known   int // the width that liner goes by
}

// NarrowestEdited is how many columns a terminal needs for lines to be edited.
const NarrowestEdited = len(shortPrompt) + linerRoom

// linerRoom is what liner wants behind a prompt; where there is less it does not edit
// the line, and Ctrl-C is a signal.
const linerRoom = 10

// shortPrompt follows one that has a line of its own.
const shortPrompt = "> "

// NewEditor prepares the terminal on the standard input and output, of so many
// columns, and reads the history file, if there is one. Where the system has jobs, Ctrl-Z stops the
// program; continued is called when it goes on.
func NewEditor(width func() int, history string, complete Completer, continued func()) *Editor {
	e := &Editor{history: history, suspend: newSuspender(continued), width: width, known: width()}
	e.state = newLiner(e.suspend)
	e.state.SetCtrlCAborts(true)
	e.state.SetTabCompletionStyle(liner.TabPrints)
	e.state.SetWordCompleter(liner.WordCompleter(complete))
	if f, err := os.Open(history); err == nil {
		e.state.ReadHistory(f) // a damaged history is no reason not to play
		f.Close()
	}
	return e
}

// newLiner has liner read what the suspender leaves of the standard input. It
// takes os.Stdin as it is now, and the terminal itself by its number.
func newLiner(s *suspender) *liner.State {
	if s != nil {
		stdin := os.Stdin
		os.Stdin = s.keys
		defer func() { os.Stdin = stdin }()
	}
	return liner.NewLiner()
}

// ReadLine lets the person edit a line.
func (e *Editor) ReadLine(prompt string) (string, error) {
	defer keysOnly()()
	// Liner learns of another width only as it edits a line.
	if width := min(e.known, e.width()); width < len(prompt)+linerRoom && width >= NarrowestEdited {
		fmt.Println(Wrap(strings.TrimSuffix(prompt, shortPrompt), width))
		prompt = shortPrompt
	}
	line, err := e.state.Prompt(prompt)
	e.known = e.width()
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

// SaveHistory writes the history file, whole or not at all. It may be called while a line
// is being edited.
func (e *Editor) SaveHistory() error {
	if e.history == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(e.history), 0o755); err != nil {
		return err
	}
	var lines bytes.Buffer
	if _, err := e.state.WriteHistory(&lines); err != nil {
		return err
	}
	return outfile.WritePrivate(e.history, lines.Bytes())
}

// Interrupt cannot: Ctrl-C is a key here.
func (e *Editor) Interrupt() bool { return false }

// Close writes the history and gives the terminal back as it was.
func (e *Editor) Close() error {
	if e.suspend != nil {
		e.suspend.close()
	}
	return errors.Join(e.SaveHistory(), e.state.Close())
}
