package main

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestMatchScripts runs the scripts of client match.
func TestMatchScripts(t *testing.T) {
	runScripts(t, filepath.Join("..", "..", "testdata", "match"))
}

// Files of openings and engines are of any system.
func TestLinesOf(t *testing.T) {
	for _, text := range []string{"f5\n\nd6", "f5\r\n\r\nd6", "f5\r\rd6", "\ufefff5\r\n\nd6"} {
		if got := linesOf([]byte(text)); !slices.Equal(got, []string{"f5", "", "d6"}) {
			t.Errorf("%q: %q", text, got)
		}
	}
}
