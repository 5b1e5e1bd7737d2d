package main

import (
	"errors"
	"io"
	"testing"

	"quadrille/ai/square4bot"
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

// TestAnswers plays all that Red may do in a game that Blue wins, from its eighth turn on,
// and wants an interrupted search to prove nothing.
func TestAnswers(t *testing.T) {
	s := square4.StartState(16, false)
	for _, word := range []string{"2.3s1", "2.2s0", "1.3s3", "4.3s6", "4.1s7", "8.1s8", "5.0s5"} {
		turn, ok := square4.ParseTurn(word)
		if !ok {
			t.Fatal(word)
		}
		s = s.Play(turn)
	}
	for _, stop := range []bool{false, true} {
		w := &winner{attack: square4bot.NewAttack(1, func() bool { return stop }), seen: map[square4.State]bool{}}
		var want error
		if stop {
			want = errStopped
			s = square4.StartState(16, false).Play(square4.NewTurn(0, 1)) // which takes longer
		}
		if err := w.answer(s); !errors.Is(err, want) || !stop && (w.turns == 0 || w.last < 5 || w.last > 16) {
			t.Errorf("stop %v: %v, %d turns, by marble %d", stop, err, w.turns, w.last)
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
