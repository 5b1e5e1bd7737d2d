package protocol

import (
	"errors"
	"io"
)

// input is a line or the error that took its place.
type input struct {
	line string
	err  error
}

// intake reads lines, also while something else runs: then by a goroutine,
// which reads a line only when it is asked for one, so that after the last it
// is not stuck in a read. While nothing runs the caller reads by itself, which
// spares every command two changes of goroutine.
type intake struct {
	lines *lineReader
	asks  chan struct{}
	got   chan input
	asked bool    // a line was asked for and has not come
	held  []input // lines that came while something ran
}

// newIntake returns an intake for lines of up to MaxLine bytes. It must be
// closed.
func newIntake(in io.Reader, anyBytes bool) *intake {
	i := &intake{lines: newLineReader(in), asks: make(chan struct{}), got: make(chan input, 1)}
	i.lines.anyBytes = anyBytes
	go func() {
		for range i.asks {
			line, err := i.lines.next()
			i.got <- input{line, err}
		}
	}()
	return i
}

// close ends the goroutine, at once unless it is stuck in a read of the input.
func (i *intake) close() { close(i.asks) }

// next waits for a line. The error is an *Error for a line that cannot be used,
// after which reading may go on, or io.EOF or another error of the input.
func (i *intake) next() input {
	switch {
	case len(i.held) > 0:
		got := i.held[0]
		i.held = i.held[1:]
		return got
	case i.asked:
		i.asked = false
		return <-i.got
	}
	line, err := i.lines.next()
	return input{line, err}
}

// ready says whether next returns without waiting. Then answers are kept for
// one write with those to the next line, which spares a program at the other
// end, that asks several things at once, some waking up.
func (i *intake) ready() bool { return len(i.held) > 0 || !i.asked && i.lines.ready() }

// arrival is where the next line comes from while something runs. Who receives
// one calls arrived.
func (i *intake) arrival() <-chan input {
	if !i.asked {
		i.asks <- struct{}{}
		i.asked = true
	}
	return i.got
}

func (i *intake) arrived() { i.asked = false }

// maxHeld bounds the lines that are read ahead.
const maxHeld = 1000

// during performs work in a goroutine of its own and returns when it is done.
// Each line that comes in meanwhile, or the end of input, is told to heard and
// kept for next, until heard returns false or there are too many.
func (i *intake) during(work func(), heard func(line string, err error) (goOn bool)) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	for goOn := true; ; {
		var got <-chan input
		if goOn && len(i.held) < maxHeld {
			got = i.arrival()
		}
		select {
		case <-done:
			return
		case g := <-got:
			i.arrived()
			i.held = append(i.held, g)
			goOn = heard(g.line, g.err) && !Ended(g.err)
		}
	}
}

// Ended says whether an error is the end of input or a failure of it, and not
// only a line that cannot be used.
func Ended(err error) bool {
	var refused *Error
	return err != nil && !errors.As(err, &refused)
}
