package host

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Games go under the headings of the list as they are played; a game that nobody
// asked to list is not there.
func TestLobby(t *testing.T) {
	c := &clock{}
	h := newHost(t, func(config *Config) { config.Now = c.now })
	ctx := t.Context()
	create(t, h, Spec{Game: "teeko"})
	withOpen(t, h, Spec{})
	list := func(standing string) string {
		t.Helper()
		all, err := h.Listed(ctx, standing, "", 10)
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, l := range all.Games {
			words = append(words, l.Standing+":"+l.Seats[0].Name+"/"+l.Seats[1].Name+":"+l.Result)
		}
		return strings.Join(words, " ")
	}
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	check(list(""), "")
	s, ann := withOpen(t, h, Spec{Listed: true})
	check(list(""), "open:Ann/:none")
	check(list("running"), "")
	h.Join(ctx, s.ID, "", "Ben", "")
	check(list(""), "running:Ann/Ben:none")
	c.forward(time.Second)
	create(t, h, Spec{Game: "othello", Tokens: true, Listed: true})
	check(list(""), "running:/:none running:Ann/Ben:none")
	h.Resign(ctx, s.ID, "p1", ann)
	check(list("over"), "over:Ann/Ben:p2win")
	c.forward(time.Second) // so that one of the two is the later
	again, _, err := h.Rematch(ctx, s.ID, ann)
	if err != nil || !again.Listed {
		t.Errorf("the rematch: %v", err)
	}
	check(list("running"), "running:Ben/Ann:none running:/:none")
	c.forward(listedFor)
	check(list("over"), "over:Ann/Ben:p2win")
	c.forward(2 * time.Second)
	check(list(""), "")
}

// What everybody can find everybody could play, if it had no tokens.
func TestOnlyGuardedGamesAreListed(t *testing.T) {
	h := newHost(t)
	for _, s := range []Spec{
		{},
		{Seats: []Seat{{Kind: Engine}}},
		{Seats: []Seat{{Kind: Engine}, {Kind: Engine}}, Tokens: true},
	} {
		s.Game, s.Listed = "teeko", true
		if _, _, err := h.Create(t.Context(), s); kindOf(err) != BadRequest || !strings.Contains(err.Error(), "tokens") {
			t.Errorf("%+v: %v", s.Seats, err)
		}
	}
	s, tokens, err := h.Create(t.Context(), Spec{Game: "teeko", Listed: true, Tokens: true, Seats: []Seat{{}, {Kind: Engine, Level: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.SetSeats(t.Context(), s.ID, []Seat{{}, {}}, tokens[0]); kindOf(err) != Conflict {
		t.Errorf("a free seat: %v", err)
	}
}

func TestListedPages(t *testing.T) {
	h := newHost(t)
	for range 5 {
		withOpen(t, h, Spec{Listed: true})
	}
	var sizes []int
	for from := ""; ; {
		part, err := h.Listed(t.Context(), "", from, 2)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, len(part.Games))
		if from = part.Next; from == "" {
			break
		}
	}
	if !slices.Equal(sizes, []int{2, 2, 1}) {
		t.Error(sizes)
	}
}

// FuzzPlace reads a place in the list: what is not one is refused, and what is
// stands for itself.
func FuzzPlace(f *testing.F) {
	for _, text := range []string{"", "1-1764295323004000-abcdefghjkmn", "3-0-abcdefghjkmn", "0-0-x", "1--5-abcdefghjkmn", "1-1-abcdefghjkmn x", "-", "9999999999999999999999-1-a"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePlace(text)
		if err == nil && text != "" && printPlace(p) != text {
			t.Errorf("%q is %q", text, printPlace(p))
		}
		if err != nil && kindOf(err) != BadRequest {
			t.Error(err)
		}
	})
}
