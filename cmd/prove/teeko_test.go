package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"quadrille/ai/teekosolve"
	"quadrille/engine/teeko"
)

func TestTeekoBoards(t *testing.T) {
	for _, c := range []struct {
		size     int
		advanced bool
		want     teeko.Board
		ok       bool
	}{
		{4, false, teeko.Small, true}, {5, false, teeko.Scarne, true}, {5, true, teeko.Advanced, true},
		{4, true, 0, false}, {6, false, 0, false}, {0, false, 0, false},
	} {
		board, err := (&teekoCommand{Size: c.size, Advanced: c.advanced}).board()
		if (err == nil) != c.ok || board != c.want {
			t.Errorf("size %d, advanced %v: board %d, error %v", c.size, c.advanced, board, err)
		}
	}
}

// TestRun solves the small board, finds it solved, and repairs the file.
func TestSolveTeeko(t *testing.T) {
	c := teekoCommand{Size: 4, Dir: t.TempDir(), Threads: 2}
	path := teekosolve.Store{Dir: c.Dir}.Path(teeko.Small)
	run := func(ctx context.Context) (string, error) {
		var out strings.Builder
		err := c.run(ctx, &out)
		return out.String(), err
	}
	const known = "8 marks   won 194996, lost 27212, drawn 660020, over 18672 for the side to move, longest 13 plies\n"
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if out, err := run(stopped); err == nil {
		t.Errorf("interrupted at once, it prints %s", out)
	}
	for _, c := range []struct {
		name    string
		before  func() error
		builds  bool
		damaged bool
	}{
		{"first", func() error { return nil }, true, false},
		{"again", func() error { return nil }, false, false},
		{"damaged", func() error { return os.Truncate(path, 99) }, true, true},
	} {
		if err := c.before(); err != nil {
			t.Fatal(err)
		}
		out, err := run(t.Context())
		if err != nil || !strings.Contains(out, known) || !strings.Contains(out, "start     draw\n") ||
			strings.Contains(out, "ends in 12 plies") != c.builds || strings.Contains(out, "damaged") != c.damaged {
			t.Errorf("%s: %v\n%s", c.name, err, out)
		}
	}
}
