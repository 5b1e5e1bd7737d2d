package alphabeta

// ordering is what a worker remembers about moves that were good elsewhere.
type ordering struct {
	killers [MaxPly + 1][2]Move
	history [2][]int32 // by whose turn it is and move, within ±HistoryMax
}

const (
	tableOrder  = 1 << 30 // the table's move comes first
	killerOrder = 1 << 9
)

func newOrdering(moveSpace int) ordering {
	var o ordering
	for i := range o.history {
		o.history[i] = make([]int32, moveSpace)
	}
	for i := range o.killers {
		o.killers[i] = [2]Move{NoMove, NoMove}
	}
	return o
}

// score adds the search's experience to the game's order.
func (o *ordering) score(choices []Choice, first Move, ply int) {
	killers, history := o.killers[ply], o.history[ply&1]
	for i := range choices {
		c := &choices[i]
		c.Order += history[c.Move]
		switch c.Move {
		case first:
			c.Order = tableOrder
		case killers[0], killers[1]:
			c.Order += killerOrder
		}
	}
}

// pick brings the choice of the highest order, the first of several, to the
// front.
func pick(choices []Choice) {
	best := 0
	for i := range choices {
		if choices[i].Order > choices[best].Order {
			best = i
		}
	}
	choices[0], choices[best] = choices[best], choices[0]
}

// cut learns that the last of the tried moves refuted the opponent's turn and
// the ones before it did not.
func (o *ordering) cut(tried []Choice, depth, ply int) {
	last := len(tried) - 1
	m := tried[last].Move
	if k := &o.killers[ply]; k[0] != m {
		k[0], k[1] = m, k[0]
	}
	bonus := int32(min(16*depth*depth, HistoryMax/2))
	for _, c := range tried[:last] {
		o.learn(&o.history[ply&1][c.Move], -bonus)
	}
	o.learn(&o.history[ply&1][m], bonus)
}

// learn moves a history score towards its limit, the faster the further away.
func (o *ordering) learn(h *int32, bonus int32) {
	size := max(bonus, -bonus)
	*h += bonus - *h*size/HistoryMax
}
