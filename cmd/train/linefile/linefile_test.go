package linefile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestContinue adds 7 to files in all states.
func TestContinue(t *testing.T) {
	for _, c := range []struct {
		name, before string
		head         any
		had          []int
		after        string
	}{
		{"empty", "", nil, nil, "7\n"},
		{"without a head", "1\n2\n", nil, []int{1, 2}, "1\n2\n7\n"},
		{"an unfinished line", "1\n2", nil, []int{1}, "1\n7\n"},
		{"a new head", "", 5, nil, "5\n7\n"},
		{"an unfinished head", "55", 5, nil, "5\n7\n"},
		{"a head", "5\n1\n", 5, []int{1}, "5\n1\n7\n"},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, []byte(c.before), 0o666); err != nil {
			t.Fatal(err)
		}
		f, had, err := Continue(path, c.head, strconv.Atoi)
		if err != nil || !slices.Equal(had, c.had) {
			t.Errorf("%s: %v, %v; want %v", c.name, had, err, c.had)
			continue
		}
		for _, n := range []string{"7", "8", "9"} {
			if err := f.Append(n); err != nil {
				t.Error(err)
			}
		}
		if f.Lines() != len(c.had)+3 || f.Cut(len(c.had)+4) == nil || len(c.had) > 0 && f.Cut(len(c.had)-1) == nil {
			t.Errorf("%s: %d lines, or too many could be cut off", c.name, f.Lines())
		}
		if err := f.Cut(len(c.had) + 1); err != nil {
			t.Error(err)
		}
		f.Close()
		if text, err := os.ReadFile(path); string(text) != c.after {
			t.Errorf("%s: then %q, %v; want %q", c.name, text, err, c.after)
		}
		var head any
		if c.head != nil {
			head = new(int)
		}
		if all, err := Read(path, head, strconv.Atoi); err != nil || !slices.Equal(all, append(c.had, 7)) {
			t.Errorf("%s: read %v, %v", c.name, all, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path, []byte("5\nx\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Continue(path, 6, strconv.Atoi); !errors.Is(err, ErrHead) {
		t.Errorf("another head: %v", err)
	}
	if _, _, err := Continue(path, 5, strconv.Atoi); !errors.Is(err, strconv.ErrSyntax) {
		t.Errorf("no number: %v", err)
	}
	if _, err := Read(path, new(bool), strconv.Atoi); err == nil {
		t.Error("a head that is none was read")
	}
	if _, err := Read(filepath.Join(dir, "missing"), nil, strconv.Atoi); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

func TestProgress(t *testing.T) {
	var out strings.Builder
	p := Begin(&out, "games", 2, 4)
	p.Made(4)
	if !strings.HasPrefix(out.String(), "games: 4 of 4, ") {
		t.Errorf("%q for the last record", out.String())
	}
}
