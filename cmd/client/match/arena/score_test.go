package arena

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/driver"
)

// Which kind of end a player's error is; see driver.Player.
func TestEndOf(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want End
	}{
		{&driver.ExitError{}, EndCrash},
		{fmt.Errorf("turn 3: %w", &driver.ExitError{}), EndCrash},
		{&driver.TimeoutError{}, EndStall},
		{&driver.Refusal{Code: "illegal-move"}, EndDisagreement},
		{&driver.Refusal{Code: "bad-position"}, EndDisagreement},
		{&driver.Refusal{Code: "game-over"}, EndDisagreement},
		{&driver.Refusal{Code: "busy"}, EndProtocol},
		{driver.ErrLineTooLong, EndProtocol},
		{errors.New("nonsense"), EndProtocol},
	} {
		if got := EndOf(tc.err); got != tc.want {
			t.Errorf("%v is %s, want %s", tc.err, got, tc.want)
		}
	}
}

// Points by hand: the places are worth 1, 2/3, 1/3, 0 with four seats. With
// two the result decides, whatever the scores, and with more it breaks ties.
func TestPoints(t *testing.T) {
	for _, tc := range []struct {
		result string
		scores []int
		want   []float64
	}{
		{"p2win", []int{40, 24}, []float64{0, 1}},
		{"draw", []int{9, 3}, []float64{0.5, 0.5}},
		{"p3win", []int{-10, 5, 20, 0}, []float64{0, 2. / 3, 1, 1. / 3}},
		{"p1win", []int{20, 20, 5, 5}, []float64{1, 2. / 3, 1. / 6, 1. / 6}},
		{"draw", []int{20, 20, 5, 5}, []float64{5. / 6, 5. / 6, 1. / 6, 1. / 6}},
	} {
		got, err := points(tc.result, tc.scores, len(tc.want))
		near := cmp.Comparer(func(a, b float64) bool { return a-b < 1e-12 && b-a < 1e-12 })
		if diff := cmp.Diff(tc.want, got, near); diff != "" || err != nil {
			t.Errorf("%s %v: %v (-want +got):\n%s", tc.result, tc.scores, err, diff)
		}
	}
	if got, err := points("p1win", []int{1, 2, 3}, 4); err == nil {
		t.Errorf("three scores for four seats: %v", got)
	}
}

// An engine that cannot get ready loses the game that it was to play.
func TestForfeit(t *testing.T) {
	for seats, want := range map[int]Game{
		2: {Result: "p1win", Points: []float64{1, 0}, Used: []int64{0, 0}},
		4: {Result: "*", Points: []float64{2. / 3, 0, 2. / 3, 2. / 3}, Used: []int64{0, 0, 0, 0}},
	} {
		want.Start, want.Turns, want.Opened = "startpos", []string{"a1"}, 1
		want.End, want.Fault, want.Detail, want.Reason = EndStall, 2, (&driver.TimeoutError{Name: "x"}).Error(), string(EndStall)
		got := Forfeit(Opening{Start: "startpos", Turns: []string{"a1"}}, seats, 1, &driver.TimeoutError{Name: "x"})
		got.Begun = time.Time{}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d seats (-want +got):\n%s", seats, diff)
		}
	}
}

// The note of a turn: score, depth and time, as far as they are known.
func TestRemarks(t *testing.T) {
	for line, want := range map[string]string{
		"info string nothing":                "",
		"info depth 3":                       "depth 3 ",
		"info depth 3 score cp -125":         "-1.25 depth 3 ",
		"info score cp 0":                    "+0.00 ",
		"info score mate -4 depth 9":         "mate -4 depth 9 ",
		"info score cp 20000 proof win":      "proved win ",
		"info score cp 1200 proof win":       "+12.00 ",
		"info depth 2 scores 100 -50 0 1250": "100,-50,0,1250 depth 2 ",
	} {
		info, _ := driver.ParseInfo(line)
		if got := remarks(info); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
