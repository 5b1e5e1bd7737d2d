package driver

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"time"
	"unicode"
)

// MaxLine is the longest line, in bytes without its end, that is read from a
// process: 1 MiB, as the protocol says.
const MaxLine = 1 << 20

// outlet is our end of the pipe that a process writes to. SetReadDeadline also
// ends a Read that runs.
type outlet interface {
	io.ReadCloser
	SetReadDeadline(time.Time) error
}

// newOutlet is the pipe itself where reads of pipes have deadlines. Elsewhere a
// goroutine passes on what comes; it ends with the pipe or with the reader.
func newOutlet(pipe *os.File) outlet {
	if pipe.SetReadDeadline(time.Time{}) == nil {
		return pipe
	}
	near, far := net.Pipe()
	go func() {
		defer far.Close()
		defer pipe.Close()
		io.Copy(far, pipe)
	}()
	return near
}

// output is what a process writes. It is read by whoever asks for a line, in
// that goroutine: one in between would cost the waking of a thread a line.
type output struct {
	mu      sync.Mutex // held by who reads
	from    outlet
	closed  <-chan struct{} // ends reads
	exited  <-chan struct{} // the program that writes has ended
	buffer  *bufio.Reader
	partial []byte    // the beginning of a line whose end has not come
	at      time.Time // when the last read returned
	end     error     // why there are no more lines

	// What bounds the reads of who reads now.
	ctx      context.Context
	deadline time.Time
}

func newOutput(from outlet, closed, exited <-chan struct{}) *output {
	o := &output{from: from, closed: closed, exited: exited, ctx: context.Background()}
	o.buffer = bufio.NewReaderSize(o, 16<<10)
	return o
}

// Read reads once, for the buffer. What a program has written is in the pipe as it
// ends; when that is read, and something that it started still holds the pipe open
// and writes nothing, there is no more to come.
func (o *output) Read(to []byte) (int, error) {
	defer o.limit()()
	n, err := o.from.Read(to)
	o.at = time.Now()
	if errors.Is(err, os.ErrDeadlineExceeded) && isDone(o.exited) && !isDone(o.closed) && o.ctx.Err() == nil &&
		(o.deadline.IsZero() || o.at.Before(o.deadline)) {
		err = io.EOF
	}
	return n, err
}

// afterExit is how long there may be nothing to read when the program has ended.
const afterExit = 100 * time.Millisecond

// isDone says whether a channel is closed; nil is none.
func isDone(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// limit has a read end at the deadline, with the context and when the owner
// closes the process. Whoever ends it early makes the reason known and then
// moves the deadline into the past; so it is set before the reasons are looked
// at. What it returns ends the watch.
func (o *output) limit() (done func()) {
	deadline := o.deadline
	if !deadline.IsZero() && !o.at.After(deadline) {
		// What came in time counts although it is asked for later, when this
		// goroutine was not let to run.
		if soon := time.Now().Add(time.Millisecond); deadline.Before(soon) {
			deadline = soon
		}
	}
	o.from.SetReadDeadline(deadline)
	if isDone(o.exited) {
		if soon := time.Now().Add(afterExit); deadline.IsZero() || deadline.After(soon) {
			o.from.SetReadDeadline(soon)
		}
	}
	if isDone(o.closed) {
		o.from.SetReadDeadline(past())
	}
	if o.ctx.Done() == nil {
		return func() {}
	}
	ended := make(chan struct{})
	stop := context.AfterFunc(o.ctx, func() {
		o.from.SetReadDeadline(past())
		close(ended)
	})
	return func() {
		if !stop() {
			<-ended // or it would end somebody else's read
		}
	}
}

// past is a deadline that ends a read at once.
func past() time.Time { return time.Unix(1, 0) }

// printable replaces control characters, but for tabs and line ends, and what is not
// UTF-8 by U+FFFD: what a process says comes to terminals, in which they could do
// anything.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' && r != '\n' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// line returns a line without its "\n" or "\r\n" and made printable. The last one
// counts even without an end. The error is os.ErrDeadlineExceeded, after which
// nothing is lost, or stays.
func (o *output) line() (string, error) {
	for o.end == nil {
		part, err := o.buffer.ReadSlice('\n')
		o.partial = append(o.partial, part...)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return "", err
		case err != nil && err != bufio.ErrBufferFull:
			o.end = err
		}
		text := strings.TrimRight(strings.TrimSuffix(string(o.partial), "\n"), "\r")
		switch {
		case len(text) > MaxLine:
			o.end = ErrLineTooLong
		case err == nil || o.end != nil && len(o.partial) > 0:
			o.partial = o.partial[:0]
			return printable(text), nil
		}
	}
	return "", o.end
}

// Receive returns the next line that the process wrote. After the last line
// of a process that ended the error is an *ExitError. One goroutine receives
// at a time, and others wait for it.
func (p *Process) Receive(ctx context.Context) (string, error) {
	line, _, err := p.ReceiveBefore(ctx, time.Time{})
	return line, err
}

// ReceiveBefore is Receive with a deadline, which costs less than that of a
// context, and with the time at which the end of the line was read from the
// pipe. When the deadline has passed the error is os.ErrDeadlineExceeded; zero
// is none.
func (p *Process) ReceiveBefore(ctx context.Context, deadline time.Time) (line string, at time.Time, err error) {
	o := p.output
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ctx, o.deadline = ctx, deadline
	line, err = o.line()
	switch {
	case err == nil:
		if p.trace != nil {
			p.trace(false, line)
		}
		return line, o.at, nil
	case p.isClosed():
		err = ErrClosed
	case err == ErrLineTooLong:
		p.Kill()
	case !errors.Is(err, os.ErrDeadlineExceeded):
		err = p.endOfOutput()
	case ctx.Err() != nil:
		err = ctx.Err()
	}
	return "", at, err
}

func (p *Process) isClosed() bool { return isDone(p.closed) }

// endOfOutput is the error of a process whose output has ended. One that still
// runs then is of no use and is killed.
func (p *Process) endOfOutput() error {
	select {
	case <-p.exited:
		return p.exitError()
	case <-p.closed:
		return ErrClosed
	case <-time.After(time.Second):
		p.Kill()
		return &ExitError{Name: p.name, Status: "closed its output", Stderr: p.Stderr()}
	}
}

// drainOutput reads what is left, so that the process can end, and shows it to
// the trace.
func (p *Process) drainOutput() {
	o := p.output
	o.mu.Lock()
	defer o.mu.Unlock()
	defer o.from.Close()
	o.ctx, o.deadline, o.closed = context.Background(), time.Time{}, nil
	for {
		line, err := o.line()
		if err != nil {
			break
		}
		if p.trace != nil {
			p.trace(false, line)
		}
	}
	o.from.SetReadDeadline(time.Time{})
	io.Copy(io.Discard, o.from)
}

// Request is something that a process was asked and will answer with lines.
type Request struct {
	Text  string // for a report
	Begun time.Time
	Wait  time.Duration // from then on; zero is for ever
}

// Await receives lines until see has seen the last of an answer. The error is a
// *TimeoutError when that was not there in time, and else see's or Receive's.
func (p *Process) Await(ctx context.Context, r Request, see func(line string, at time.Time) (last bool, err error)) error {
	var deadline time.Time
	if r.Wait > 0 {
		deadline = r.Begun.Add(r.Wait)
	}
	for {
		line, at, err := p.ReceiveBefore(ctx, deadline)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return &TimeoutError{Name: p.name, Request: r.Text, After: r.Wait, Stderr: p.Stderr()}
		}
		if err != nil {
			return err
		}
		if last, err := see(line, at); last || err != nil {
			return err
		}
	}
}
