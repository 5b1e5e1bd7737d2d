package driver

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// The engine plays inside as it does in a process of its own.
func TestInside(t *testing.T) {
	e, err := Attach(t.Context(), Inside("real", serveReal, nil), Config{})
	if err != nil {
		t.Fatal(err)
	}
	g := NewGame(e)
	if _, err := g.Begin(t.Context(), "teeko size=4"); err != nil {
		t.Fatal(err)
	}
	s, err := g.Play(t.Context(), "b2 c3", AskTurn, AskHistory)
	if err != nil || s.Turn != "p1" || strings.Join(s.Turns, " ") != "b2 c3" {
		t.Errorf("%+v, %v", s, err)
	}
	var refusal *Refusal
	if _, err := g.Play(t.Context(), "b2"); !errors.As(err, &refusal) {
		t.Errorf("a cell that is taken: %v", err)
	}
	if best, err := e.Go(t.Context(), "depth 2", nil); err != nil || best.Move == "" {
		t.Errorf("%+v, %v", best, err)
	}
	if pid := e.Process().Pid(); pid != 0 {
		t.Errorf("pid %d", pid)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if _, err := e.Query(t.Context(), "turn"); err == nil {
		t.Error("it answers when it is closed")
	}
}

// What programs inside do wrong is an error like that of a process.
func TestInsideFails(t *testing.T) {
	answer := func(then func() error) func(io.Reader, io.Writer) error {
		return func(in io.Reader, out io.Writer) error {
			for lines := bufio.NewScanner(in); lines.Scan(); {
				switch {
				case lines.Text() == "ugi":
					fmt.Fprintln(out, "ugiok")
				case strings.HasPrefix(lines.Text(), "query"):
					return then()
				}
			}
			return nil
		}
	}
	for _, tc := range []struct {
		name  string
		serve func(io.Reader, io.Writer) error
		want  string
	}{
		{"panics", answer(func() error { panic("out of ideas") }), "fake ended: panic: out of ideas"},
		{"fails", answer(func() error { return errors.New("no memory") }), "fake ended: no memory"},
		{"ends", answer(func() error { return nil }), "fake ended: exit status 0"},
	} {
		e, err := Attach(t.Context(), Inside("fake", tc.serve, nil), Config{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Query(t.Context(), "turn"); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
		e.Close()
	}
}

// A program inside that takes no notice of its owner is cut off.
func TestInsideIsCutOff(t *testing.T) {
	for name, serve := range map[string]func(io.Reader, io.Writer) error{
		"mute": func(in io.Reader, _ io.Writer) error {
			_, err := io.Copy(io.Discard, in)
			return err
		},
		"babbling": func(_ io.Reader, out io.Writer) error {
			for {
				if _, err := fmt.Fprintln(out, "never mind"); err != nil {
					return err
				}
			}
		},
	} {
		_, err := Attach(t.Context(), Inside(name, serve, nil), Config{HandshakeTimeout: 50 * time.Millisecond})
		var late *TimeoutError
		if !errors.As(err, &late) {
			t.Errorf("%s: %v", name, err)
		}
		p := Inside(name, serve, nil)
		done := make(chan error)
		go func() { done <- p.Close("quit", 10*time.Millisecond) }()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: Close does not end", name)
		}
	}
}
