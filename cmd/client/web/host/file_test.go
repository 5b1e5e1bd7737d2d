package host

import (
	"encoding/binary"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// wtb is a WTHOR file of games that end after some turns: a header of 16 bytes
// (day of its making, number of games, year) and 68 bytes a game (event, players,
// black's disks really and at best, and moves as row and column, 10 to 88).
func wtb(games ...string) []byte {
	data := []byte{20, 26, 11, 29, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	binary.LittleEndian.PutUint32(data[4:], uint32(len(games)))
	binary.LittleEndian.PutUint16(data[10:], 1999)
	for _, moves := range games {
		game := make([]byte, 68)
		game[6], game[7] = 33, 33
		for i := 0; i+1 < len(moves); i += 2 {
			game[8+i/2] = (moves[i+1]-'0')*10 + moves[i] - 'a' + 1
		}
		data = append(data, game...)
	}
	return data
}

func TestContents(t *testing.T) {
	h := newHost(t)
	ggs, err := os.ReadFile("../../../../testdata/records/edax.ggf")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, text string
		data       []byte
		want       []Listed
		err        string
	}{
		{"a record", records[0].text, nil, nil, ""},
		{"transcripts", "f5d6c3\nf5f6e6f4\n", nil, []Listed{{Number: 1, Game: "othello", Turns: 3}, {Number: 2, Game: "othello", Turns: 4}}, ""},
		{"WTHOR", "", wtb("f5d6c3", "f5f5"), []Listed{{Number: 1, Game: "othello", Players: []string{"player 0", "player 0"}, Event: "tournament 0", Date: "1999", Result: "p1win", Turns: 3},
			{Number: 2, Refusal: "x"}}, ""},
		{"GGF as bytes", "", ggs, nil, ""},
		{"Blokus SGF", "(;GM[Blokus Duo]PB[Ann]DT[2026-11-27];B[e10];W[j5])(;GM[Blokus Duo];B[a1])", nil,
			[]Listed{{Number: 1, Game: "blokus", Players: []string{"Ann"}, Date: "2026-11-27", Turns: 2}, {Number: 2, Refusal: "x"}}, ""},
		{"records", "[Game \"teeko\"]\n[P2 \"Ben\"]\n[Result \"p1win\"]\n\na1 p1win\n\n[Game \"square4\"]\n\n*\n", nil,
			[]Listed{{Number: 1, Game: "teeko", Players: []string{"", "Ben"}, Result: "p1win", Turns: 1}, {Number: 2, Game: "square4"}}, ""},
		{"nothing", "", nil, nil, "nothing in it"},
		{"both", "f5", []byte("f5"), nil, "either record or data"},
		{"something else", "Dear all,\n", nil, nil, "looks like none of the forms"},
	} {
		got, err := h.Contents(t.Context(), tc.text, tc.data)
		if tc.err != "" {
			if !Is(err, BadRequest) || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%s: %v, want %q", tc.name, err, tc.err)
			}
			continue
		}
		told := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Refusal" },
			cmp.Comparer(func(a, b string) bool { return (a == "") == (b == "") }))
		if err != nil || got.Count != len(got.Games) || len(got.Games) == 0 || tc.want != nil && cmp.Diff(tc.want, got.Games, told, cmpopts.EquateEmpty()) != "" {
			t.Errorf("%s: %v, %+v", tc.name, err, got)
		}
		for _, game := range got.Games { // those that can be read can be played on
			s, _, err := h.Create(t.Context(), Spec{Record: tc.text, Data: tc.data, Number: game.Number})
			if (err == nil) != (game.Refusal == "") || err == nil && len(s.Turns) < game.Turns {
				t.Errorf("%s, game %d: %d turns, %v, want %+v", tc.name, game.Number, len(s.Turns), err, game)
			}
		}
	}
}

// A file of more games than are listed tells how many there are.
func TestLongContents(t *testing.T) {
	got, err := newHost(t).Contents(t.Context(), strings.Repeat("f5\n", mostListed+7), nil)
	if err != nil || len(got.Games) != mostListed || got.Count != mostListed+7 {
		t.Errorf("%d of %d games, %v", len(got.Games), got.Count, err)
	}
}

// Each form says what it leaves out of a game, or why it cannot hold it, and
// what it writes is read as the same game.
func TestForms(t *testing.T) {
	h := newHost(t)
	for _, tc := range []struct {
		spec Spec
		want map[string]string // by form: what is lost, or the refusal behind "!"
	}{
		{Spec{Game: "teeko"}, map[string]string{"record": "", "fen": "Date P1 P2"}},
		{Spec{Record: "[Game \"othello\"]\n[Event \"Cup\"]\n\n1. f5 {good} d6 *\n"},
			map[string]string{"record": "", "ggf": "Event", "wthor": "!", "fen": "Date Event P1 P2 comments", "transcript": "Date Event P1 P2 comments"}},
		{Spec{Game: "blokus", Rules: map[string]string{"variant": "duo"}}, map[string]string{"record": "", "blksgf": "", "fen": "Date P1 P2"}},
	} {
		s := create(t, h, tc.spec)
		all, err := h.Records(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.Record(t.Context(), s.ID, "pgn")
		if kindOf(err) != BadRequest || !strings.Contains(err.Error(), "it has: record") {
			t.Errorf("pgn: %v", err)
		}
		got := map[string]string{}
		for _, form := range all {
			got[form.Form] = strings.Join(form.Lost, " ")
			if one, err := h.Record(t.Context(), s.ID, form.Form); (kindOf(err) == BadRequest) != (form.Refusal != "") || !cmp.Equal(one, form) {
				t.Errorf("%s alone: %+v, %v", form.Form, one, err)
			}
			if form.Refusal != "" {
				got[form.Form] = "!"
				continue
			}
			again, _, err := h.Create(t.Context(), Spec{Data: form.Data})
			if err != nil || strings.Join(again.Turns, " ") != strings.Join(s.Turns, " ") || again.Game != s.Game {
				t.Errorf("%s of %s: %v, %v", form.Form, s.Game, again.Turns, err)
			}
			if form.Name != s.Game+"-"+s.Created.Format("2006-01-02") || !strings.HasPrefix(form.End, ".") {
				t.Errorf("%s of %s is called %s%s", form.Form, s.Game, form.Name, form.End)
			}
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s.Game, diff)
		}
	}
}

// FuzzContents has any file listed: what is listed as a game can be begun, or is
// refused with a reason, and the list has as many as there are.
func FuzzContents(f *testing.F) {
	f.Add("f5d6c3\nf5f6e6f4\n", []byte(nil))
	f.Add("(;GM[Blokus Duo]PB[Ann];B[e10];W[j5])", []byte(nil))
	f.Add("(;GM[Othello]PB[Ann]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)", []byte(nil))
	f.Add("", wtb("f5d6c3", "f5f5"))
	h := newFuzzHost(f)
	f.Fuzz(func(t *testing.T, text string, data []byte) {
		c, err := h.Contents(t.Context(), text, data)
		if err != nil {
			if !Is(err, BadRequest) {
				t.Fatalf("%v", err)
			}
			return
		}
		if len(c.Games) != min(c.Count, mostListed) {
			t.Fatalf("%d games listed of %d", len(c.Games), c.Count)
		}
		for i, g := range c.Games {
			if g.Number != i+1 || (g.Refusal == "") == (g.Game == "") || len(g.Players) > 4 {
				t.Fatalf("game %d: %+v", i+1, g)
			}
		}
	})
}
