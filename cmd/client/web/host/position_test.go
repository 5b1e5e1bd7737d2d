package host

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A position stands as a game does that has come to it, in every game, in the
// middle of a turn and from a start of its own.
func TestLookIsAsAGameStands(t *testing.T) {
	h := newHost(t)
	for _, tc := range []struct {
		name    string
		spec    Spec
		changes []Change
	}{
		{"square4", Spec{Game: "square4"}, []Change{move("0.2s3"), action("place 0 0")}},
		{"square4 with rules", Spec{Game: "square4", Rules: map[string]string{"pieces": "4"}}, []Change{move("0.0s1")}},
		{"teeko", Spec{Game: "teeko", Rules: map[string]string{"size": "4"}}, []Change{move("b2"), move("c3")}},
		{"othello", Spec{Game: "othello"}, []Change{move("d3"), action("place c3")}},
		{"othello from a position", Spec{Game: "othello", FEN: strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27) + " O"}, []Change{move("e3")}},
		{"blokus", Spec{Game: "blokus", Rules: map[string]string{"variant": "duo"}}, []Change{action("place e10,e9")}},
		{"blokus drawn", Spec{Game: "blokus", Rules: map[string]string{"start": "random"}}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			game := create(t, h, tc.spec)
			p := Position{Game: game.Game, Rules: game.Rules, FEN: game.Start}
			for _, c := range tc.changes {
				game = play(t, h, game.ID, c)
				s, err := h.Look(t.Context(), p, c)
				if err != nil {
					t.Fatalf("%+v: %v", c, err)
				}
				p.Turns, p.Pending = s.Turns, s.Pending
			}
			before := h.Stats()
			s, err := h.Look(t.Context(), p, Change{})
			if err != nil {
				t.Fatal(err)
			}
			if after := h.Stats(); after.Stored != before.Stored || after.Games != before.Games || after.Changes != before.Changes {
				t.Errorf("looking has left something behind: %+v, before %+v", after, before)
			}
			if diff := cmp.Diff(game.Standing, s); diff != "" {
				t.Errorf("position (-of the game +looked at):\n%s", diff)
			}
			saved, err := h.Records(t.Context(), game.ID)
			if err != nil {
				t.Fatal(err)
			}
			if s, err = h.Look(t.Context(), Position{Record: string(saved[0].Data)}, Change{}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(game.Standing, s); diff != "" {
				t.Errorf("by its record (-of the game +looked at):\n%s", diff)
			}
		})
	}
}

// What is refused is told in the engine's own words, or says what a position
// is.
func TestLookRefusals(t *testing.T) {
	h := newHost(t)
	for _, tc := range []struct {
		p    Position
		c    Change
		want Kind
		text string
	}{
		{Position{}, Change{}, NoGame, ""},
		{Position{Game: "chess"}, Change{}, NoGame, ""},
		{Position{Game: "square4 pieces=4"}, Change{}, NoGame, ""},
		{Position{Game: "square4", Rules: map[string]string{"pieces": "99"}}, Change{}, BadOption, ""},
		{Position{Game: "square4", FEN: "nonsense"}, Change{}, BadPosition, ""},
		{Position{Record: "[Game \"othello\"]\n\n1. d3 2. d3 *"}, Change{}, Illegal, "d3"},
		{Position{Record: "no record"}, Change{}, BadRequest, "record"},
		{Position{Record: "[Game \"othello\"]\n\n1. d3 *", Game: "othello"}, Change{}, BadRequest, "leave out"},
		{Position{Game: "othello", FEN: "startpos moves d3"}, Change{}, BadPosition, ""},
		{Position{Game: "othello", Turns: []string{"d3", "d3"}}, Change{}, Illegal, "d3"},
		{Position{Game: "othello", Turns: []string{"d3 c3"}}, Change{}, BadRequest, "one word"},
		{Position{Game: "othello", Turns: []string{"d3\nquit"}}, Change{}, BadRequest, ""},
		{Position{Game: "othello", Turns: make([]string, mostTurns+1)}, Change{}, BadRequest, "10000 turns"},
		{Position{Game: "square4", Pending: []string{"quit"}}, Change{}, BadRequest, ""},
		{Position{Game: "square4", Pending: []string{"place 0 2", "place 0 3"}}, Change{}, Illegal, ""},
		{Position{Game: "square4", Pending: make([]string, mostPending+1)}, Change{}, BadRequest, "100 actions"},
		{Position{Game: "square4", Pending: []string{"place 0 2"}}, action("slide 0"), Illegal,
			"square 0 is not next to the hole (4); squares that may slide: 1 3 5 7"},
		{Position{Game: "square4"}, move("8.0s4"), Illegal, ""},
		{Position{Game: "square4"}, action("go"), BadRequest, ""},
		{Position{Game: "square4"}, Change{Action: "pass", Move: "pass"}, BadRequest, "either"},
		{Position{Game: "teeko", Turns: strings.Fields("a1 d1 a2 d2 a3 d3 a4")}, move("d4"), Over, "p1win"},
	} {
		_, err := h.Look(t.Context(), tc.p, tc.c)
		if kindOf(err) != tc.want || !strings.Contains(err.Error(), tc.text) {
			t.Errorf("%.200v %+v: %v, want %s %s", tc.p, tc.c, err, tc.want, tc.text)
		}
		if tc.c == (Change{}) {
			if _, err := h.SearchPosition(t.Context(), tc.p, Limits{Nodes: 1}, Watch{}); kindOf(err) != tc.want {
				t.Errorf("%.200v: searching: %v, want %s", tc.p, err, tc.want)
			}
		}
	}
	if n := h.Stats(); n.Failed != 0 {
		t.Errorf("%d engines failed", n.Failed)
	}
}

// A position is searched like one of a game: the last turn of a row of three is
// found, and nothing where the game is over.
func TestSearchPosition(t *testing.T) {
	h := newHost(t)
	p := Position{Game: "teeko", Turns: strings.Fields("a1 d1 a2 d2 a3 d3")}
	reply, err := h.SearchPosition(t.Context(), p, Limits{MoveTime: 10 * time.Second, Depth: 3}, Watch{})
	if err != nil || reply.Move != "a4" || reply.Info.Mate != 1 {
		t.Errorf("%+v %v, want a4 that wins at once", reply, err)
	}
	p.Turns = append(p.Turns, "a4")
	if _, err := h.SearchPosition(t.Context(), p, Limits{Nodes: 100}, Watch{}); kindOf(err) != Over {
		t.Errorf("after the end: %v, want %s", err, Over)
	}
	if _, err := h.SearchPosition(t.Context(), p, Limits{Level: 11}, Watch{}); kindOf(err) != BadRequest {
		t.Errorf("at level 11: %v, want %s", err, BadRequest)
	}
}

// The engine that has searched a position of a game keeps what it found out for
// the next, and forgets it for another game.
func TestSearchPositionKeepsItsTable(t *testing.T) {
	p := Position{Game: "othello", Turns: []string{"d3"}}
	next, other := p, p
	next.Turns = []string{"d3", "c3"}
	other.FEN = strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 27) + " X"
	if p.key() != next.key() || p.key() == other.key() {
		t.Errorf("keys %s, %s of the next position and %s of another start", p.key(), next.key(), other.key())
	}
	other = Position{Game: "othello", FEN: "startpos"}
	if p.key() != other.key() {
		t.Errorf("the start position has two keys, %s and %s", p.key(), other.key())
	}
}
