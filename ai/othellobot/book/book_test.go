package book

import (
	"testing"

	"quadrille/ai/opening"
	"quadrille/ai/othellobot/pattern"
)

// TestDefault looks at the program's book. That every position can be reached by
// legal turns, and is there once, its reader makes sure; package opening tests that.
func TestDefault(t *testing.T) {
	if most := 40_000; len(embedded) > most {
		t.Errorf("the book has %d bytes, more than %d", len(embedded), most)
	}
	b := Default.Book()
	if b.About.Evaluation != pattern.Digest() {
		t.Logf("the book was grown by the weights %s; those of the program are %s", b.About.Evaluation, pattern.Digest())
	}
	if b.About.Date == "" || b.About.Nodes == 0 || b.About.Trust != 6 {
		t.Errorf("the book tells of itself: %+v", b.About)
	}
	start := Game{}.Start()
	list := b.Choices(start)
	if len(list) != 4 {
		t.Fatalf("the start has the turns %v in the book, of which all four are images", list)
	}
	for _, c := range list {
		if c.Value != list[0].Value {
			t.Errorf("images of one turn are worth %v and %v", c.Value, list[0].Value)
		}
	}
}

// FuzzRead reads files that are not books.
func FuzzRead(f *testing.F) {
	f.Add(embedded)
	f.Add([]byte(`{"format":1,"book":"othello","positions":1,"unit":1,"trust":1}` + "\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		b, err := opening.Read(Game{}, Name, file)
		if err == nil && b.Len() != b.About.Positions {
			t.Errorf("%d positions are read; the file says %d", b.Len(), b.About.Positions)
		}
	})
}
