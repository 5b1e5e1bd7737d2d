package enginetest

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"quadrille/engine"
)

// PerftNodesEnv is the environment variable that overrides the node budget of
// Perft, to run the deep entries of the tables too.
const PerftNodesEnv = "QUADRILLE_PERFT_NODES"

// slowNodes is up to where the counts are also made by playing tokens.
const slowNodes = 20000

// Perft compares a game with a table of perft counts. A line of the table is
//
//	NAME | RULES | POSITION | DEPTH:COUNT ...
//
// RULES are key=value words or '-', POSITION is startpos or a FEN. Empty lines
// and what follows a '#' at the start of a line are comments. Counts above
// maxNodes (a tenth of it under -short) are left out unless PerftNodesEnv is
// set.
func Perft(t *testing.T, game engine.Game, file string, maxNodes uint64) {
	limit := nodeLimit(t, maxNodes)
	rows := 0
	for n, line := range readLines(t, file) {
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "|")
		if len(fields) != 4 {
			t.Fatalf("%s:%d: a line has four fields, not %d", file, n+1, len(fields))
		}
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		rows++
		t.Run(fields[0], func(t *testing.T) {
			p := perftPosition(t, game, fields[1], fields[2])
			for _, count := range strings.Fields(fields[3]) {
				perftCount(t, p, count, limit)
			}
		})
	}
	if rows == 0 {
		t.Fatalf("%s has no entries", file)
	}
}

func nodeLimit(t *testing.T, maxNodes uint64) uint64 {
	if text := os.Getenv(PerftNodesEnv); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", PerftNodesEnv, err)
		}
		return n
	}
	if testing.Short() {
		return maxNodes / 10
	}
	return maxNodes
}

func perftPosition(t *testing.T, game engine.Game, rules, position string) engine.Position {
	given := engine.Rules{}
	if rules != "-" {
		var err error
		if given, err = engine.ParseSettings(strings.Fields(rules)); err != nil {
			t.Fatal(err)
		}
	}
	p, err := game.New(given, 0)
	if err == nil && position != "startpos" {
		p, err = game.ParseFEN(position, p.Rules())
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func perftCount(t *testing.T, p engine.Position, entry string, limit uint64) {
	depthText, countText, _ := strings.Cut(entry, ":")
	depth, err := strconv.Atoi(depthText)
	want, err2 := strconv.ParseUint(countText, 10, 64)
	if err != nil || err2 != nil {
		t.Fatalf("%q is not DEPTH:COUNT", entry)
	}
	if want > limit {
		return
	}
	never := func() bool { return false }
	if got := engine.Perft(p, depth, never); got != want {
		t.Errorf("perft %d is %d, not %d", depth, got, want)
	}
	if want > slowNodes {
		return
	}
	if got := engine.SlowPerft(p, depth, never); got != want {
		t.Errorf("perft %d by playing tokens is %d, not %d", depth, got, want)
	}
}

func readLines(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.ReplaceAll(string(text), "\r", ""), "\n")
}
