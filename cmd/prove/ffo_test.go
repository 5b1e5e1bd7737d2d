package main

import (
	"strings"
	"testing"
)

func TestFFO(t *testing.T) {
	for _, tc := range []struct {
		from, to int
		err      string
	}{
		{1, 1, ""},
		{99, 100, "no end game has a number from 99 to 100"},
		{44, 40, "no end game"},
	} {
		c := ffoCommand{Files: []string{"../../testdata/othello/ffo.txt"}, From: tc.from, To: tc.to, Hash: 1, Threads: 1}
		err := c.Run()
		if tc.err == "" && err != nil || tc.err != "" && (err == nil || !strings.Contains(err.Error(), tc.err)) {
			t.Errorf("%d to %d: %v, want %q", tc.from, tc.to, err, tc.err)
		}
	}
}
