package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"quadrille/engine/square4"
)

// TestFirstTurns wants 16 of 128, and the others to be images of them.
func TestFirstTurns(t *testing.T) {
	start := square4.StartState(16, false)
	turns, images := firstTurns(&start), map[square4.Turn]bool{}
	for _, turn := range turns {
		for sym := range uint8(8) {
			images[turn.Transform(sym)] = true
		}
	}
	if len(turns) != 16 || len(images) != 128 {
		t.Errorf("%d first turns with %d images, want 16 with 128", len(turns), len(images))
	}
}

// lateGame is a state that Blue wins, from Red's eighth turn on.
func lateGame(t *testing.T) square4.State {
	t.Helper()
	s := square4.StartState(16, false)
	for _, word := range []string{"2.3s1", "2.2s0", "1.3s3", "4.3s6", "4.1s7", "8.1s8", "5.0s5"} {
		turn, ok := square4.ParseTurn(word)
		if !ok {
			t.Fatal(word)
		}
		s = s.Play(turn)
	}
	return s
}

// TestAfter plays all that Red may do in a game that Blue wins, keeps Blue's turns in a
// file, and takes them from there the next time, if nothing is wrong with them.
func TestAfter(t *testing.T) {
	s, first := lateGame(t), square4.NewTurn(0, 1)
	c := square4WinsCommand{Dir: t.TempDir(), Pieces: 16, Hash: 1}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	none := newWinSearch(stopped, c.Hash, io.Discard)
	start := square4.StartState(c.Pieces, false)
	if _, err := c.after(start.Play(first), first, none, io.Discard); !errors.Is(err, errStopped) {
		t.Errorf("stopped: %v", err)
	}
	found, err := c.after(s, first, newWinSearch(t.Context(), c.Hash, io.Discard), io.Discard)
	if err != nil || found.States() == 0 || found.Marbles < 5 || found.Marbles > 16 {
		t.Fatalf("%v, %d turns, by marble %d", err, found.States(), found.Marbles)
	}
	text := found.text.String()
	kept, err := c.after(s, first, none, io.Discard)
	if err != nil || kept.text.String() != text || kept.Marbles != found.Marbles {
		t.Errorf("%v, by marble %d; the file was not taken", err, kept.Marbles)
	}
	for what, wrong := range map[string]string{
		"ends too soon":          text[:len(text)-len("0.0s1\n")],
		"is more than is needed": text + "0.0s1\n",
		"no turn":                "hello\n" + text,
		"against the rules":      "5.0s5\n" + text,
	} {
		if err := os.WriteFile(c.part(first), []byte(wrong), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := c.after(s, first, none, io.Discard); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, want %q", err, what)
		}
	}
}

// TestWinsRefusals has options that are out of bounds.
func TestWinsRefusals(t *testing.T) {
	for _, c := range []square4WinsCommand{{Pieces: 3, Hash: 1}, {Pieces: 17, Hash: 1}, {Pieces: 16}} {
		if c.Run(io.Discard) == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}
