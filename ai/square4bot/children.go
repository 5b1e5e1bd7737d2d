package square4bot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// cellCounts has a number below 256 for each cell: a byte of a word for each row. All turns
// that slide the same tile have the same windows but for those of their marble, so that
// what one more marble does is counted for all cells at once.
type cellCounts [6]uint64

// eachByte has 1 in each byte.
const eachByte = 0x0101010101010101

// spread has a byte for each of six bits.
var spread = func() (table [64]uint64) {
	for set := range table {
		for bit := range 6 {
			table[set] |= uint64(set) >> bit & 1 << (8 * bit)
		}
	}
	return table
}()

// touching counts, for each cell, the windows of a set that it belongs to, and adds so many
// times those of another.
func touching(windows, others, times uint64) (n cellCounts) {
	above := uint64(0)
	for row := range 5 {
		w := spread[windows>>(6*row)&63] + times*spread[others>>(6*row)&63]
		w += w << 8
		n[row] = w + above
		above = w
	}
	n[5] = above
	return n
}

// at is the number of a cell.
func (n *cellCounts) at(cell uint8) uint32 {
	row := cell / 6
	return uint32(n[row] >> (8 * (cell - 6*row)) & 255)
}

// add adds a number to all.
func (n *cellCounts) add(number uint32) {
	for row := range n {
		n[row] += uint64(number) * eachByte
	}
}

// addAll adds the numbers of others.
func (n *cellCounts) addAll(o *cellCounts) {
	for row := range n {
		n[row] += o[row]
	}
}

// most takes the larger number of each cell; both are below 128.
func (n *cellCounts) most(o *cellCounts) {
	const high = 0x80 * eachByte
	for row := range n {
		less := ((o[row] | high - n[row]) & high) >> 7 * 255 // where the other is not less
		n[row] = n[row]&^less | o[row]&less
	}
}

// unslide goes back to before a square slid into a hole.
func (n *cellCounts) unslide(square, hole uint8) {
	from, to := hole/3*2, square/3*2
	shift, back := hole%3*16, square%3*16
	for i := range uint8(2) {
		moved := n[from+i] >> shift & 0xffff
		n[to+i] = n[to+i]&^(0xffff<<back) | moved<<back
	}
}

// windows are those of the attacker in one arrangement of the tiles, with two marbles and with
// three, and what they promise him.
type windows struct {
	one, two, three uint64
	promise         uint32
}

func windowsOf(own, other uint64, hole uint8) (w windows) {
	w.one, w.two, w.three = square4.Counts(own, square4.AllCells&^(other|square4.TileCells(hole)))
	w.promise = uint32(bits.OnesCount64(w.two) + 4*bits.OnesCount64(w.three))
	return w
}

// more are the promises with one more marble of the attacker on each cell.
func (w *windows) more() cellCounts {
	n := touching(w.one, w.two, 3)
	n.add(w.promise)
	return n
}

// less are the promises with one more marble of the defender on each cell.
func (w *windows) less() cellCounts {
	const times = 4
	lost := touching(w.two, w.three, times)
	var n cellCounts
	for row := range n {
		n[row] = uint64(w.promise)*eachByte - lost[row]
	}
	return n
}

// sharp are the cells of windows with two marbles and more: another marble may make a threat.
func (w *windows) sharp() uint64 { return square4.WindowCells(w.two | w.three) }

// children is Expand, with the numbers that estimate gives.
func (p *proofs) children(s *square4.State, attacks bool, children []alphabeta.ProofChild) ([]alphabeta.ProofChild, int, bool) {
	var a analysis
	if v, known := p.Game.analyse(s, &a); known {
		return children, v, true
	}
	for i := range a.n {
		if f := &a.frames[i]; f.safe != 0 {
			var won bool
			if children, won = p.appendChildren(children, s, &a, f, attacks); won {
				return children, 0, false
			}
		}
	}
	return children, 0, false
}

// appendChildren appends the safe turns of one slide. When one wins at once it is alone.
func (p *proofs) appendChildren(children []alphabeta.ProofChild, s *square4.State, a *analysis, f *frame, attacks bool) (all []alphabeta.ProofChild, won bool) {
	var buffer [square4.MaxTurns]alphabeta.Choice
	choices := p.Game.appendTurns(buffer[:0], s, f, a.places)
	if !a.places {
		for _, c := range choices {
			child := p.child(s, attacks, c.Move)
			child.Order = c.Order
			if attacks && child.Proof == 0 {
				return append(children[:0], child), true
			}
			children = append(children, child)
		}
		return children, false
	}
	next := s.Slid(f.square)
	h := p.Game.newHash(&next, !attacks, 1)
	first := len(children)
	for _, c := range choices {
		child := alphabeta.ProofChild{Move: c.Move, Order: c.Order}
		child.Key, _ = h.with(s.Side, slidCell(square4.Turn(c.Move).Place(), f.square, s.Hole))
		p.Table.Prefetch(child.Key)
		children = append(children, child)
	}
	e := p.newOutlook(s, &next, f, attacks)
	for i := range children[first:] {
		child := &children[first+i]
		cell := slidCell(square4.Turn(child.Move).Place(), f.square, s.Hole)
		child.Proof, child.Disproof = e.with(cell)
		if attacks && child.Proof == 0 {
			return append(children[:0], *child), true
		}
	}
	return children, false
}

// slidCell is where a cell is after a square has slid into a hole.
func slidCell(cell, square, hole uint8) uint8 {
	if square4.TileCells(square)>>cell&1 == 0 {
		return cell
	}
	return cell - uint8(square4.CellAt(int(square), 0)) + uint8(square4.CellAt(int(hole), 0))
}

// outlook has what estimate says after the turns that slide one square, for each cell
// on which the marble of the turn may lie.
type outlook struct {
	game   rules
	kind   outlookKind
	next   *square4.State // after the slide, without the marble
	n      cellCounts     // promise on the board
	after  [4]cellCounts  // after the defender's slides
	slides uint32
	sharp  uint64 // cells on which a marble may make a threat
	safe   int
	frames analysis
	full   bool // the attacker has no marble left then
}

type outlookKind int

const (
	attackerNext outlookKind = iota // who moves after the turn
	defenderNext
	roughly // the defender, when his turns are not looked at
	disproved
)

// newOutlook looks at a slide of the side to move in s; f is what the analysis says of it.
func (p *proofs) newOutlook(s, next *square4.State, f *frame, attacks bool) (o outlook) {
	o.game, o.next = p.Game, next
	if !attacks {
		w := windowsOf(f.other, f.own, f.square)
		o.n = w.less()
		return o
	}
	w := windowsOf(f.own, f.other, f.square)
	o.n = w.more()
	o.full = left(s, s.Side) == 1
	defends := left(s, next.Side) > 0
	switch {
	case !s.NoBack || o.full && !defends:
		o.kind = roughly
		return o
	case square4.HasBlock(f.other) || !defends && p.Game.oneIsRepetition:
		o.kind = disproved // both have a block, or the movement phase begins
		return o
	}
	o.kind = defenderNext
	a := &o.frames
	a.places, a.empty = defends, next.Empty()
	p.Game.findSafe(next, a, o.full)
	o.safe = a.safeTurns()
	o.slides = uint32(a.n)
	o.sharp = w.sharp()
	for i := range a.n {
		g := &a.frames[i]
		after := windowsOf(g.other, g.own, g.square)
		n, sharp := after.more(), after.sharp()
		best := cellCounts{}
		for slides := square4.Neighbours(g.square) &^ (1 << f.square); slides != 0; slides &= slides - 1 {
			square := uint8(bits.TrailingZeros16(slides))
			last := windowsOf(square4.SlideCells(g.other, square, g.square), square4.SlideCells(g.own, square, g.square), square)
			more := last.more()
			more.unslide(square, g.square)
			best.most(&more)
			sharp |= square4.SlideCells(last.sharp(), g.square, square)
		}
		n.addAll(&best)
		n.unslide(g.square, f.square)
		o.after[i] = n
		o.sharp |= square4.SlideCells(sharp, f.square, g.square)
	}
	return o
}

// with is the estimate with a marble of the turn on a cell, as it lies after the slide.
func (o *outlook) with(cell uint8) (proof, disproof uint32) {
	n := o.n.at(cell)
	switch o.kind {
	case attackerNext:
		return 1 + 8/(1+n), 1 + n
	case roughly:
		return 2 + 16/(1+n), 1 + n/2
	case disproved:
		return 1, 0
	}
	sum := uint32(0)
	for i := range o.slides {
		sum += o.after[i].at(cell)
	}
	n += sum / o.slides
	safe := o.safeTurns(cell)
	if safe == 0 {
		return 0, 1
	}
	return uint32(1+safe) + 64/(1+n), 1 + n/2
}

// safeTurns counts the defender's turns that do not lose at once, with a marble of the attacker
// on a cell.
func (o *outlook) safeTurns(cell uint8) int {
	bit := uint64(1) << cell
	if o.sharp&bit == 0 && o.frames.places {
		safe := o.safe
		for i := range o.slides {
			safe -= int(o.frames.frames[i].safe >> cell & 1)
		}
		return safe
	}
	s := *o.next
	s.Marbles[s.Side^1] |= bit
	a := analysis{places: o.frames.places, empty: o.frames.empty &^ bit}
	o.game.findSafe(&s, &a, o.full)
	return a.safeTurns()
}
