package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestCertificates makes the certificates again, which must be the ones in
// testdata: those have been checked by package check, and its tests check them.
func TestCertificates(t *testing.T) {
	dir := t.TempDir()
	if err := (&square4Command{Dir: dir}).Run(io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{blueFile, redFile} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("../../testdata/square4/proof", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is not that in testdata", name)
		}
	}
}

func TestUnwritableDirectory(t *testing.T) {
	if err := (&square4Command{Dir: filepath.Join(t.TempDir(), "missing")}).Run(io.Discard); err == nil {
		t.Error("no error")
	}
}
