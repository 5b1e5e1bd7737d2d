package engine

import "testing"

// depth is the length of the longest path of the trie.
func (n *historyNode[K]) depth() int {
	if n == nil {
		return 0
	}
	deepest := 0
	for _, kid := range n.below {
		deepest = max(deepest, kid.depth())
	}
	return 1 + deepest
}

// TestLongHistoriesStayFlat bounds the work of looking back. With hashes as good as
// random, the longest path of n keys is little more than twice log₈ n; for
// 50,000 that is twice 5.2.
func TestLongHistoriesStayFlat(t *testing.T) {
	var run *History[int]
	const keys = 50_000
	for key := range keys {
		run = run.Add(key, Mix(uint64(key+1)*0x9e3779b97f4a7c15))
	}
	if got := run.seen.depth(); got < 6 || got > 14 {
		t.Errorf("a history of %d keys is %d nodes deep", keys, got)
	}
}
