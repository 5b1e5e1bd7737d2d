package driver

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseColours(t *testing.T) {
	for _, tc := range []struct {
		text  string
		seats int
		want  []Colour // nil when it is refused
	}{
		{"Blue=p1 Yellow=p2 Red=p1 Green=p2", 2, []Colour{{"Blue", []string{"p1"}}, {"Yellow", []string{"p2"}}, {"Red", []string{"p1"}}, {"Green", []string{"p2"}}}},
		{"Blue=p1 Green=p1,p2", 2, []Colour{{"Blue", []string{"p1"}}, {"Green", []string{"p1", "p2"}}}},
		{"Blue=p1 Yellow=p3", 2, nil},
		{"Blue=p1 Yellow", 2, nil},
		{"Blue=p1 =p2", 2, nil},
		{"Blue=p1", 2, nil},
		{"a=p1 b=p2 c=p3 d=p4 e=p1", 4, nil},
		{"", 2, nil},
	} {
		got, ok := ParseColours(tc.text, tc.seats)
		if ok != (tc.want != nil) {
			t.Errorf("%q: %v, %v", tc.text, got, ok)
		} else if diff := cmp.Diff(tc.want, got); ok && diff != "" {
			t.Errorf("%q: %s", tc.text, diff)
		}
	}
}

// Where a seat has two colours, what acts is a colour and not only a seat.
func TestStateColours(t *testing.T) {
	said := map[Question]string{AskTurn: "p1", AskPlayers: "2", AskSeats: "Blue+Red Yellow+Green",
		AskColours: "Blue=p1 Yellow=p2 Red=p1 Green=p2", AskColour: "Red"}
	s, err := parseState(said)
	if err != nil || s.Colour != 2 || len(s.Colours) != 4 {
		t.Errorf("%+v, %v", s, err)
	}
	if got := s.Acting(); got != "Red" {
		t.Errorf("%s acts", got)
	}
	said[AskColours], said[AskColour] = "Blue=p1 Green=p1,p2", "Green"
	if s, err = parseState(said); err != nil || s.Acting() != "Green(Blue+Red)" {
		t.Errorf("%s acts, %v", s.Acting(), err)
	}
	said[AskColours] = "nonsense"
	if s, err = parseState(said); err != nil || s.Colour != 0 || len(s.Colours) != 2 || s.Colours[1].Name != "Yellow+Green" {
		t.Errorf("%+v, %v", s, err)
	}
}

func FuzzParseColours(f *testing.F) {
	f.Add("Blue=p1 Yellow=p2 Red=p1 Green=p1,p2", 2)
	f.Fuzz(func(t *testing.T, text string, seats int) {
		colours, ok := ParseColours(text, seats)
		for _, c := range colours {
			if ok && (c.Name == "" || len(c.Seats) == 0) {
				t.Errorf("%q: %+v", text, c)
			}
		}
	})
}
