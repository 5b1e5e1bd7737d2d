package match

import (
	"fmt"
	"io"
	"os"
	"slices"
	"testing"
)

// TestClaimCores has several runs one after another take cores of a machine.
func TestClaimCores(t *testing.T) {
	for _, tc := range []struct {
		name  string
		cores []int
		busy  map[int]float64
		runs  []int // how many cores each wants
		want  [][]int
	}{
		{"alone", []int{0, 1}, nil, []int{2}, [][]int{{0, 1}}},
		{"one each", []int{0, 1}, nil, []int{1, 1}, [][]int{{0}, {1}}},
		{"the third has none", []int{0, 1}, nil, []int{1, 1, 1}, [][]int{{0}, {1}, nil}},
		{"all or none", []int{0, 1, 2}, nil, []int{2, 2, 1}, [][]int{{0, 1}, nil, {2}}},
		{"others' work", []int{0, 1}, map[int]float64{0: 0.97, 1: 0.03}, []int{1, 1}, [][]int{{1}, nil}},
		{"the idlest first", []int{0, 1, 2}, map[int]float64{0: 0.4, 1: 0.1, 2: 0.2}, []int{2}, [][]int{{1, 2}}},
		{"all are busy", []int{4, 5}, map[int]float64{4: 1, 5: 0.9}, []int{1}, [][]int{nil}},
	} {
		taken := claims{}
		for i, n := range tc.runs {
			c := claimCores(n, tc.cores, tc.busy, taken.claim)
			if !slices.Equal(c.list, tc.want[i]) {
				t.Errorf("%s: run %d of %v has cores %v, want %v", tc.name, i+1, tc.runs, c.list, tc.want[i])
			}
			for w := range n {
				if core := c.core(w); len(c.list) == 0 && core != -1 || len(c.list) > 0 && core != c.list[w] {
					t.Errorf("%s: worker %d has core %d of %v", tc.name, w, core, c.list)
				}
			}
			if len(c.held) != len(c.list) {
				t.Errorf("%s: %d cores are held of %v", tc.name, len(c.held), c.list)
			}
			defer c.release()
		}
	}
}

// claims are cores that are taken, in place of the system.
type claims map[int]bool

func (c claims) claim(core int) (io.Closer, bool) {
	if c[core] {
		return nil, false
	}
	c[core] = true
	return closer(func() { delete(c, core) }), true
}

type closer func()

func (c closer) Close() error {
	c()
	return nil
}

// TestClaim takes a core of the system twice, and again when it is free. The
// number is none that a machine has.
func TestClaim(t *testing.T) {
	if cores() == nil {
		t.Skip("cores are not chosen on this system")
	}
	core := 1_000_000 + os.Getpid()
	first, ok := claim(core)
	if !ok {
		t.Fatal("a core that nobody has is not given")
	}
	if _, ok := claim(core); ok {
		t.Error("one core is given to two runs")
	}
	first.Close()
	again, ok := claim(core)
	if !ok {
		t.Fatal("a core that was given back is not given")
	}
	again.Close()
	if _, known := busy()[cores()[0]]; !known {
		t.Error(fmt.Sprint("core ", cores()[0], " has no load"))
	}
}
