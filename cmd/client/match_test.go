package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMatchScripts runs the scripts of client match.
func TestMatchScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: filepath.Join("..", "..", "testdata", "match"), RequireExplicitExec: true})
}
