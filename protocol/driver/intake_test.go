package driver

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"
)

// newIntake is an intake at one end of a pipe, and the other end.
func newIntake(t *testing.T) (p *Process, to *os.File) {
	t.Helper()
	from, to, err := newOutlet()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		to.Close()
		from.Close()
	})
	p = &Process{reader: make(chan struct{}, 1), gone: make(chan struct{})}
	p.reader <- struct{}{}
	p.output.from, p.output.gone = from, p.gone
	return p, to
}

func write(t *testing.T, to *os.File, text string) {
	t.Helper()
	if _, err := to.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// soonAfter is a deadline behind the patience, so that the read that tells
// Go's scheduler waits too.
func soonAfter() time.Time { return time.Now().Add(patience + 10*time.Millisecond) }

// A read that is given up loses nothing, not even half a line.
func TestGivenUpReadsLoseNothing(t *testing.T) {
	p, to := newIntake(t)
	write(t, to, "half a")
	for range 2 {
		if line, _, err := p.ReceiveBefore(t.Context(), soonAfter()); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("%q, %v, want the deadline", line, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
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

// What has come counts although it is asked for after the deadline: the reader
// was not let to run.
func TestLateReadersGetWhatCame(t *testing.T) {
	p, to := newIntake(t)
	for _, slow := range []bool{false, true} {
		p.output.slow = slow
		write(t, to, "in time\n")
		if line, _, err := p.ReceiveBefore(t.Context(), time.Now()); line != "in time" || err != nil {
			t.Errorf("slow %v: %q, %v", slow, line, err)
		}
		if _, _, err := p.ReceiveBefore(t.Context(), time.Now()); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("slow %v: %v, want the deadline", slow, err)
		}
	}
}

// A line that comes during the long wait wakes it, whatever ended the wait
// before, and has the time at which it came.
func TestTheLongWait(t *testing.T) {
	p, to := newIntake(t)
	p.ReceiveBefore(t.Context(), soonAfter())
	p.output.slow = true
	begun := time.Now()
	time.AfterFunc(20*time.Millisecond, func() { to.WriteString("late\n") })
	line, at, err := p.ReceiveBefore(t.Context(), time.Now().Add(time.Minute))
	if line != "late" || err != nil || at.Sub(begun) < 20*time.Millisecond {
		t.Errorf("%q after %v, %v", line, at.Sub(begun), err)
	}
}

// Whoever waits for a line is told when the owner closes, and so is who waits
// for a reader to give way.
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
	time.Sleep(2 * patience)
	p.Close("quit", 20*time.Second)
	for range 3 {
		if err := <-errs; !errors.Is(err, ErrClosed) {
			t.Errorf("%v, want ErrClosed", err)
		}
	}
}

// One who waits for a reader to give way has a deadline too.
func TestQueueHasADeadline(t *testing.T) {
	p, _ := newIntake(t)
	<-p.reader
	if _, _, err := p.ReceiveBefore(t.Context(), soonAfter()); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("%v, want the deadline", err)
	}
}
