package driver

import (
	"context"
	"os"
	"time"
)

// Receive returns the next line that the process wrote. After the last line
// of a process that ended the error is an *ExitError.
func (p *Process) Receive(ctx context.Context) (string, error) {
	line, _, err := p.ReceiveAt(ctx)
	return line, err
}

// ReceiveAt is Receive with the time at which the end of the line was read
// from the pipe. Nobody else reads the pipe, so a line that came before it was
// asked for has the time of the asking.
func (p *Process) ReceiveAt(ctx context.Context) (line string, at time.Time, err error) {
	return p.ReceiveBefore(ctx, time.Time{})
}

// ReceiveBefore is ReceiveAt with a deadline, which costs less than that of a
// context. When it has passed the error is os.ErrDeadlineExceeded. Zero is
// none.
func (p *Process) ReceiveBefore(ctx context.Context, deadline time.Time) (line string, at time.Time, err error) {
	select {
	case <-p.gone:
		return "", at, ErrClosed
	case <-p.reader:
	default:
		if err := p.queue(ctx, deadline); err != nil {
			return "", at, err
		}
	}
	defer func() { p.reader <- struct{}{} }()
	return p.nextLine(ctx, deadline)
}

// queue waits until nobody else reads.
func (p *Process) queue(ctx context.Context, deadline time.Time) error {
	var late <-chan time.Time
	if !deadline.IsZero() {
		timer := time.NewTimer(time.Until(deadline))
		defer timer.Stop()
		late = timer.C
	}
	select {
	case <-p.reader:
		return nil
	case <-p.gone:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	case <-late:
		return os.ErrDeadlineExceeded
	}
}

// nextLine reads until a line is complete. What was read by the deadline, or
// when the context ended, is returned; a process that never stops writing
// outruns neither.
func (p *Process) nextLine(ctx context.Context, deadline time.Time) (line string, at time.Time, err error) {
	in := &p.output
	for {
		line, ok, err := in.lines.next()
		switch {
		case ok:
			if p.trace != nil {
				p.trace(false, line)
			}
			return line, in.at, nil
		case err == ErrLineTooLong:
			p.Kill()
			return "", at, err
		case err != nil:
			return "", at, p.endOfOutput()
		}
		if err := ctx.Err(); err != nil {
			return "", at, err
		}
		if !deadline.IsZero() && in.at.After(deadline) {
			return "", at, os.ErrDeadlineExceeded
		}
		if err := in.fill(ctx, deadline); err != nil {
			return "", at, err
		}
	}
}

// endOfOutput is the error of a process whose output has ended. One that
// still runs then is of no use and is killed.
func (p *Process) endOfOutput() error {
	patience := time.NewTimer(time.Second)
	defer patience.Stop()
	select {
	case <-p.exited:
		return p.exitError()
	case <-p.gone:
		return ErrClosed
	case <-patience.C:
		p.Kill()
		return &ExitError{Name: p.name, Status: "closed its output", Stderr: p.Stderr()}
	}
}

func (p *Process) exitError() error {
	return &ExitError{Name: p.name, Status: p.exitText, Stderr: p.Stderr()}
}
