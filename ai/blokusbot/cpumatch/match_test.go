package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille/engine"
	"quadrille/engine/blokus"
)

func TestRankScore(t *testing.T) {
	for _, c := range []struct {
		scores []int
		seat   int
		want   float64
	}{
		{[]int{-3, -9}, 0, 1}, {[]int{-3, -9}, 1, 0}, {[]int{-3, -3}, 1, 0.5},
		{[]int{-1, -2, -3, -4}, 1, 2. / 3}, {[]int{-1, -2, -2, -4}, 2, 0.5}, {[]int{0, 0, 0, 0}, 3, 0.5},
	} {
		if got := rankScore(c.scores, c.seat); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("seat %d of %v: %g, not %g", c.seat, c.scores, got, c.want)
		}
	}
}

func TestBudget(t *testing.T) {
	var b budget
	if b.of(3) != 0 {
		t.Error("time before any turn")
	}
	b.add(1, 10)
	b.add(1, 20)
	b.add(99, 7)
	for turn, want := range map[int]time.Duration{0: 0, 1: 15, 5: 15, 23: 7, 50: 7} {
		if got := b.of(turn); got != want {
			t.Errorf("turn %d: %d, not %d", turn, got, want)
		}
	}
}

// TestAgainstItself plays a game of each variant in each seat.
func TestAgainstItself(t *testing.T) {
	for variant, seats := range map[string]int{"duo": 2, "classic": 4} {
		m := match{variant: variant, games: seats, nodes: 4, record: filepath.Join(t.TempDir(), "record")}
		if err := m.run(); err != nil || m.played != seats {
			t.Fatalf("%s: %d games: %v", variant, m.played, err)
		}
		file, err := os.ReadFile(m.record)
		if err != nil || strings.Count(string(file), "\n") != seats {
			t.Errorf("%s: a record of %d bytes: %v", variant, len(file), err)
		}
	}
	if (&match{variant: "duo", games: 1, nodes: 4, a: "x=1"}).run() == nil {
		t.Error("an unknown parameter is taken")
	}
}

// TestMain is the GTP program of TestGTP when it is told so.
func TestMain(m *testing.M) {
	if os.Getenv("CPUMATCH_GTP") != "" {
		answerGTP()
		return
	}
	os.Exit(m.Run())
}

// answerGTP plays the first legal turn.
func answerGTP() {
	start := func() engine.Position {
		pos, err := blokus.Game{}.New(engine.Rules{"variant": "duo", "corners": "fixed", "end": "all-blocked", "scoring": "official"}, 1)
		if err != nil {
			panic(err)
		}
		return pos
	}
	pos := start()
	play := func(token string) (err error) {
		for pos.Legal()[0] == "pass" && token != "pass" {
			if pos, err = pos.Play("pass"); err != nil {
				return err
			}
		}
		pos, err = pos.Play(token)
		return err
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		words, answer := strings.Fields(lines.Text()), ""
		var err error
		switch words[0] {
		case "clear_board":
			pos = start()
		case "play":
			err = play(words[2])
		case "genmove":
			for want := map[string]engine.Player{"b": 1, "w": 2}[words[1]]; pos.Turn() != want && err == nil; {
				pos, err = pos.Play("pass")
			}
			if err == nil {
				answer = pos.Legal()[0]
				err = play(answer)
			}
		}
		if err != nil {
			fmt.Printf("? %v\n\n", err)
			continue
		}
		fmt.Printf("= %s\n\n", answer)
	}
}

// TestGTP plays against a program of few ideas; every turn of both is checked
// by the rules.
func TestGTP(t *testing.T) {
	t.Setenv("CPUMATCH_GTP", "1")
	m := match{variant: "duo", games: 2, nodes: 20, warm: 1, gtp: "'" + os.Args[0] + "'"}
	if err := m.run(); err != nil {
		t.Fatal(err)
	}
	if m.sum != 2 {
		t.Errorf("%g of 2 points against the first legal turn", m.sum)
	}
	if (&match{variant: "duo", gtp: "/nowhere"}).run() == nil {
		t.Error("a missing program is played with")
	}
}
