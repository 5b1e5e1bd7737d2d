package main

import (
	"path/filepath"
	"testing"
)

// TestClassroom runs the transcripts of testdata/classroom. Each says which
// section of the document asks for what.
func TestClassroom(t *testing.T) {
	runScripts(t, filepath.Join("..", "..", "testdata", "classroom"))
}
