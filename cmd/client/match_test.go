package main

import (
	"path/filepath"
	"testing"
)

// TestMatchScripts runs the scripts of client match.
func TestMatchScripts(t *testing.T) {
	runScripts(t, filepath.Join("..", "..", "testdata", "match"))
}
