package farm

import (
	"errors"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
)

// sample is a finished game as it goes over the wire.
func sample() result {
	return result{Game: arena.Game{Start: "startpos", Opened: 1, Turns: []string{"d3", "c3"}, Result: "p1win", Reason: "crash",
		End: arena.EndCrash, Fault: 1, Detail: "it\nended", Points: []float64{0, 1}, Used: []int64{1, 2}}, Notes: []string{"", "+0.10 1ms"}}
}

// What a worker writes cannot do harm on a terminal or fill the memory.
func TestResultsAreClean(t *testing.T) {
	for _, tc := range []struct {
		name  string
		twist func(*result)
		lie   bool
	}{
		{"whole", func(*result) {}, false},
		{"escape in a turn", func(r *result) { r.Turns[1] = "\x1b[2J" }, true},
		{"escape in a note", func(r *result) { r.Notes[1] = "\x1b[2J" }, true},
		{"escape in the reason", func(r *result) { r.Reason = "\u009b2J" }, true},
		{"text that turns others", func(r *result) { r.Result = "p1\u202Ewin" }, true},
		{"long reason", func(r *result) { r.Reason = strings.Repeat("x", 1000) }, true},
		{"two lines in a turn", func(r *result) { r.Turns[1] = "c3\nquit" }, true},
		{"two lines in a note", func(r *result) { r.Notes[1] = "1ms\n1ms" }, true},
		{"a date that cannot be read again", func(r *result) { r.Begun = time.Date(9999, 12, 31, 23, 0, 0, 0, time.FixedZone("", -2*3600)) }, true},
		{"long detail", func(r *result) { r.Detail = strings.Repeat("x", 100_000) }, true},
		{"escape in the detail, which is an engine's", func(r *result) { r.Detail = "bad \x1b[2Jweights\nhere" }, false},
	} {
		r := sample()
		tc.twist(&r)
		var got result
		if err := decode(encode(r), &got); err != nil {
			t.Fatal(err)
		}
		g, err := got.game()
		var lie *arena.Lie
		if errors.As(err, &lie) != tc.lie || strings.Contains(g.Detail, "\x1b") {
			t.Errorf("%s: %v, detail %q", tc.name, err, g.Detail)
		}
	}
}

// What an honest worker sends is read, whatever its engines say.
func TestLongResults(t *testing.T) {
	for _, text := range []string{"x" + strings.Repeat("\u0439", maxText), strings.Repeat("\xff", maxText), "x" + strings.Repeat("\u20ac", maxText/3)} {
		g := sample().Game
		g.Notes, g.Detail = []string{"", strings.Repeat("1,", 1000)}, text
		var got result
		if err := decode(encode(newResult(g)), &got); err != nil {
			t.Fatal(err)
		}
		if _, err := got.game(); err != nil {
			t.Errorf("a detail of %d bytes: %v", len(text), err)
		}
	}
}

// A game of very many turns is read too, without its notes.
func TestLongGame(t *testing.T) {
	g := sample().Game
	for range 60_000 {
		g.Turns, g.Notes = append(g.Turns, "0.2s3"), append(g.Notes, "+0.10 1ms")
	}
	var got result
	if err := decode(newResult(g).fit(maxMessage), &got); err != nil {
		t.Fatal(err)
	}
	if read, err := got.game(); err != nil || len(read.Turns) != len(g.Turns) || len(read.Notes) > 0 {
		t.Errorf("%d turns, %d notes, %v", len(read.Turns), len(read.Notes), err)
	}
}

// Whatever comes is read or refused, and never more.
func FuzzWire(f *testing.F) {
	f.Add(encode(sample()))
	f.Add(encode(hello{Instance: "A", Players: 2, Trouble: map[string]string{"M": "x"}, Speeds: map[string]int{"M": 1}}))
	f.Add(encode(offer{Match: "M", Consumer: "M-X", Order: strings.Repeat("0", 64)}))
	f.Add(encode(job{match.Pairing{ID: 1, Seats: []int{0, 1}}}))
	f.Add(encode(order{Spec: match.Spec{Game: "teeko", Stall: 1, Engines: []match.EngineSpec{{Name: "a"}}}, Programs: []program{{}, {}}}))
	f.Add([]byte(strings.Repeat("0a", 32) + "  name\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var r result
		if decode(data, &r) == nil {
			if g, err := r.game(); err == nil && clean(g.Reason) != g.Reason {
				t.Errorf("%q is not clean", g.Reason)
			}
		}
		var o order
		if decodeOrder(data, &o) == nil {
			for _, e := range o.Spec.Engines {
				if e.Cmd != "" || e.Dir != "" || len(e.Env)+len(e.Files) > 0 {
					t.Errorf("an order names %+v", e)
				}
			}
			o.has(match.Pairing{Seats: []int{len(o.Spec.Engines)}})
		}
		for _, to := range []any{new(hello), new(offer), new(job), new(sight)} {
			decode(data, to)
		}
		ReadAllowed(string(data))
	})
}
