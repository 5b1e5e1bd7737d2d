package engine

import "testing"

func TestCount(t *testing.T) {
	for _, tc := range []struct {
		n          int
		word, want string
	}{
		{0, "turn", "0 turns"}, {1, "turn", "1 turn"}, {2, "turn", "2 turns"}, {1, "ply", "1 ply"}, {3, "ply", "3 plies"},
		{1, "search", "1 search"}, {0, "search", "0 searches"}, {-1, "point", "-1 points"},
	} {
		if got := Count(tc.n, tc.word); got != tc.want {
			t.Errorf("%d: %q, want %q", tc.n, got, tc.want)
		}
	}
}
