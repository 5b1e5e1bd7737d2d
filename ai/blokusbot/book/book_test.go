package book

import (
	"testing"

	"quadrille/ai/opening"
	"quadrille/engine/blokus"
)

// TestEmbedded looks at the program's books. That every position can be reached by
// legal turns, and is there once, their reader makes sure; package opening tests that.
func TestEmbedded(t *testing.T) {
	if all, most := len(duo)+len(classic)+len(free), 40_000; all > most {
		t.Errorf("the books have %d bytes, more than %d", all, most)
	}
	for name, b := range map[string]*opening.Book[blokus.State]{Duo: duoBook.Book(), Classic: classicBook.Book(), Free: freeBook.Book()} {
		g, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		if b.About.Book != name || b.About.Evaluation == "" || b.About.Date == "" || b.About.Nodes == 0 {
			t.Errorf("%s tells of itself: %+v", name, b.About)
		}
		list := b.Choices(g.Start())
		if len(list) == 0 {
			t.Errorf("%s has no turns at the start", name)
		}
		for _, c := range list {
			sum := 0
			for _, v := range c.Value {
				sum += int(v)
				if v < 0 || v > 1000 {
					t.Errorf("%s: turn %d gives somebody %d thousandths", name, c.Turn, v)
				}
			}
			if sum != 1000 {
				t.Errorf("%s: turn %d has values that come to %d", name, c.Turn, sum)
			}
		}
	}
	if _, err := Named("chess"); err == nil {
		t.Error("there is a book of chess")
	}
}

// FuzzRead reads files that are not books.
func FuzzRead(f *testing.F) {
	f.Add(duo)
	f.Add(classic)
	f.Fuzz(func(t *testing.T, file []byte) {
		for _, name := range []string{Duo, Classic} {
			g, err := Named(name)
			if err != nil {
				t.Fatal(err)
			}
			b, err := opening.Read(g, name, file)
			if err == nil && b.Len() != b.About.Positions {
				t.Errorf("%d positions are read; the file says %d", b.Len(), b.About.Positions)
			}
		}
	})
}
