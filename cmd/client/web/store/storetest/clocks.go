package storetest

import (
	"slices"
	"testing"
	"time"
)

// Clocks go on after a server that was away as if it had not been: what was
// used of a turn until the clocks were last seen is used. The times are
// seconds; 0 is none.
func testResumeClocks(t *testing.T, open func(*testing.T) Opener) {
	for name, tc := range map[string]struct {
		since, deadline, seen, at int64
		wantSince, wantDeadline   int64
	}{
		"away":                   {1000, 1060, 1010, 5000, 4990, 5050},
		"never seen":             {1000, 1060, 0, 5000, 5000, 5060},
		"began after it":         {1020, 1080, 1010, 5000, 5000, 5060},
		"would be up by now":     {1000, 1010, 1009, 5000, 4991, 5001},
		"one that ends no game":  {1000, 0, 1010, 5000, 4990, 0},
		"none runs":              {0, 0, 1010, 5000, 0, 0},
		"stopped and begun soon": {1000, 1060, 1010, 1011, 1001, 1061},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)()
			g := Sample("a")
			second := seconds
			g.Since, g.Deadline = second(tc.since), second(tc.deadline)
			if err := s.Create(g); err != nil {
				t.Fatal(err)
			}
			if tc.seen > 0 {
				if err := s.SawClocks(second(tc.seen)); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 { // the second time nothing has happened in between
				if err := s.ResumeClocks(t.Context(), second(tc.at)); err != nil {
					t.Fatal(err)
				}
				got := Load(t, s, "a")
				if !got.Since.Equal(second(tc.wantSince)) || !got.Deadline.Equal(second(tc.wantDeadline)) {
					t.Errorf("since %v until %v, want %v until %v", got.Since, got.Deadline, second(tc.wantSince), second(tc.wantDeadline))
				}
			}
		})
	}
}

func testDue(t *testing.T, open func(*testing.T) Opener) {
	s := open(t)()
	if next, err := s.NextDeadline(t.Context()); !next.IsZero() || err != nil {
		t.Errorf("without games: %v, %v", next, err)
	}
	for id, at := range map[string]int64{"late": 300, "soon": 100, "none": 0, "mid": 200} {
		g := Sample(id)
		g.Deadline = seconds(at)
		if err := s.Create(g); err != nil {
			t.Fatal(err)
		}
	}
	next, err := s.NextDeadline(t.Context())
	if !next.Equal(time.Unix(100, 0)) || err != nil {
		t.Errorf("the next: %v, %v", next, err)
	}
	ids, err := s.Due(t.Context(), time.Unix(200, 0), 10)
	if !slices.Equal(ids, []string{"soon", "mid"}) || err != nil {
		t.Errorf("due: %v, %v", ids, err)
	}
}

// seconds is a time by its seconds since 1970, 0 for none.
func seconds(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(n, 0).UTC()
}
