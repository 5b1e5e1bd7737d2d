package driver

import (
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// intake reads a process's output for whoever asks for a line, in that
// goroutine: a goroutine in between would cost two wakings a line. It is used
// by one at a time.
type intake struct {
	from  outlet
	lines lineBuffer
	at    time.Time // when the last read returned
	slow  bool      // the last answer took longer than the patience
	gone  <-chan struct{}
}

// past is a deadline that ends a read at once.
func past() time.Time { return time.Unix(1, 0) }

// fill reads once. The error, which is nil at the end of the output, is
// ErrClosed when the owner has gone, the context's, or os.ErrDeadlineExceeded.
func (in *intake) fill(ctx context.Context, deadline time.Time) error {
	room := in.lines.room()
	var n int
	var err error
	ready := false
	if !in.slow {
		n, err, ready = in.from.readSoon(room, patience)
	}
	if !ready {
		asked := time.Now()
		n, err = in.wait(ctx, deadline, room)
		in.at = time.Now()
		in.slow = in.at.Sub(asked) > patience
	} else {
		in.at = time.Now()
	}
	if n == 0 && errors.Is(err, os.ErrDeadlineExceeded) {
		return in.givenUp(ctx)
	}
	in.lines.add(n, err)
	return nil
}

// wait reads as Go does. Whoever ends the read early moves its deadline into
// the past, after making the reason known; so the deadline is set before the
// reasons are looked at.
func (in *intake) wait(ctx context.Context, deadline time.Time, room []byte) (int, error) {
	in.from.SetReadDeadline(deadline)
	select {
	case <-in.gone:
		return 0, os.ErrDeadlineExceeded
	default:
	}
	if ctx.Done() != nil {
		ended := make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			in.from.SetReadDeadline(past())
			close(ended)
		})
		defer func() {
			if !stop() {
				<-ended // or it would end somebody else's read
			}
		}()
	}
	n, err := in.from.Read(room)
	if n == 0 && errors.Is(err, os.ErrDeadlineExceeded) {
		// What came before, while this goroutine was not let to run, counts.
		if late, lateErr, ready := in.from.readSoon(room, 0); ready {
			return late, lateErr
		}
	}
	return n, err
}

// givenUp says why a read ended without anything.
func (in *intake) givenUp(ctx context.Context) error {
	select {
	case <-in.gone:
		return ErrClosed
	default:
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return os.ErrDeadlineExceeded
}

// drain reads to the end, so that the process can end, and shows the lines to
// the trace.
func (in *intake) drain(trace Trace) {
	defer in.from.Close()
	in.from.SetReadDeadline(time.Time{})
	for trace != nil {
		line, ok, err := in.lines.next()
		switch {
		case ok:
			trace(false, line)
		case err != nil:
			trace = nil
		default:
			in.lines.add(in.from.Read(in.lines.room()))
		}
	}
	io.Copy(io.Discard, in.from)
}
