package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestFFO solves a problem whose answer is known, or said to be another.
func TestFFO(t *testing.T) {
	const position = "OOOOOXXX-XOXOXXXXXXXOXOXO-XOXXOX--XXOXOX-XXXXXOX--XOXXXX-XXXXX-X O"
	for _, c := range []struct {
		text string
		wld  bool
		ok   bool
	}{
		{"# a remark\nffo#7 | " + position + " | g8:+22 a5:-3\n", false, true},
		{"ffo#7 | " + position + " | g8:+20\n", false, false},
		{"ffo#7 | " + position + " | g8:+20\n", true, true},
		{"ffo#7 | " + position + " | g8:+22 a5:+24\n", false, false},
		{"ffo#7 | " + position + "\n", false, false},
		{"ffo#x | " + position + " | g8:+22\n", false, false},
		{"ffo#7 | " + position[1:] + " | g8:+22\n", false, false},
		{"ffo#7 | " + position + " | g8\n", false, false},
		{"ffo#99 | " + position + " | g8:+20\n", false, false}, // not asked for
	} {
		file := filepath.Join(t.TempDir(), "problems")
		if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		err := (&ffoCommand{Files: []string{file}, To: 9, Hash: 1, Threads: 1, WLD: c.wld}).Run(io.Discard)
		if (err == nil) != c.ok {
			t.Errorf("%q, only won, drawn or lost %v: %v", c.text, c.wld, err)
		}
	}
}

// TestProfileKeeps has a profile that is to go to the file of end games.
func TestProfileKeeps(t *testing.T) {
	const text = "ffo#7 | OOOOOXXX-XOXOXXXXXXXOXOXO-XOXXOX--XXOXOX-XXXXXOX--XOXXXX-XXXXX-X O | g8:+22\n"
	file := filepath.Join(t.TempDir(), "problems")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := (&ffoCommand{Files: []string{file}, To: 9, Hash: 1, Threads: 1, Profile: file}).Run(io.Discard); err == nil {
		t.Error("the profile may be the file of end games")
	}
	if left, err := os.ReadFile(file); string(left) != text {
		t.Errorf("%q is left of the end games (%v)", left, err)
	}
}
