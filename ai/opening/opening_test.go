package opening

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

// walk is a small game for tests: two players in turn add 1 or 2 to either of two
// heaps, which are images of each other, until one has 6. A turn is 2*heap+number-1.
type walk struct{ seats int }

type heaps struct {
	count [2]uint8
	turns uint8
}

func (walk) Start() heaps         { return heaps{} }
func (w walk) Seats() int         { return w.seats }
func (walk) Sum() int             { return 100 }
func (w walk) Mover(s *heaps) int { return int(s.turns) % w.seats }
func (w walk) Key(s *heaps) uint64 {
	a, b := s.count[0], s.count[1]
	return uint64(min(a, b)) | uint64(max(a, b))<<8 | uint64(w.Mover(s))<<16
}
func (w walk) Turns(s *heaps) (list []Turn) {
	for t := range Turn(4) {
		if w.Legal(s, t) {
			list = append(list, t)
		}
	}
	return list
}
func (walk) Legal(s *heaps, t Turn) bool {
	return t < 4 && max(s.count[0], s.count[1]) < 6 && s.count[t/2]+uint8(t%2)+1 <= 6
}
func (walk) Play(s heaps, t Turn) heaps {
	s.count[t/2] += uint8(t%2) + 1
	s.turns++
	return s
}

// line is a turn that is worth so much to who makes it, of a hundred for two.
func line(t Turn, v int16) Line { return Line{t, Value{v, 100 - v}} }

// TestValues builds a graph whose values follow from the leaves: what a turn is
// worth is what the other side makes of it.
func TestValues(t *testing.T) {
	g := walk{2}
	b := NewGraph(g)
	explore := func(n int, rest *Line, lines ...Line) {
		t.Helper()
		if err := b.Explore(n, lines, rest); err != nil {
			t.Fatal(err)
		}
	}
	bad := line(1, 30)
	if got := b.Unlinked(0); !slices.Equal(got, []Turn{0, 1}) {
		t.Errorf("the start has the turns %v to look at; 2 and 3 are images", got)
	}
	explore(0, &bad, line(0, 60))
	if got, want := b.Next(Costs{Ply: 5, Plies: 9}, 9), []int{1}; !slices.Equal(got, want) {
		t.Errorf("to explore are %v, not %v", got, want)
	}
	explore(1, nil, line(0, 35), line(1, 45))
	if v := b.values()[0]; v[0] != 55 || v[1] != 45 {
		t.Errorf("the start is worth %v", v)
	}
	// Leaving by turn 1 costs nothing there, by turn 0 ten.
	if got, want := b.Next(Costs{Ply: 5, Plies: 9}, 9), []int{3, 2}; !slices.Equal(got, want) {
		t.Errorf("to explore are %v, not %v", got, want)
	}
	if got := b.Next(Costs{Ply: 5, Plies: 2}, 9); len(got) != 0 {
		t.Errorf("to explore are %v beyond the last ply", got)
	}
	// When the turn of the book turns out worse than another, that one is looked at.
	explore(3, nil, line(2, 20))
	if v := b.values()[0]; v[0] != 30 {
		t.Errorf("the start is worth %v, but its other turn 30", v)
	}
	if got := b.Next(Costs{Ply: 5, Plies: 9}, 1); !slices.Equal(got, []int{0}) || !slices.Equal(b.Unlinked(0), []Turn{1}) {
		t.Errorf("to explore is %v, by the turns %v", got, b.Unlinked(0))
	}
	if err := b.Explore(99, nil, nil); err == nil {
		t.Error("a position that is not there was explored")
	}
	if err := b.Explore(0, []Line{line(9, 0)}, nil); err == nil {
		t.Error("a turn that is not legal was entered")
	}
}

// again is walk where who adds 1 moves again, and where it makes no difference to a
// position who is to move: two players may come to the same one.
type again struct{ walk }

func (again) Key(s *heaps) uint64 {
	return uint64(min(s.count[0], s.count[1])) | uint64(max(s.count[0], s.count[1]))<<8
}
func (again) Play(s heaps, t Turn) heaps {
	s.count[t/2] += uint8(t%2) + 1
	s.turns += uint8(t % 2)
	return s
}

// TestImagesOfOtherMovers has a heap of 2, at which the second player comes to move by
// turn 1, and the first by turn 0 and once more.
func TestImagesOfOtherMovers(t *testing.T) {
	g := again{walk{2}}
	b := NewGraph(g)
	for n, lines := range [][]Line{{line(1, 40), line(0, 30)}, nil, {line(0, 50)}} {
		if err := b.Explore(n, lines, nil); err != nil {
			t.Fatal(err)
		}
	}
	if v := b.values(); b.Len() != 3 || v[1][0] != 60 || v[2][0] != 60 || v[0][0] != 60 {
		t.Errorf("%d positions, worth %v; a heap of 2 is worth 60 to who is to move, and whoever can come to it himself has that", b.Len(), v)
	}
	file, err := b.Append(nil, About{Book: "again"})
	if err != nil {
		t.Fatal(err)
	}
	book, err := Read(g, "again", file)
	if err != nil {
		t.Fatal(err)
	}
	one := g.Play(g.Start(), 0)
	if list := book.Choices(one); len(list) != 1 || list[0].Value[0] != 60 {
		t.Errorf("with a heap of 1 the choices are %v", list)
	}
}

// grown is a graph of so many positions, of values that look like chance.
func grown(g walk, positions int) *Graph[heaps] {
	b := NewGraph(g)
	for b.Len() < positions {
		list := b.Next(Costs{Ply: 3, Plies: 6}, 1)
		if len(list) == 0 {
			break
		}
		n := list[0]
		var lines []Line
		for _, t := range b.Unlinked(n) {
			v := Value{}
			for i := range g.seats - 1 {
				v[i] = int16((7*n + 11*int(t) + 5*i) % (100 / g.seats))
			}
			first := []int{int(v[0]), int(v[1]), int(v[2])}
			lines = append(lines, Line{t, Complete(g, first)})
		}
		if err := b.Explore(n, lines, nil); err != nil {
			panic(err)
		}
	}
	return b
}

// A book is read when its turns are asked for, and not for the position with which
// another one begins.
func TestEmbedded(t *testing.T) {
	g := walk{2}
	file, err := grown(g, 25).Append(nil, About{Book: "walk", Nodes: 7, Trust: 1})
	if err != nil {
		t.Fatal(err)
	}
	good, bad := Embed(g, "walk", file), Embed(g, "walk", nil)
	start := g.Start()
	next := g.Play(start, good.Book().Choices(start)[0].Turn)
	if !InAny(start, bad) || !InAny(next, good, bad) {
		t.Error("the book lacks its first positions")
	}
	defer func() {
		if recover() == nil {
			t.Error("a book that is none is read")
		}
	}()
	InAny(next, bad)
}

// TestFile writes a graph and reads it: all positions are there once, with their
// values, which are those of the graph as the unit has them.
func TestFile(t *testing.T) {
	for _, seats := range []int{2, 3, 4} {
		g := walk{seats}
		b := grown(g, 25)
		file, err := b.Append(nil, About{Book: "walk", Nodes: 7, Trust: 1})
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := grown(g, 25).Append(nil, About{Book: "walk", Nodes: 7, Trust: 1}); !bytes.Equal(file, again) {
			t.Error("the same graph is written otherwise")
		}
		book, err := Read(g, "walk", file)
		if err != nil {
			t.Fatal(err)
		}
		if book.Len() != b.Len() || book.About.Positions != b.Len() || book.About.Nodes != 7 {
			t.Errorf("%d positions are read, %+v; %d were written", book.Len(), book.About, b.Len())
		}
		for n, v := range b.values() {
			s := b.Position(n)
			if e := book.known[g.Key(&s)]; n > 0 && e.value != v || e.explored != b.nodes[n].explored {
				t.Errorf("%d seats, position %d: %+v, not %v", seats, n, e, v)
			}
		}
		start := g.Start()
		list := book.Choices(start)
		if len(list) != 4 || list[0].Value != b.values()[0] {
			t.Errorf("%d seats: choices %v; the start is worth %v", seats, list, b.values()[0])
		}
	}
}

// TestPlayable: near the best, and only by searches enough. Behind the start are a
// position by turn 0, worth 60, and one by turn 1, worth 55, each with an image.
func TestPlayable(t *testing.T) {
	g := walk{2}
	s := g.Start()
	book := func(trust int, explored ...string) *Book[heaps] {
		b := &Book[heaps]{About: About{Trust: trust}, game: g, known: map[uint64]entry{}}
		for _, p := range []struct {
			name  string
			turns []Turn
			value Value
		}{
			{"start", nil, Value{}}, {"0", []Turn{0}, Value{40, 60}}, {"1", []Turn{1}, Value{45, 55}},
			{"00", []Turn{0, 0}, Value{60, 40}}, {"11", []Turn{1, 1}, Value{55, 45}},
		} {
			at := s
			for _, turn := range p.turns {
				at = g.Play(at, turn)
			}
			b.known[g.Key(&at)] = entry{p.value, slices.Contains(explored, p.name)}
		}
		return b
	}
	for _, tc := range []struct {
		trust    int
		explored []string
		near     int
		want     int
	}{
		{1, nil, 9, 0}, {1, []string{"start"}, 0, 2}, {1, []string{"start"}, 5, 4}, {2, []string{"start"}, 5, 0},
		{2, []string{"start", "0"}, 5, 2}, {2, []string{"start", "1"}, 4, 0}, {2, []string{"start", "0", "1"}, 5, 4},
		{3, []string{"start", "0", "1"}, 5, 0}, {3, []string{"start", "0", "1", "11"}, 5, 0},
	} {
		b := book(tc.trust, tc.explored...)
		if got := b.Playable(s, tc.near); len(got) != tc.want {
			t.Errorf("%+v: %v", tc, got)
		}
		c, ok := b.Pick(s, tc.near, 3)
		if again, _ := b.Pick(s, tc.near, 3); ok != (tc.want > 0) || again != c {
			t.Errorf("%+v: picked %v, then %v", tc, c, again)
		}
	}
	if b := book(1, "start", "1"); len(b.Choices(g.Play(s, 0))) != 0 || !b.Has(g.Play(s, 2)) {
		t.Error("a position that was not explored has choices, or an image is not in the book")
	}
}

func TestReadRefuses(t *testing.T) {
	g := walk{2}
	good, err := grown(g, 12).Append(nil, About{Book: "walk"})
	if err != nil {
		t.Fatal(err)
	}
	head, packed, _ := strings.Cut(string(good), "\n")
	for _, c := range []struct {
		file string
		want string
		err  error
	}{
		{"", "no first line", ErrFile},
		{"x\n", "not JSON", ErrFile},
		{"{}\n", "its format is 0", ErrFile},
		{head + "\n", "cannot be unpacked", ErrFile},
		{head + "\n" + packed[:len(packed)/2], "cannot be unpacked", ErrFile},
		{strings.Replace(head, "walk", "run", 1) + "\n" + packed, `of "run", not of "walk"`, ErrOther},
		{strings.Replace(head, `"positions":1`, `"positions":2`, 1) + "\n" + packed, "where its first line says", ErrFile},
		{strings.Replace(head, `"positions":`, `"positions":-`, 1) + "\n" + packed, "positions; 1 to", ErrFile},
		{strings.Replace(head, `"unit":1`, `"unit":0`, 1) + "\n" + packed, "unit 0", ErrFile},
	} {
		if _, err := Read(g, "walk", []byte(c.file)); !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v, want %q", c.file, err, c.want)
		}
	}
	if _, err := Read(walk{3}, "walk", good); err == nil {
		t.Error("a book for two is read for three")
	}
}

func FuzzRead(f *testing.F) {
	g := walk{2}
	for _, positions := range []int{1, 5, 25} {
		file, err := grown(g, positions).Append(nil, About{Book: "walk"})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Add([]byte("{\"format\":1}\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		b, err := Read(g, "walk", file)
		if err == nil && b.Len() != b.About.Positions {
			t.Errorf("%d positions, %+v", b.Len(), b.About)
		}
	})
}
