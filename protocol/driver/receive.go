package driver

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// received is a line that a process wrote.
type received struct {
	text string
	at   time.Time // when its end was read from the pipe
}

// inbox holds the lines that were read from a process and not yet received.
type inbox struct {
	lines chan received
	end   error // why there are no more, set before lines is closed

	mu       sync.Mutex
	returned []received // lines that came too late for whoever waited for them
}

// newInbox has room for the answers to a few requests. A process that writes
// much more than it is asked for has to wait.
func newInbox() inbox { return inbox{lines: make(chan received, 256)} }

// timed is a reader that knows when it last read.
type timed struct {
	from io.Reader
	at   time.Time
}

func (t *timed) Read(to []byte) (int, error) {
	n, err := t.from.Read(to)
	t.at = time.Now()
	return n, err
}

// read puts what the process writes into the inbox. After the owner has closed
// the process, and after a line that is too long, it reads on, so that the
// process is not held up.
func (p *Process) read(from io.ReadCloser) {
	defer from.Close()
	clock := &timed{from: from}
	lines := bufio.NewScanner(clock)
	lines.Buffer(nil, MaxLine+len("\r\n"))
	for lines.Scan() {
		if len(lines.Bytes()) > MaxLine {
			break
		}
		line := received{lines.Text(), clock.at}
		if p.trace != nil {
			p.trace(false, line.text)
		}
		select {
		case p.inbox.lines <- line:
		case <-p.closed:
		}
	}
	p.inbox.end = io.EOF
	if len(lines.Bytes()) > MaxLine || errors.Is(lines.Err(), bufio.ErrTooLong) {
		p.inbox.end = ErrLineTooLong
	}
	close(p.inbox.lines)
	io.Copy(io.Discard, from)
}

// Receive returns the next line that the process wrote. After the last line
// of a process that ended the error is an *ExitError.
func (p *Process) Receive(ctx context.Context) (string, error) {
	line, _, err := p.ReceiveBefore(ctx, time.Time{})
	return line, err
}

// ReceiveBefore is Receive with a deadline, which costs less than that of a
// context, and with the time at which the end of the line was read from the
// pipe. The error is os.ErrDeadlineExceeded when no line came before the
// deadline; a line that comes later is the next to be received. Zero is none.
func (p *Process) ReceiveBefore(ctx context.Context, deadline time.Time) (line string, at time.Time, err error) {
	if err := ctx.Err(); err != nil {
		return "", at, err
	}
	next, err := p.next(ctx, deadline)
	if err == nil && !deadline.IsZero() && next.at.After(deadline) {
		p.inbox.giveBack(next)
		err = os.ErrDeadlineExceeded
	}
	if err != nil {
		return "", at, err
	}
	return next.text, next.at, nil
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

// giveBack returns a line to the front of the inbox.
func (b *inbox) giveBack(line received) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.returned = append(b.returned, line)
}

// takeBack is a line that was given back.
func (b *inbox) takeBack() (line received, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.returned) == 0 {
		return line, false
	}
	line = b.returned[0]
	b.returned = b.returned[1:]
	return line, true
}

// next takes a line out of the inbox.
func (p *Process) next(ctx context.Context, deadline time.Time) (received, error) {
	select {
	case <-p.closed:
		return received{}, ErrClosed
	default:
	}
	if line, ok := p.inbox.takeBack(); ok {
		return line, nil
	}
	select {
	case line, ok := <-p.inbox.lines:
		return p.taken(line, ok)
	default:
		return p.await(ctx, deadline)
	}
}

// await waits for a line.
func (p *Process) await(ctx context.Context, deadline time.Time) (received, error) {
	var late <-chan time.Time
	if !deadline.IsZero() {
		timer := time.NewTimer(time.Until(deadline))
		defer timer.Stop()
		late = timer.C
	}
	select {
	case line, ok := <-p.inbox.lines:
		return p.taken(line, ok)
	case <-p.closed:
		return received{}, ErrClosed
	case <-ctx.Done():
		return received{}, ctx.Err()
	case <-late:
		return received{}, os.ErrDeadlineExceeded
	}
}

// taken passes on a line, or says why there are no more. A process that still
// runs then is of no use and is killed.
func (p *Process) taken(line received, ok bool) (received, error) {
	if ok {
		return line, nil
	}
	if p.inbox.end == ErrLineTooLong {
		p.Kill()
		return received{}, ErrLineTooLong
	}
	select {
	case <-p.exited:
		return received{}, p.exitError()
	case <-p.closed:
		return received{}, ErrClosed
	case <-time.After(time.Second):
		p.Kill()
		return received{}, &ExitError{Name: p.name, Status: "closed its output", Stderr: p.Stderr()}
	}
}
