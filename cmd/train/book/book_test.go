package book

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	blokusbook "quadrille/ai/blokusbot/book"
	"quadrille/ai/opening"
	othellobook "quadrille/ai/othellobot/book"
	"quadrille/cmd/train/linefile"
)

// commandFor is a command that grows a small book. It searches so little that a
// position may have one turn in the book: with as many plies as positions there are
// enough all the same.
func commandFor(name, journal string) growCommand {
	return growCommand{Book: name, Journal: journal, Positions: 12, Nodes: 60, Turns: 2, Plies: 12, Batch: 3, Seed: 1, Threads: 1}
}

// TestGrow grows books at once, and in several goes, by several threads and from
// journals that were cut off anywhere: the same journal comes of it.
func TestGrow(t *testing.T) {
	for _, name := range []string{othellobook.Name, blokusbook.Duo, blokusbook.Classic} {
		dir := t.TempDir()
		whole := commandFor(name, filepath.Join(dir, "whole"))
		if err := whole.Run(io.Discard); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(whole.Journal)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []int{0, 20, len(want) / 2, len(want) - 1} {
			c := commandFor(name, filepath.Join(dir, "cut"))
			c.Threads = 2
			if err := os.WriteFile(c.Journal, want[:at], 0o666); err != nil {
				t.Fatal(err)
			}
			if err := c.Run(io.Discard); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(c.Journal); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s, cut off at %d of %d bytes, becomes %q, not %q (%v)", name, at, len(want), got, want, err)
			}
		}
		write(t, whole.Journal, filepath.Join(dir, "book"))
		larger := whole
		larger.Nodes++
		if err := larger.Run(io.Discard); !errors.Is(err, linefile.ErrHead) {
			t.Errorf("%s: continued with other searches: %v", name, err)
		}
	}
}

// write writes a journal as a book and reads its provenance.
func write(t *testing.T, journal, file string) {
	t.Helper()
	day := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	w := writeCommand{Journal: journal, Out: file, Date: day}
	if err := w.Run(io.Discard); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	about, _, err := opening.ReadAbout(text)
	if err != nil || about.Positions < 12 || about.Explored == 0 || about.Nodes != 60 || about.Date != "2026-11-29" || len(about.Evaluation) != 12 {
		t.Errorf("%+v, %v", about, err)
	}
}

// TestOther gives journals that are of something else.
func TestOther(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	c := commandFor(othellobook.Name, path)
	if err := c.Run(io.Discard); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ name, old, now, want string }{
		{"another position", "\n1 ", "\n2 ", "another version"},
		{"no turn", "\n0 19=", "\n0 99=", "not legal"},
		{"no values", "=", "!", "no turn"},
	} {
		broken := strings.Replace(string(text), tc.old, tc.now, 1)
		if broken == string(text) {
			t.Fatalf("%s: the journal has no %q", tc.name, tc.old)
		}
		if err := os.WriteFile(path, []byte(broken), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := c.Run(io.Discard); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
}

// A book is not written over the searches that it is made of.
func TestBookOverJournal(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "journal")
	if err := (&writeCommand{Journal: journal, Out: journal}).Run(io.Discard); err == nil || !strings.Contains(err.Error(), "the journal and --out are the same file") {
		t.Errorf("%v", err)
	}
}

func TestBadNumbers(t *testing.T) {
	for _, spoil := range []func(*growCommand){
		func(c *growCommand) { c.Positions = 0 }, func(c *growCommand) { c.Threads = -1 }, func(c *growCommand) { c.Batch = 0 },
		func(c *growCommand) { c.Turns = -1 }, func(c *growCommand) { c.Plies = -1 },
	} {
		c := commandFor(othellobook.Name, filepath.Join(t.TempDir(), "journal"))
		spoil(&c)
		if err := c.Run(io.Discard); err == nil || !strings.Contains(err.Error(), "at least 1") {
			t.Errorf("%+v: %v", c, err)
		}
		if _, err := os.Stat(c.Journal); err == nil {
			t.Errorf("%+v began a journal", c)
		}
	}
}

// FuzzRecord wants what was written to be read again.
func FuzzRecord(f *testing.F) {
	for _, line := range []string{"0 19=200,-200,0,0", "3 26=1,-1,0,0 -37=-5,5,0,0", "4", "-1", "1 -2=0,0,0,0 3=0,0,0,0", "x", "1 2", "1 2=3"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := parseRecord(line)
		if err != nil {
			return
		}
		again, err := parseRecord(r.String())
		if err != nil || again.String() != r.String() {
			t.Errorf("%q is %q and then %q, %v", line, r, again, err)
		}
	})
}
