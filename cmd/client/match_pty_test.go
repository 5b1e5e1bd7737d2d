//go:build unix

package main

import (
	"path/filepath"
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
