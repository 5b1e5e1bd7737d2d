package driver

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"time"
)

// newPipe is a process of which only the output is there, and the writer of
// that.
func newPipe(t *testing.T) (p *Process, to *io.PipeWriter) {
	t.Helper()
	from, to := io.Pipe()
	p = &Process{inbox: newInbox(), closed: make(chan struct{})}
	p.all.Go(func() { p.read(from) })
	t.Cleanup(func() {
		to.Close()
		p.all.Wait()
	})
	return p, to
}

func write(t *testing.T, to io.Writer, text string) {
	t.Helper()
	if _, err := io.WriteString(to, text); err != nil {
		t.Fatal(err)
	}
}

// A read that is given up loses nothing, not even half a line.
func TestGivenUpReadsLoseNothing(t *testing.T) {
	p, to := newPipe(t)
	write(t, to, "half a")
	for range 2 {
		if line, _, err := p.ReceiveBefore(t.Context(), time.Now().Add(time.Millisecond)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("%q, %v, want the deadline", line, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if line, err := p.Receive(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%q, %v, want the end of the context", line, err)
	}
	write(t, to, " line\nand another\n")
	for _, want := range []string{"half a line", "and another"} {
		if line, err := p.Receive(t.Context()); line != want || err != nil {
			t.Errorf("%q, %v, want %q", line, err, want)
		}
	}
}

// What came before the deadline counts although it is asked for behind it. What
// came later is for the next who asks.
func TestDeadlines(t *testing.T) {
	p, to := newPipe(t)
	write(t, to, "one\n")
	write(t, to, "two\n")
	write(t, to, "") // two has been read then
	first := <-p.inbox.lines
	p.inbox.giveBack(first)
	before := first.at.Add(-time.Nanosecond)
	for range 2 {
		if line, _, err := p.ReceiveBefore(t.Context(), before); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%q, %v, want the deadline", line, err)
		}
	}
	if line, at, err := p.ReceiveBefore(t.Context(), first.at); line != "one" || at != first.at || err != nil {
		t.Errorf("%q, %v, want one in time", line, err)
	}
	if line, err := p.Receive(t.Context()); line != "two" || err != nil {
		t.Errorf("%q, %v, want two", line, err)
	}
}

// A process that writes more than anybody reads is held up, and goes on when
// its owner has gone.
func TestFullInbox(t *testing.T) {
	p, to := newPipe(t)
	wrote := make(chan int)
	go func() {
		n := 0
		for ; n < 3*cap(p.inbox.lines); n++ {
			io.WriteString(to, "line\n")
		}
		wrote <- n
	}()
	for len(p.inbox.lines) < cap(p.inbox.lines) {
		time.Sleep(time.Millisecond)
	}
	select {
	case n := <-wrote:
		t.Errorf("%d lines were written to an inbox of %d", n, cap(p.inbox.lines))
	default:
	}
	close(p.closed)
	<-wrote
}

// Whoever waits for a line is told when the owner closes.
func TestClosingEndsReads(t *testing.T) {
	p, err := Start(fake(t, "mute"), nil)
	if err != nil {
		t.Fatal(err)
	}
	errs := make(chan error)
	for range 3 {
		go func() {
			_, err := p.Receive(context.Background())
			errs <- err
		}()
	}
	p.Close("quit", 20*time.Second)
	for range 3 {
		if err := <-errs; !errors.Is(err, ErrClosed) {
			t.Errorf("%v, want ErrClosed", err)
		}
	}
}
