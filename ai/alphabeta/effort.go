package alphabeta

// Effort counts the nodes of a search that goes on until it is done, its nodes are
// used up or somebody wants it to stop.
type Effort struct {
	Stop  func() bool // asked now and then
	Limit uint64      // of nodes; 0 is none

	Nodes uint64
	// Stopped is set when the nodes are used up or Stop says so; what the
	// search returns from then on means nothing.
	Stopped bool
	unasked int // nodes, or as much work, since Stop was asked
}

// Visit counts a node and says whether the search was stopped.
func (e *Effort) Visit() bool {
	if e.Stopped || e.Limit > 0 && e.Nodes >= e.Limit {
		e.Stopped = true
		return true
	}
	e.Nodes++
	e.Worked(1)
	return e.Stopped
}

// Worked counts work of a game's tactics, in nodes' worth, so that Stop is asked
// in time. It does not count for Limit.
func (e *Effort) Worked(n int) {
	const askEvery = 256
	if e.unasked += n; e.unasked < askEvery {
		return
	}
	e.unasked = 0
	e.Stopped = e.Stopped || e.Stop()
}
