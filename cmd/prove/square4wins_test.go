package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/cmd/prove/check"
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

// lateGame is the state after some turns with so many marbles a side.
func lateGame(t *testing.T, pieces int, line string) square4.State {
	t.Helper()
	s := square4.StartState(pieces, false)
	for word := range strings.FieldsSeq(line) {
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
	s, first := lateGame(t, 16, "2.3s1 2.2s0 1.3s3 4.3s6 4.1s7 8.1s8 5.0s5"), square4.NewTurn(0, 1)
	c := square4WinsCommand{Dir: t.TempDir(), Pieces: 16, Hash: 1}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	none := newWinSearch(stopped, c.Hash, false, io.Discard)
	start := square4.StartState(c.Pieces, false)
	if _, err := c.after(start.Play(first), first, none, io.Discard); !errors.Is(err, errStopped) {
		t.Errorf("stopped: %v", err)
	}
	found, err := c.after(s, first, newWinSearch(t.Context(), c.Hash, false, io.Discard), io.Discard)
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

// TestAfterBySlides has Blue win with the sixth marble of seven, by slides after the last, and
// not before.
func TestAfterBySlides(t *testing.T) {
	s, first := lateGame(t, 7, "0.0s1 2.3s2 8.0s5 1.1s8 2.2s7 4.0s6 5.1s3 2.3s0 4.2s1 0.0s2 0.2s5"), square4.NewTurn(0, 1)
	c := square4WinsCommand{Dir: t.TempDir(), Pieces: 7, Hash: 1}
	search := func() *winSearch { return newWinSearch(t.Context(), c.Hash, c.Slides, io.Discard) }
	if _, err := c.after(s, first, search(), io.Discard); !errors.Is(err, errNoWin) {
		t.Errorf("before the movement phase: %v", err)
	}
	c.Slides = true
	found, err := c.after(s, first, search(), io.Discard)
	if err != nil || found.Phases == 0 || found.Marbles != 7 {
		t.Fatalf("%v, %d phases, by marble %d", err, found.Phases, found.Marbles)
	}
	text := found.text.String()
	kept, err := c.after(s, first, search(), io.Discard)
	if err != nil || kept.text.String() != text || kept.Phases != found.Phases {
		t.Errorf("%v, %d phases; the file was not taken", err, kept.Phases)
	}
	words := strings.Fields(text)
	for at, word := range words {
		if strings.Contains(word, "s") {
			continue
		}
		words[at] = "501"
		if err := os.WriteFile(c.part(first), []byte(strings.Join(words, " ")), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := c.after(s, first, search(), io.Discard); err == nil || !strings.Contains(err.Error(), "a number of slides") {
			t.Errorf("%v", err)
		}
		break
	}
}

// TestHold proves that Blue has no win with four marbles a side, and has it checked.
func TestHold(t *testing.T) {
	c := square4WinsCommand{Dir: t.TempDir(), Pieces: 4, Hash: 1, Hold: true}
	if err := c.Run(io.Discard); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	checked := check.Command{Files: []string{filepath.Join(c.Dir, c.name())}, Threads: 1}
	if err := checked.Run(&out); err != nil || !strings.Contains(out.String(), "pieces=4: Blue has no win") {
		t.Errorf("%q, error %v", out.String(), err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.run(stopped, io.Discard); !errors.Is(err, errStopped) {
		t.Errorf("stopped: %v", err)
	}
}

// TestWinsRefusals has options that are out of bounds.
func TestWinsRefusals(t *testing.T) {
	for _, c := range []square4WinsCommand{{Pieces: 3, Hash: 1}, {Pieces: 17, Hash: 1}, {Pieces: 16}, {Pieces: 8, Hash: 1, Hold: true}, {Pieces: 5, Hash: 1, Hold: true, Slides: true}} {
		if c.Run(io.Discard) == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}
