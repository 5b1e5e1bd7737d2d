package blokus

import (
	"testing"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

func FuzzFEN(f *testing.F) {
	var seeds []string
	for i, r := range readRecords(f) {
		if i%4 == 0 {
			seeds = append(seeds, r.end(f).FEN())
		}
	}
	for _, rules := range ruleSets() {
		p, err := Game{}.New(rules, 0)
		if err != nil {
			f.Fatal(err)
		}
		seeds = append(seeds, p.FEN())
	}
	enginetest.FuzzFEN(f, Game{}, seeds...)
}

func FuzzTurns(f *testing.F) {
	enginetest.FuzzTurns(f, Game{}, "a20", "b20,a20,a19", "pass", "place F 90 3 5", "place a20,b20", "place V3 mirror270 19 19",
		"a1,a1", "place X 0 20 20", "a20,", "place 1 0 01 1", "pass pass", "u1")
}

// FuzzPlacement checks that what ParsePlacement reads is written in one way
// and reads back.
func FuzzPlacement(f *testing.F) {
	for _, text := range []string{"a20", "b20,a20", "a1,a2,b2,c2,c3", "t20,s20", "a1,a1", "", ",", "a1,c1", "a01", "n14,n13"} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, duo bool) {
		size := classicTop
		if duo {
			size = duoTop
		}
		m, err := ParsePlacement(text, size, engine.ErrArgument)
		if err != nil {
			return
		}
		token := m.Token(size)
		if len(token) != len(text) {
			t.Fatalf("%q is written %q", text, token)
		}
		if again, err := ParsePlacement(token, size, engine.ErrArgument); again != m || err != nil {
			t.Fatalf("%q reads back as %d, not %d: %v", token, again, m, err)
		}
	})
}
