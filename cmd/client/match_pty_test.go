//go:build unix

package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// On a terminal the table stays in its place; Ctrl-C ends the match with the
// table, and --resume goes on.
func TestTerminalMatch(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "m.db")
	term := start(t, t.TempDir(), nil, "match", "-e", "name=a level=1", "-e", "name=b level=1", "-g", "teeko",
		"--depth", "2", "--rounds", "100000", "--journal", journal)
	term.expect(`roundrobin, 200000 games`)
	term.expect(`\x1b\[\d+A\x1b\[J`) // up and clear: drawn again
	term.expect(`\[·+\] \d+ of 200000 games, .*games a second; at most .* left`)
	term.send(ctrlC)
	term.expect(`Interrupted; --resume goes on`)
	if code := term.wait(); code != 130 {
		t.Errorf("exit status %d, want 130", code)
	}
	again := start(t, t.TempDir(), nil, "match", "--resume", journal)
	again.expect(`\d+ were played before`)
	again.send(ctrlC)
	again.expect(`Interrupted`)
	again.wait()
}

// A table that is wider than the terminal takes more rows than it has lines.
func TestTerminalMatchWide(t *testing.T) {
	skipUnderRace(t)
	long := strings.Repeat("n", 39)
	term := start(t, t.TempDir(), nil, "match", "-e", "level=1 name=a"+long, "-e", "level=1 name=b"+long, "-g", "teeko", "--depth", "2", "--rounds", "100000")
	drawn := term.expect(`\x1b\[\d+A`)
	_, table, _ := strings.Cut(drawn, "\n") // the title is above it
	var up int
	if _, err := fmt.Sscanf(table[strings.LastIndex(table, "\x1b"):], "\x1b[%dA", &up); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(table, "\n"); up != lines+4 { // the heading, two engines, and what the two are to each other
		t.Errorf("the cursor goes up by %d rows to draw %d lines again, want 4 more:\n%s", up, lines, table)
	}
	term.send(ctrlC)
	term.expect(`Interrupted`)
	term.wait()
}
