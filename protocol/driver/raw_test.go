package driver

import (
	"errors"
	"testing"
)

// A line without its end counts, what was written before the end of the input
// is read, and the end of the program is seen.
func TestRawBytesAndTheEndOfInput(t *testing.T) {
	p, err := Start(fake(t, "good"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close("", 0)
	ctx := t.Context()
	for _, part := range []string{"echo a\nec", "ho b\n", "echo c"} {
		if err := p.SendRaw(ctx, part); err != nil {
			t.Fatal(err)
		}
	}
	p.CloseInput()
	p.CloseInput()
	for _, want := range []string{"a", "b", "c"} {
		if got, err := p.Receive(ctx); got != want || err != nil {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
	var exit *ExitError
	if _, err := p.Receive(ctx); !errors.As(err, &exit) || exit.Status != "exit status 0" {
		t.Errorf("at the end: %v", err)
	}
	if err := p.SendRaw(ctx, "echo d"); !errors.As(err, &exit) {
		t.Errorf("SendRaw after the end: %v", err)
	}
}
