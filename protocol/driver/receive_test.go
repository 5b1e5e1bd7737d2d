package driver

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"
)

// newPipe is a process of which only the output is there, and the other end of
// that: of a pipe, or of what stands in where pipes have no deadlines.
func newPipe(t *testing.T, other bool) (p *Process, to io.Writer) {
	t.Helper()
	near, far := net.Pipe()
	var from outlet = near
	to = far
	if !other {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { w.Close() })
		from, to = newOutlet(r), w
	}
	t.Cleanup(func() { closeAll[io.Closer](near, far, from) })
	closed := make(chan struct{})
	return &Process{output: newOutput(from, closed, nil), closed: closed}, to
}

func write(t *testing.T, to io.Writer, text string) {
	t.Helper()
	if _, err := io.WriteString(to, text); err != nil {
		t.Fatal(err)
	}
}

// A read that is given up loses nothing, not even half a line.
func TestGivenUpReadsLoseNothing(t *testing.T) {
	for _, other := range []bool{false, true} {
		testGivenUpReads(t, other)
	}
}

func testGivenUpReads(t *testing.T, other bool) {
	p, to := newPipe(t, other)
	go io.WriteString(to, "half a")
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
	go io.WriteString(to, " line\nand another\n")
	for _, want := range []string{"half a line", "and another"} {
		if line, err := p.Receive(t.Context()); line != want || err != nil {
			t.Errorf("%q, %v, want %q", line, err, want)
		}
	}
}

// What has come counts although it is asked for after the deadline: the reader
// was not let to run. But whoever goes on writing does not outrun it.
func TestLateReadersGetWhatCame(t *testing.T) {
	p, to := newPipe(t, false)
	write(t, to, "in time\n")
	deadline := time.Now()
	if line, _, err := p.ReceiveBefore(t.Context(), deadline); line != "in time" || err != nil {
		t.Errorf("%q, %v", line, err)
	}
	write(t, to, "too late\n")
	if line, _, err := p.ReceiveBefore(t.Context(), deadline); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%q, %v, want the deadline", line, err)
	}
	if line, at, err := p.ReceiveBefore(t.Context(), time.Now().Add(time.Minute)); line != "too late" || err != nil || at.Before(deadline) {
		t.Errorf("%q at %v, %v", line, at, err)
	}
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

// A process that does not read holds nobody up until some sixty requests wait,
// and then no longer than the context says; nor does it keep Close waiting.
func TestFullPipe(t *testing.T) {
	p, err := Start(fake(t, "deaf"), nil)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 1<<20)
	if err := p.Send(t.Context(), long); err != nil {
		t.Errorf("the first: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	for err == nil {
		err = p.Send(ctx, long)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the last: %v, want the end of the context", err)
	}
	if err := p.Close("quit", 0); err == nil || !strings.Contains(err.Error(), "was killed") {
		t.Errorf("Close: %v", err)
	}
}
