package othello

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/engine"
)

// play plays a transcript from the start.
func playTranscript(t *testing.T, tokens []string) *Position {
	t.Helper()
	pos, err := Game{}.New(nil, 1)
	for _, token := range tokens {
		if err == nil {
			pos, err = pos.Play(token)
		}
	}
	if err != nil {
		t.Fatalf("%v: %v", tokens, err)
	}
	return pos.(*Position)
}

// images returns a line as it looks in the four positions of the board that
// leave the start position what it is.
func images(tokens []string) (lines [][]string) {
	mirrors := []func(c, r byte) (byte, byte){
		func(c, r byte) (byte, byte) { return c, r },
		func(c, r byte) (byte, byte) { return r, c },
		func(c, r byte) (byte, byte) { return 7 - c, 7 - r },
		func(c, r byte) (byte, byte) { return 7 - r, 7 - c },
	}
	for _, mirror := range mirrors {
		var line []string
		for _, token := range tokens {
			c, r := mirror(token[0]-'a', token[1]-'1')
			line = append(line, string([]byte{'a' + c, '1' + r}))
		}
		lines = append(lines, line)
	}
	return lines
}

// TestOpenings plays every line in all its images.
func TestOpenings(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range openings {
		if seen[o.name] {
			t.Errorf("%s is there twice", o.name)
		}
		seen[o.name] = true
		tokens, ok := SplitTranscript(o.turns)
		if !ok || len(tokens) > lastNamed-4 || tokens[0] != "c4" {
			t.Fatalf("%s: %q", o.name, o.turns)
		}
		for _, line := range images(tokens) {
			if got := playTranscript(t, line).Opening(); got != o.name {
				t.Errorf("%v is called %q, not %q", line, got, o.name)
			}
		}
	}
	if len(named()) != len(openings) {
		t.Errorf("%d openings lead to %d positions", len(openings), len(named()))
	}
}

// TestOpeningsOfPeople has lines as they are written in other places, and what
// comes before and after an opening.
func TestOpeningsOfPeople(t *testing.T) {
	cases := []struct{ turns, want string }{
		{"f5", ""},
		{"f5d6", "Perpendicular"},
		{"f5f6", "Diagonal"},
		{"f5f4", "Parallel"},
		{"f5d6c3", "Perpendicular"},
		{"f5d6c5", "Fishhook"},
		{"f5d6c5f4e3", "Rabbit"},
		{"f5f4e3f6d3", "Mouse"},
		{"f5d6c3d3c4", "Tiger"},
		{"f5d6c5f4e3c6d3f6e6d7", "Rose"},
		{"f5f6e6f4c3", "Buffalo"},
		{"f5f6e6f4e3", "Cow"},
		{"f5f6e6f4g5", "Heath"},
		{"f5d6c3d3c4f4", "Tiger"},
		{"f5d6c4d3c3", "Tiger"}, // other orders of the turns
		{"f5f4e3f6e6", "Cow"},

		// As NBoard has them, whose lines all begin with f5.
		{"f5d6c3d3c4f4f6", "Stephenson"},
		{"f5d6c3d3c4f4f6b4", "Kung"},
		{"f5d6c3d3c4f4f6g5", "No-Kung"},
		{"f5d6c3d3c4f4f6f3", "Comp'Oth"},
		{"f5d6c3d3c4f4f6f3e6e7", "Scorpion"},
		{"f5d6c3d3c4f4e3", "Brightwell"},
		{"f5d6c3d3c4f4c5b3c2", "Rose-Bill"},
		{"f5d6c3d3c4f4c5b3c2e3", "Nicolet"},
		{"f5d6c3d3c4b3", "Aubrey"},
		{"f5d6c3g5", "Ganglion"},
		{"f5d6c4g5", "No-Cat"},
		{"f5d6c4g5c6", "Swallow"},
		{"f5d6c4d3c5", "Cat"},
		{"f5d6c5f4d3", "Horse"},
		{"f5d6c5f4e3c6e6", "Inoue"},
		{"f5d6c5f4e3c6f3", "Shaman"},
		{"f5d6c5f4e3c6d3f6e6d7g4c4", "Rotating Flat"},
		{"f5f6e6d6e7g5g4", "Iwasaki"},
		{"f5f6e6d6d7", "Raccoon Dog"},
		{"f5f6e6d6f7", "Snake"},
		{"f5f6e6d6g7", "X-square"},
		{"f5f6e6d6c3g4c6", "Maruoka Buffalo"},
	}
	for _, c := range cases {
		tokens, _ := SplitTranscript(c.turns)
		pos := playTranscript(t, tokens)
		if got := pos.Opening(); got != c.want {
			t.Errorf("%s is called %q, not %q", c.turns, got, c.want)
		}
		note := "Opening: " + c.want + "."
		if said := strings.Contains(text(pos.Diagram()), note); said != (c.want != "") {
			t.Errorf("%s: the diagram says %v of %q", c.turns, said, note)
		}
	}
}

func text(d engine.Diagram) string {
	var b strings.Builder
	for _, line := range d {
		for _, span := range line {
			b.WriteString(span.Text)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestCanonical compares the canonical form with the images of a board that
// are made square by square.
func TestCanonical(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		s := State{Own: r.Uint64() & r.Uint64()}
		s.Opp = r.Uint64() & r.Uint64() &^ s.Own
		want := s.Canonical()
		var all []State
		for symmetry := range 8 {
			var image State
			for square := range 64 {
				c, row := square%8, square/8
				if symmetry&1 != 0 {
					c = 7 - c
				}
				if symmetry&2 != 0 {
					row = 7 - row
				}
				if symmetry&4 != 0 {
					c, row = row, c
				}
				image.Own |= s.Own >> square & 1 << (8*row + c)
				image.Opp |= s.Opp >> square & 1 << (8*row + c)
			}
			if got := image.Canonical(); got != want {
				t.Fatalf("%+v has the canonical form %+v, its image %+v", s, want, got)
			}
			all = append(all, image)
		}
		if !slices.Contains(all, want) {
			t.Fatalf("%+v has the canonical form %+v, which is no image of it", s, want)
		}
	}
}
