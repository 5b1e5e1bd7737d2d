package book

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"quadrille/engine/othello"
)

// after plays turns from the start.
func after(t testing.TB, transcript string) othello.State {
	t.Helper()
	s := othello.StartState()
	tokens, _ := othello.SplitTranscript(transcript)
	for _, token := range tokens {
		turn, _ := othello.ParseTurn(token)
		if s.Moves()>>turn&1 == 0 {
			t.Fatalf("%s: %s is not legal", transcript, token)
		}
		s = s.Play(turn)
	}
	return s
}

// TestChoices builds a small book: what a turn is worth follows from what the
// other side can choose after it, in every image of the position.
func TestChoices(t *testing.T) {
	b := New()
	b.Add(after(t, "f5"), 0)
	b.Add(after(t, "f5d6"), -30)
	b.Add(after(t, "f5f6"), 10)
	b.Add(after(t, "f5d6c3"), -200)
	b.Add(after(t, "f5d6c5"), 120)
	if n := b.Len(); n != 5 {
		t.Errorf("%d positions, want 5", n)
	}
	// All first turns are images of each other. Behind f5 d6, c3 is worth 200
	// to Black and c5 -120, so that d6 is worth -200 to White and f6 -10.
	choices := b.Choices(othello.StartState())
	if len(choices) != 4 {
		t.Fatalf("%d first turns: %v", len(choices), choices)
	}
	for _, c := range choices {
		if c.Value != 10 {
			t.Errorf("%s is worth %d, not 10", c.Turn, c.Value)
		}
	}
	for _, first := range []string{"f5", "e6", "c4", "d3"} {
		got := b.Choices(after(t, first))
		if len(got) != 2 || got[0].Value != -10 || got[1].Value != -200 {
			t.Errorf("after %s: %v", first, got)
		}
	}
	if got := b.Choices(after(t, "f5f4")); len(got) != 0 {
		t.Errorf("outside the book: %v", got)
	}
}

// TestNext wants the line in which both sides give away least.
func TestNext(t *testing.T) {
	b := New()
	if s, ok := b.Next(20); !ok || s != othello.StartState() {
		t.Errorf("an empty book goes on with %+v, %v", s, ok)
	}
	b.Add(after(t, "f5"), 0)
	b.Add(after(t, "f5d6"), -30)
	b.Add(after(t, "f5f6"), 100)
	next, ok := b.Next(20)
	if want := after(t, "f5d6"); !ok || next.Canonical() != want.Canonical() {
		t.Errorf("the next position is %+v, %v", next, ok)
	}
	if _, ok := b.Next(4); ok {
		t.Error("there is a next position beyond the last one")
	}
}

func TestWriteRead(t *testing.T) {
	b := New()
	b.Add(after(t, "f5d6"), -30)
	b.Add(after(t, "f5f4"), 6400)
	var first, second bytes.Buffer
	if _, err := b.WriteTo(&first); err != nil {
		t.Fatal(err)
	}
	again, err := Read(bytes.NewReader(first.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.WriteTo(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("written %q, read and written %q, %v", first.String(), second.String(), err)
	}
}

var unreadable = []string{
	"1", "1 2", "1 2 3 4", "x 2 3", "1 x 3", "1 2 x", "3 2 0", "1 2 6401", "1 2 -6401",
	"8000000000000000 4000000000000000 0", "11111111111111111 2 0",
}

func TestReadRefuses(t *testing.T) {
	for _, line := range unreadable {
		if b, err := Read(strings.NewReader(line)); err == nil {
			t.Errorf("%q is read as %v", line, b.values)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, line := range unreadable {
		f.Add(line)
	}
	f.Add("# comment\n810000000 1008000000 12\n")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if _, err := b.WriteTo(&out); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&out)
		if err != nil || again.Len() != b.Len() {
			t.Errorf("%q: written and read again it is %v, %v", text, again, err)
		}
	})
}

// TestDefault looks at the book of the program: it is small, has the start, and
// everything in it can be reached by turns of the book.
func TestDefault(t *testing.T) {
	b := Default()
	if len(embedded) > 200_000 {
		t.Errorf("the book has %d bytes", len(embedded))
	}
	if n := len(b.Choices(othello.StartState())); n != 4 {
		t.Errorf("%d first turns are in the book, want all 4", n)
	}
	seen := map[key]bool{}
	at := []othello.State{othello.StartState()}
	for len(at) > 0 {
		s := at[len(at)-1]
		at = at[:len(at)-1]
		for _, turn := range s.Turns(nil) {
			next := s.Play(turn)
			k := keyOf(&next)
			if _, ok := b.values[k]; ok && !seen[k] {
				seen[k] = true
				at = append(at, next)
			}
		}
	}
	if len(seen) != b.Len() {
		t.Errorf("%d of %d positions can be reached", len(seen), b.Len())
	}
	var out bytes.Buffer
	if _, err := b.WriteTo(&out); err != nil {
		t.Fatal(err)
	}
	lines := slices.DeleteFunc(strings.SplitAfter(string(embedded), "\n"), func(l string) bool { return strings.HasPrefix(l, "#") })
	if got := strings.Join(lines, ""); got != out.String() {
		t.Error("the book is not as the program writes it")
	}
}
