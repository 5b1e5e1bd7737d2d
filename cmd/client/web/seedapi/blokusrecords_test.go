package seedapi_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/cmd/client/web/webtest"
)

// TestFirstOut replays a game between two other programs in which a colour
// places everything: the document ends it there, and counts.
func TestBlokusFirstOut(t *testing.T) {
	text, err := os.ReadFile("../../../../testdata/blokus/positions.txt")
	if err != nil {
		t.Fatal(err)
	}
	c := serveBlokus(t, webtest.OpenWorld(t, "", nil), 0)
	for _, game := range strings.Split(string(text), "\ngame classic\n")[1:] {
		moves, rest, _ := strings.Cut(strings.TrimPrefix(game, "moves "), "\n")
		if !strings.Contains(rest, "\npoints") || !placedAll(rest) {
			continue
		}
		s := newBlokusScript(t, c, 1)
		for _, move := range strings.Fields(moves) {
			number, cells, _ := strings.Cut(move, ":")
			colour := colours[number[0]-'1']
			if s.replay(colour, cells); len(s.left[colour]) == 0 {
				break
			}
		}
		var st status
		c.Get(t, "/status/", &st)
		if st.Status != "ended" || *st.Reason != "first-out" || st.Winner == nil || len(s.left[*st.Winner]) != 0 {
			t.Errorf("after everything is placed: %+v", st)
		}
		s.check(true)
		s.checkEnd(st)
		return
	}
	t.Error("no colour places everything in any of the games")
}

// placedAll says whether a colour has all 89 squares and the bonus of 15.
func placedAll(rest string) bool {
	_, points, _ := strings.Cut(rest, "points ")
	line, _, _ := strings.Cut(points, "\n")
	return slices.ContainsFunc(strings.Fields(line), func(word string) bool {
		n, err := strconv.Atoi(word)
		return err == nil && n >= 89+15
	})
}

// replay places the cells, named as in a20, after the passes before it.
func (s *blokusScript) replay(colour, cells string) {
	var st status
	for s.Get(s.t, "/status/", &st); st.PTurn != nil && *st.PTurn != colour; {
		s.out[*st.PTurn] = true
		s.Must(s.t, "POST", "/pass/", "", &st)
	}
	p := s.covering(cells)
	s.Must(s.t, "PUT", p.path(), "", &st)
	s.place(p, colour)
}

// covering finds the part and the orientation that cover the cells.
func (s *blokusScript) covering(cells string) placement {
	var want []string
	top, left := 20, 20
	for _, name := range strings.Split(cells, ",") {
		row, err := strconv.Atoi(name[1:])
		if err != nil {
			s.t.Fatal(err)
		}
		x, y := 21-row, int(name[0]-'a')+1
		top, left = min(top, x), min(left, y)
		want = append(want, fmt.Sprint([2]int{x, y}))
	}
	slices.Sort(want)
	for _, part := range s.parts {
		for orientation, rows := range part.Orientations {
			p := placement{top, left, part.PartName, orientation, rows}
			var got []string
			for _, c := range p.cells() {
				got = append(got, fmt.Sprint(c))
			}
			if slices.Sort(got); slices.Equal(got, want) {
				return p
			}
		}
	}
	s.t.Fatalf("no part covers %s", cells)
	return placement{}
}
