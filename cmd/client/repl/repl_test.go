package repl

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/protocol/driver"
)

func TestFind(t *testing.T) {
	r := New(Config{})
	for word, want := range map[string]string{
		"help": "help", "?": "help", "u": "undo", "q": "quit", "his": "history", "sho": "show", "se": "seat set", "res": "resign resume",
		"le": "legal level", "HELP": "help", "Q": "quit", "His": "history", "lev": "level", "": strings.Join(r.commandNames(), " "), "nothing": "", "helpp": "", "set": "set", "seat": "seat",
	} {
		c, several := r.find(word)
		got := strings.TrimSpace(c.name + " " + strings.Join(several, " "))
		if got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// Every command has what help prints, and its name is its own.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range commandTable() {
		for _, name := range append(c.aliases, c.name) {
			if seen[name] {
				t.Errorf("%s is there twice", name)
			}
			seen[name] = true
		}
		if c.summary == "" || (c.run == nil) == (c.raw == nil) {
			t.Errorf("%s has no summary or not one way to run", c.name)
		}
	}
}

func TestOneSlip(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{"shwo", "show", true}, {"shw", "show", true}, {"showw", "show", true}, {"shop", "show", true},
		{"hsow", "show", true}, {"xshow", "show", true}, {"show", "show", false}, {"sh", "show", false},
		{"shwoo", "show", false}, {"wohs", "show", false}, {"", "a", true}, {"", "", false},
	} {
		if got := oneSlip(tc.a, tc.b); got != tc.want {
			t.Errorf("%q and %q: %v", tc.a, tc.b, got)
		}
		if got := oneSlip(tc.b, tc.a); got != tc.want {
			t.Errorf("%q and %q: %v", tc.b, tc.a, got)
		}
	}
}

func TestParseSide(t *testing.T) {
	reversi := driver.State{Players: 2, Names: []string{"Black", "White"}}
	blokus := driver.State{Players: 4, Names: []string{"Blue", "Yellow", "Red", "Green"}}
	for _, tc := range []struct {
		side string
		st   driver.State
		want string
	}{
		{"p1", reversi, "p1"}, {"P2", reversi, "p2"}, {"2", reversi, "p2"}, {"white", reversi, "p2"}, {"White", reversi, "p2"}, {"w", reversi, "p2"},
		{"black,white", reversi, "p1 p2"}, {"p1,", reversi, "p1"}, {"both", reversi, "p1 p2 p3 p4"},
		{"p2,p4", blokus, "p2 p4"}, {"Blue, RED", blokus, "p1 p3"}, {"green yellow", blokus, "p2 p4"}, {"all", blokus, "p1 p2 p3 p4"}, {"NONE", blokus, ""},
	} {
		seats, err := ParseSide(tc.side, tc.st, 3, nil)
		if err != nil {
			t.Errorf("%s: %v", tc.side, err)
		}
		if got := humans(seats); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.side, got, tc.want)
		}
	}
	for _, side := range []string{"", "p5", "p3", "human", "blue", "whitee", "p"} {
		_, err := ParseSide(side, reversi, 3, nil)
		if err == nil || !strings.Contains(err.Error(), "a side is Black (p1), White (p2), all, none or random") {
			t.Errorf("%q: %v", side, err)
		}
	}
	chosen := map[string]bool{}
	for seed := range uint64(50) {
		seats, err := ParseSide("random", reversi, 3, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		chosen[humans(seats)] = true
	}
	if diff := cmp.Diff(map[string]bool{"p1": true, "p2": true}, chosen); diff != "" {
		t.Errorf("random of two seats (-want +got):\n%s", diff)
	}
}

func humans(seats Seating) string {
	var names []string
	for _, name := range seatNames {
		if seats[name].Human {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func TestParsePlayer(t *testing.T) {
	for text, want := range map[string]Player{
		"human": {Human: true, Level: 4}, "engine": {Level: 4}, "engine:7": {Level: 7}, "engine level 10": {Level: 10}, "Engine 3": {Level: 3}, "HUMAN": {Human: true, Level: 4},
	} {
		got, err := ParsePlayer(text, 4)
		if got != want || err != nil {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
		if again, err := ParsePlayer(got.String(), 4); again.Human != got.Human || !got.Human && again != got || err != nil {
			t.Errorf("%q from %v: %v, %v", got.String(), got, again, err)
		}
	}
	for _, text := range []string{"", "robot", "engine:0", "engine:11", "engine:x", "human:3", "engine level"} {
		if p, err := ParsePlayer(text, 4); err == nil {
			t.Errorf("%q was read as %v", text, p)
		}
	}
}

// What is typed is read without harm, and what is understood is in range.
func FuzzParseSeats(f *testing.F) {
	for _, text := range []string{"p1", "p2,p4", "all", "random", "human", "engine:7", "engine level 10", "engine:-1", ",", "engine:99999999999999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := ParsePlayer(text, 4); err == nil && p.Level.Check() != nil {
			t.Errorf("%q: level %v", text, p.Level)
		}
		if seats, err := ParseSide(text, driver.State{Players: 2, Names: []string{"Red", "Rose"}}, 4, rand.New(rand.NewPCG(1, 2))); err == nil && len(seats) != len(seatNames) {
			t.Errorf("%q: seats %v", text, seats)
		}
	})
}
