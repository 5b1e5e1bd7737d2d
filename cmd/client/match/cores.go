package match

import (
	"cmp"
	"io"
	"slices"
)

// The engines of a game share a core that is theirs alone, so that the system
// moves none of them about and no other game disturbs their clocks. Each run
// takes cores that no other run has and that have little else to do. Where there
// are not enough of those it binds nobody: the system then does better than
// engines that wait for one core while another is idle.

// crowded is the share of a core's time that other work may take, for the core
// to count as free.
const crowded = 0.5

// coreClaims are the cores of a run.
type coreClaims struct {
	list []int // empty when nothing is bound
	held []io.Closer
}

// claimCores takes n of the cores, the idlest, or none. busy is what other work
// takes of each; claim reserves one.
func claimCores(n int, cores []int, busy map[int]float64, claim func(core int) (io.Closer, bool)) *coreClaims {
	c := &coreClaims{}
	free := slices.DeleteFunc(slices.Clone(cores), func(core int) bool { return busy[core] > crowded })
	slices.SortStableFunc(free, func(a, b int) int { return cmp.Compare(busy[a], busy[b]) })
	for _, core := range free {
		if len(c.list) == n {
			break
		}
		if held, ok := claim(core); ok {
			c.list, c.held = append(c.list, core), append(c.held, held)
		}
	}
	if len(c.list) < n {
		c.release()
	}
	return c
}

// release gives the cores back.
func (c *coreClaims) release() {
	for _, held := range c.held {
		held.Close()
	}
	c.list, c.held = nil, nil
}

// core is that of a worker, by number; negative is none.
func (c *coreClaims) core(worker int) int {
	if worker < len(c.list) {
		return c.list[worker]
	}
	return -1
}
