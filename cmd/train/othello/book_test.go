package othello

import (
	"os"
	"path/filepath"
	"testing"

	"quadrille/engine/othello"
)

// TestGrow grows a book, and goes on with it.
func TestGrowBook(t *testing.T) {
	name := filepath.Join(t.TempDir(), "book.txt")
	g := bookCommand{File: name, Positions: 3, Nodes: 300, Turns: 2, Loss: 300, Disks: 10}
	var sizes []int
	for range 2 {
		if err := g.Run(t.Output()); err != nil {
			t.Fatal(err)
		}
		b, err := loadBook(name)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, b.Len())
		if len(b.Choices(othello.StartState())) == 0 {
			t.Error("the start position has no turns in the book")
		}
	}
	if sizes[0] == 0 || sizes[1] <= sizes[0] {
		t.Errorf("the book has %v positions", sizes)
	}
	if _, err := os.Stat(name + ".new"); err == nil {
		t.Error("a half-written file is left")
	}
	if err := os.WriteFile(name, []byte("nonsense\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := g.Run(t.Output()); err == nil {
		t.Error("a broken book is grown")
	}
}
