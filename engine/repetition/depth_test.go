package repetition

import "testing"

// depth is the length of the longest path of the trie.
func (n *node[K]) depth() int {
	if n == nil {
		return 0
	}
	deepest := 0
	for _, kid := range n.below {
		deepest = max(deepest, kid.depth())
	}
	return 1 + deepest
}

// TestLongRunsStayFlat bounds the work of looking back. With hashes as good as
// random, the longest path of n keys is little more than twice log₈ n; for
// 50,000 that is twice 5.2.
func TestLongRunsStayFlat(t *testing.T) {
	var run *Run[int]
	const keys = 50_000
	for key := range keys {
		run = run.Add(key, splitMix(uint64(key)))
	}
	if got := run.seen.depth(); got < 6 || got > 14 {
		t.Errorf("a run of %d keys is %d nodes deep", keys, got)
	}
}

// splitMix is SplitMix64 (Steele, Lea, Flood 2014).
func splitMix(x uint64) uint64 {
	x = (x + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
