package protocol

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"quadrille/ai"
)

// Dialect is what the servers of other programs' languages have in common: a
// session, lines that are answered one after another, and searches that go on
// while lines come in.
type Dialect struct {
	Session *Session
	Config  Config
	Quit    bool // set by the answer to the last line

	in  *intake
	out *bufio.Writer
}

// Serve has each line of in answered by do until Quit is set or the input ends.
// Of a line that cannot be used refuse gets the reason. What Write wrote goes
// out whenever no line is waiting, and at the end. The error is that of in or
// out. No goroutine outlives it, unless out fails, when the one that reads in
// ends with its read.
func (d *Dialect) Serve(in io.Reader, out io.Writer, do, refuse func(text string)) error {
	d.in, d.out = newIntake(in, true), bufio.NewWriter(out)
	defer d.in.close()
	for !d.Quit {
		if !d.in.ready() {
			if err := d.flush(); err != nil {
				return err
			}
		}
		switch got := d.in.next(); {
		case errors.Is(got.err, io.EOF):
			return d.flush()
		case Ended(got.err):
			return errors.Join(fmt.Errorf("reading commands: %w", got.err), d.out.Flush())
		case got.err != nil:
			refuse(ErrorText(got.err))
		default:
			line := strings.ToValidUTF8(got.line, "\ufffd")
			d.trace("< ", line)
			do(line)
		}
	}
	return d.flush()
}

func (d *Dialect) flush() error {
	if err := d.out.Flush(); err != nil {
		return fmt.Errorf("writing answers: %w", err)
	}
	return nil
}

// Write writes lines, each ended by a newline. A failure stays in the buffer,
// where the next flush finds it.
func (d *Dialect) Write(lines string) {
	for line := range strings.Lines(lines) {
		d.trace("> ", strings.TrimSuffix(line, "\n"))
	}
	d.out.WriteString(lines)
}

func (d *Dialect) trace(mark, line string) {
	if d.Config.Trace != nil {
		fmt.Fprintln(d.Config.Trace, mark+line)
	}
}

// Found is what a search found.
type Found struct {
	Best    ai.Best
	Last    ai.Info // the last report of the best line
	Took    time.Duration
	Stopped bool // by what came in meanwhile
}

// Search searches the present position, which must not be over. Each line that
// comes in meanwhile, or the end of input, is told to heard, which says whether
// it stops the search, and whether to listen on.
func (d *Dialect) Search(l ai.Limits, report func(ai.Info), heard func(line string, err error) (stop, more bool)) (Found, error) {
	search, err := d.Session.Prepare(l)
	if err != nil {
		return Found{}, err
	}
	d.out.Flush() // a failure stays in the writer
	ctl := ai.NewControl(l)
	began := time.Now()
	var f Found
	d.in.during(func() {
		f.Best = search(ctl, func(i ai.Info) {
			if i.HasScore && i.MultiPV <= 1 {
				f.Last = i
			}
			report(i)
			d.out.Flush()
		})
	}, func(line string, err error) bool {
		stop, more := heard(line, err)
		if stop {
			ctl.Stop()
		}
		return more && !stop
	})
	f.Took, f.Stopped = time.Since(began), ctl.Stopped()
	return f, nil
}
