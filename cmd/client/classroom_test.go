package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestClassroom runs the transcripts of testdata/classroom. Each says which
// section of the document asks for what.
func TestClassroom(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "classroom"),
		RequireExplicitExec: true,
	})
}
