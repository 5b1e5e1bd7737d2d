package host

import (
	"strings"
	"testing"
)

// Names that people give are refused where they hide or turn something or are
// too wide; those that a file has are cut.
func TestNames(t *testing.T) {
	h := newHost(t)
	for name, want := range map[string]struct{ given, read string }{ // given: empty when it is refused
		"Ann  Lee":              {"Ann Lee", "Ann Lee"},
		"יוסי":                  {"יוסי", "יוסי"},
		"\u202eeve":             {"", "eve"},
		"a\u200bb":              {"", "ab"},
		strings.Repeat("W", 45): {"", strings.Repeat("W", 37) + "..."},
	} {
		s, _, err := h.Create(t.Context(), Spec{Game: "teeko", Seats: []Seat{{Name: name}}})
		if err != nil && (want.given != "" || !Is(err, BadRequest)) || err == nil && s.Seats[0].Name != want.given {
			t.Errorf("%q given: %+v %v, want %q", name, s.Seats, err, want.given)
		}
		read := create(t, h, Spec{Record: "[Game \"teeko\"]\n[P1 \"" + name + "\"]\n[Result \"*\"]\n\n*\n"})
		if got := read.Seats[0].Name; got != want.read {
			t.Errorf("%q read: %q, want %q", name, got, want.read)
		}
		if _, err := h.SetSeats(t.Context(), read.ID, read.Seats, ""); err != nil {
			t.Errorf("%q, which was read, cannot stay: %v", read.Seats[0].Name, err)
		}
	}
}
