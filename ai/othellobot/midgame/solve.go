package midgame

// solve is the value of a position with few empty squares, exactly, from the
// solver of end games. Its nodes are charged afterwards: the last ones of a
// search with a limit may be visited for nothing.
func (w *worker) solve(own, opp uint64, alpha, beta int) int {
	w.giveBack()
	margin, nodes := w.leaf.Between(own, opp, floorDisks(alpha), ceilDisks(beta))
	w.charge(nodes)
	return marginUnit * margin
}

// floorDisks and ceilDisks turn bounds of a window into disks, so that the same
// margins lie inside.
func floorDisks(v int) int { return (v+2*maxValue)/marginUnit - 2*maxValue/marginUnit }

func ceilDisks(v int) int { return -floorDisks(-v) }

// giveBack takes back the visit of a position that is counted elsewhere.
func (w *worker) giveBack() {
	w.left++
	w.nodes--
}

// charge counts nodes that were visited elsewhere.
func (w *worker) charge(nodes uint64) {
	for nodes > 0 {
		if w.left == 0 && !w.refill() {
			return
		}
		n := min(nodes, w.left)
		w.left, w.nodes, nodes = w.left-n, w.nodes+n, nodes-n
	}
}
