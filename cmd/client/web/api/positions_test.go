package api_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/web/host"
)

// A position comes to the host as it was meant, from a body and from a query.
func TestPositionsAsMeant(t *testing.T) {
	s := start(t)
	for _, tc := range []struct {
		method, path, body string
		want               any
	}{
		{"POST", "positions", `{"game":"fake"}`, []any{host.Position{Game: "fake"}, host.Change{}}},
		{"POST", "positions", `{"game":"fake","rules":{"size":"4"},"fen":"y z","turns":["a","b"],"pending":["place 1"],"action":"place 2"}`,
			[]any{host.Position{Game: "fake", Rules: map[string]string{"size": "4"}, FEN: "y z", Turns: []string{"a", "b"}, Pending: []string{"place 1"}}, host.Change{Action: "place 2"}}},
		{"POST", "positions", `{"game":"fake","move":"a"}`, []any{host.Position{Game: "fake"}, host.Change{Move: "a"}}},
		{"GET", "analysis?game=fake", "", []any{host.Position{Game: "fake", Turns: []string{}}, host.Limits{}}},
		{"GET", "analysis?game=fake&rules=size=4+a=b=c&fen=8&turns=a+b&pending=place+1%3Bslide+2&depth=3&multipv=2", "",
			[]any{host.Position{Game: "fake", Rules: map[string]string{"size": "4", "a": "b=c"}, FEN: "8", Turns: []string{"a", "b"}, Pending: []string{"place 1", "slide 2"}},
				host.Limits{Depth: 3, MultiPV: 2}}},
	} {
		status, body := s.ask(tc.method, "/api/v1/"+tc.path, tc.body)
		if diff := cmp.Diff(tc.want, s.games.last); status != 200 || diff != "" {
			t.Errorf("%s %s: %d %s (-meant +came):\n%s", tc.path, tc.body, status, body, diff)
		}
	}
}
