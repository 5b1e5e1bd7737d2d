package engine_test

import (
	"slices"
	"testing"

	"quadrille/engine"

	"pgregory.net/rapid"
)

// TestHistoryAgainstCounting plays random sequences in which keys recur and hashes
// collide, and compares with counting from the start.
func TestHistoryAgainstCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfN(rapid.IntRange(0, 20), 0, 60).Draw(t, "keys")
		buckets := rapid.SampledFrom([]uint64{1, 2, 7, 1 << 20}).Draw(t, "buckets")
		hash := func(key int) uint64 { return uint64(key) % buckets * 0x9e3779b97f4a7c15 }
		var run *engine.History[int]
		for i, key := range keys {
			before := run
			run = before.Add(key, hash(key))
			if got, want := run.LastCount(), occurrences(keys[:i+1], key); got != want {
				t.Fatalf("LastCount after %v = %d, want %d", keys[:i+1], got, want)
			}
			if got, want := before.Count(key, hash(key)), occurrences(keys[:i], key); got != want {
				t.Fatalf("adding to the history %v changed it: %d is there %d times, want %d", keys[:i], key, got, want)
			}
		}
		for key := range 22 {
			if got, want := run.Count(key, hash(key)), occurrences(keys, key); got != want {
				t.Fatalf("Count(%d) in %v = %d, want %d", key, keys, got, want)
			}
		}
		var twice []int
		for key := range run.Backward() {
			if occurrences(keys, key) >= 2 && !slices.Contains(twice, key) {
				twice = append(twice, key)
			}
		}
		if got := run.AtLeast(2); !slices.Equal(got, twice) {
			t.Fatalf("AtLeast(2) in %v = %v, want %v", keys, got, twice)
		}
		back := slices.Collect(run.Backward())
		slices.Reverse(back)
		if !slices.Equal(back, keys) {
			t.Fatalf("Backward reversed is %v, want %v", back, keys)
		}
	})
}

func occurrences(keys []int, key int) int {
	n := 0
	for _, k := range keys {
		if k == key {
			n++
		}
	}
	return n
}

func TestEmptyHistory(t *testing.T) {
	var run *engine.History[string]
	if n := run.LastCount(); n != 0 {
		t.Errorf("LastCount of the empty history is %d", n)
	}
	if n := run.Count("a", 1); n != 0 {
		t.Errorf("Count in the empty history is %d", n)
	}
	for key := range run.Backward() {
		t.Errorf("the empty history holds %q", key)
	}
}

// TestHistoryBranches grows two histories out of one and finds that neither sees the
// other.
func TestHistoryBranches(t *testing.T) {
	var empty *engine.History[string]
	trunk := empty.Add("a", 5)
	left, right := trunk.Add("a", 5), trunk.Add("b", 5)
	for _, c := range []struct {
		name string
		run  *engine.History[string]
		a, b int
	}{{"trunk", trunk, 1, 0}, {"left", left, 2, 0}, {"right", right, 1, 1}} {
		if a, b := c.run.Count("a", 5), c.run.Count("b", 5); a != c.a || b != c.b {
			t.Errorf("%s counts a %d and b %d, want %d and %d", c.name, a, b, c.a, c.b)
		}
	}
}
