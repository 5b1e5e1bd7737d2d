package host

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The same request with a key makes one game: asked again at once, by several at a
// time, and of the host that came after one that had ended before it answered.
func TestKey(t *testing.T) {
	dir := t.TempDir()
	h := hostIn(t, dir)
	ctx := t.Context()
	s := Spec{Game: "othello", Turns: []string{"d3"}, Tokens: true, Key: strings.Repeat("k", 22),
		Seats: []Seat{{Kind: Engine, Level: 1}}}
	first, tokens, err := h.Create(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Act(ctx, first.ID, Change{Move: "c3", Token: tokens[1]}); err != nil {
		t.Fatal(err)
	}
	same := func(h *Host, when string) {
		t.Helper()
		again, sameTokens, err := h.Create(ctx, s)
		if err != nil || again.ID != first.ID || len(again.Turns) < 2 {
			t.Errorf("%s: %s with %q, %v; want %s as it stands", when, again.ID, again.Turns, err, first.ID)
		}
		if diff := cmp.Diff(tokens, sameTokens); diff != "" {
			t.Errorf("%s: tokens\n%s", when, diff)
		}
	}
	same(h, "at once")
	closeHost(t, h)
	h = hostIn(t, dir)
	same(h, "of the next host")
	if n := kept(h).Count(); n != 1 {
		t.Errorf("%d games are kept, want 1", n)
	}
	for _, other := range []Spec{
		{Game: "othello", Turns: []string{"d3"}, Tokens: true, Key: strings.Repeat("l", 22), Seats: s.Seats},
		{Game: "othello", Tokens: true, Key: s.Key, Seats: s.Seats},
	} {
		if one := create(t, h, other); one.ID == first.ID {
			t.Errorf("%+v is the same game", other)
		}
	}
}

func TestKeyAtOnce(t *testing.T) {
	h := newHost(t)
	s := Spec{Game: "teeko", Key: strings.Repeat("k", 64)}
	ids := make([]string, 6)
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			state, tokens, err := h.Create(t.Context(), s)
			if err != nil || tokens != nil {
				t.Errorf("%v, tokens %q", err, tokens)
			}
			ids[i] = state.ID
		})
	}
	all.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Errorf("games %q", ids)
		}
	}
	if n := kept(h).Count(); n != 1 {
		t.Errorf("%d games are kept, want 1", n)
	}
}
