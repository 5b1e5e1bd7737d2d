package main

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestPositions asks about positions that are all proved at once, and is
// interrupted before it begins.
func TestPositions(t *testing.T) {
	c := positionsCommand{Game: "square4", Rules: []string{"pieces=4..6", "slideback=true"}, Count: 4, MoveTime: time.Minute, Seed: 1}
	var out strings.Builder
	if err := c.run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "all                     4       4  100.0%") {
		t.Errorf("said\n%s", text)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	out.Reset()
	if err := c.run(stopped, &out); err != nil || !strings.Contains(out.String(), "interrupted after 0 positions") {
		t.Errorf("said %q, error %v", out.String(), err)
	}
}

// TestPositionsStops is interrupted while it asks about a position that takes long.
func TestPositionsStops(t *testing.T) {
	c := positionsCommand{Game: "square4", Rules: []string{"pieces=16", "slideback=false"}, Count: 100_000, MoveTime: 24 * time.Hour, Seed: 1}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	var out strings.Builder
	if err := c.run(ctx, &out); err != nil || !strings.Contains(out.String(), "interrupted after ") {
		t.Errorf("said %q, error %v", out.String(), err)
	}
}

func TestPositionsRefuses(t *testing.T) {
	for _, c := range []positionsCommand{
		{Game: "chess", Count: 1, MoveTime: time.Second},
		{Game: "square4", Count: 0, MoveTime: time.Second},
		{Game: "square4", Count: 1},
		{Game: "square4", Count: 1, MoveTime: time.Second, Rules: []string{"pieces=16..4"}},
		{Game: "square4", Count: 1, MoveTime: time.Second, Rules: []string{"pieces=3..3"}},
	} {
		err := c.run(t.Context(), &strings.Builder{})
		if err == nil {
			t.Fatalf("%+v is taken", c)
		}
		if c.Game == "chess" && !strings.HasSuffix(err.Error(), `"chess"; the games are square4, teeko, othello, blokus`) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestDraw(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 200 {
		word, err := draw("pieces=4..6", r)
		if err != nil {
			t.Fatal(err)
		}
		seen[word] = true
	}
	if len(seen) != 3 || !seen["pieces=4"] || !seen["pieces=6"] {
		t.Errorf("drawn: %v", seen)
	}
	if word, err := draw("slideback=false", r); word != "slideback=false" || err != nil {
		t.Errorf("%q, %v", word, err)
	}
}
