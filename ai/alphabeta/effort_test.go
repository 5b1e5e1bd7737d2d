package alphabeta

import "testing"

// TestWorked counts how often a search asks whether to stop: work counts
// as nodes do, however they come.
func TestWorked(t *testing.T) {
	for _, test := range []struct{ nodes, work, asks int }{
		{255, 0, 0}, {256, 0, 1}, {0, 255, 0}, {0, 256, 1}, {100, 156, 1}, {10, 2000, 5}, {512, 0, 2},
	} {
		asks := 0
		m := Effort{Stop: func() bool { asks++; return false }}
		for range test.nodes {
			m.Visit()
		}
		each := 1
		if test.work > 256 {
			each = test.work / 10
		}
		for left := test.work; left > 0; left -= each {
			m.Worked(each)
		}
		if asks != test.asks || m.Nodes != uint64(test.nodes) {
			t.Errorf("%+v: asked %d times, %d nodes", test, asks, m.Nodes)
		}
	}
}
