package match

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is left to kill when the match is gone. Anything but a line of the
// match is passed over: a wrong number would kill somebody else's processes,
// and 0, 1 and negative ones everybody's.
func TestLeft(t *testing.T) {
	for in, want := range map[string]map[int]bool{
		"":                          {},
		"+200\n+300\n-200\n":        {300: true},
		"+200\n-200\n+200\n":        {200: true},
		"-200\n+300":                {300: true},
		"+1\n+0\n+-1\n+-200\n":      {},
		"200\n+\n\nx200\n+ 2x\n++2": {},
	} {
		if diff := cmp.Diff(want, leftGroups(strings.NewReader(in))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", in, diff)
		}
	}
}

// No guard guards nothing, and says nothing.
func TestNoGuard(t *testing.T) {
	var g *guard
	g.Watch(200)
	g.Release(200)
	g.Close()
}
