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

// least takes the smaller number of each cell; both are below 128.
func (n *cellCounts) least(o *cellCounts) {
	m := *o
	m.most(n)
	for row := range n {
		n[row] += o[row] - m[row]
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

// windows are those of one side in one arrangement of the tiles, by how many of its marbles they
// have, and what they promise it: a window with three counts as much as four with two.
type windows struct {
	one, two, three uint64
	promise         uint32
}

func windowsOf(own, other uint64, hole uint8) (w windows) {
	w.one, w.two, w.three = square4.Counts(own, square4.AllCells&^(other|square4.TileCells(hole)))
	w.promise = uint32(bits.OnesCount64(w.two) + 4*bits.OnesCount64(w.three))
	return w
}

// more are the promises with one more marble of the side on each cell.
func (w *windows) more() cellCounts {
	n := touching(w.one, w.two, 3)
	n.add(w.promise)
	return n
}

// less are the promises with one more marble of the other side on each cell.
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

// children is Expand, with the numbers that outlook gives.
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
		child.Numbers = e.with(cell)
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

// outlook says how hard it looks to prove the states after the turns that slide one square, and
// to disprove them, for each cell on which the marble of the turn may lie.
type outlook struct {
	game    rules
	kind    outlookKind
	attacks bool           // the turns are the attacker's
	next    *square4.State // after the slide, without the marble
	moves   cellCounts     // promise of who moves next, after slides to come
	waits   cellCounts     // promise of the attacker who has moved, before slides and after one and two
	sharp   uint64         // cells on which a marble may make a threat
	safe    int
	frames  analysis
	full    bool   // who makes the turn has no marble left then
	phase   uint32 // what is added to either number
}

type outlookKind int

const (
	precisely outlookKind = iota
	roughly               // by the attacker's windows as they lie, which moves has
	disproved
)

// Numbers of a movement phase with slideback=false, which takes as long as a thousand nodes to solve.
const (
	phaseNumber = 20 // is added before it is looked at
	tableNumber = 40 // is what both are after that, where a table has to be made
)

// newOutlook looks at a slide of the side to move in s; f is what the analysis says of it.
func (p *proofs) newOutlook(s, next *square4.State, f *frame, attacks bool) (o outlook) {
	o.game, o.next, o.attacks = p.Game, next, attacks
	o.full = left(s, s.Side) == 1
	places := left(s, next.Side) > 0
	switch {
	case !s.NoBack || o.full && !places: // settle decides most of them
		o.kind = roughly
		if s.NoBack && !p.Game.oneIsRepetition {
			o.phase = phaseNumber
		}
		if attacks {
			w := windowsOf(f.own, f.other, f.square)
			o.moves = w.more()
		} else {
			w := windowsOf(f.other, f.own, f.square)
			o.moves = w.less()
		}
		return o
	case square4.HasBlock(f.other) || !places && p.Game.oneIsRepetition:
		o.kind = disproved // both have a block, or the movement phase begins
		return o
	}
	o.frames.places, o.frames.empty = places, next.Empty()
	p.Game.findSafe(next, &o.frames, o.full)
	o.safe = o.frames.safeTurns()
	v := vista{own: f.own, other: f.other, hole: f.square, barred: s.Hole, adds: true}
	o.sharp = v.sharp(2)
	for slides := 0; attacks && slides <= 2; slides++ {
		after := v.promise(false, slides)
		o.waits.addAll(&after)
	}
	v = vista{own: f.other, other: f.own, hole: f.square, barred: s.Hole}
	o.moves = v.promise(true, 1)
	after := v.promise(true, 3)
	o.moves.addAll(&after)
	return o
}

// vista is how the marbles of one side, whose windows are counted, and of the other lie.
type vista struct {
	own, other   uint64
	hole, barred uint8
	adds         bool // the marble of the turn is of the side whose windows are counted
}

// slides are the squares that may slide.
func (v vista) slides() uint16 { return square4.Neighbours(v.hole) &^ (1 << v.barred) }

// slid is after a slide.
func (v vista) slid(square uint8) vista {
	return vista{square4.SlideCells(v.own, square, v.hole), square4.SlideCells(v.other, square, v.hole), square, v.hole, v.adds}
}

// promise is what the windows promise after so many slides, the best ones of the side
// whose windows they are and the worst ones of the other; own says whose is the first.
func (v vista) promise(own bool, slides int) (n cellCounts) {
	if slides == 0 {
		w := windowsOf(v.own, v.other, v.hole)
		if v.adds {
			return w.more()
		}
		return w.less()
	}
	first := true
	for squares := v.slides(); squares != 0; squares &= squares - 1 {
		square := uint8(bits.TrailingZeros16(squares))
		after := v.slid(square)
		m := after.promise(!own, slides-1)
		m.unslide(square, v.hole)
		switch {
		case first:
			n, first = m, false
		case own:
			n.most(&m)
		default:
			n.least(&m)
		}
	}
	return n
}

// sharp are the cells of windows with two marbles and more, after no slide and after up to so many.
func (v vista) sharp(slides int) uint64 {
	w := windowsOf(v.own, v.other, v.hole)
	cells := w.sharp()
	if slides == 0 {
		return cells
	}
	for squares := v.slides(); squares != 0; squares &= squares - 1 {
		square := uint8(bits.TrailingZeros16(squares))
		after := v.slid(square)
		cells |= square4.SlideCells(after.sharp(slides-1), v.hole, square)
	}
	return cells
}

// with are the numbers with a marble of the turn on a cell, as it lies after the slide.
func (o *outlook) with(cell uint8) alphabeta.Numbers {
	switch o.kind {
	case disproved:
		return alphabeta.Numbers{Proof: 1, Disproof: 0}
	case roughly:
		n := o.moves.at(cell)
		if o.attacks {
			return alphabeta.Numbers{Proof: o.phase + 2 + 16/(1+n), Disproof: o.phase + 1 + n/2}
		}
		return alphabeta.Numbers{Proof: o.phase + 1 + 8/(1+n), Disproof: o.phase + 1 + n}
	}
	safe := o.safeTurns(cell)
	switch {
	case safe == 0 && o.attacks:
		return alphabeta.Numbers{Proof: 0, Disproof: 1}
	case safe == 0:
		return alphabeta.Numbers{Proof: 1, Disproof: 0}
	case o.attacks:
		return alphabeta.Numbers{Proof: uint32(1+safe) + 64/(1+o.waits.at(cell)), Disproof: 1 + chase(safe, o.moves.at(cell))/2}
	}
	return alphabeta.Numbers{Proof: 1 + chase(safe, o.moves.at(cell)), Disproof: uint32(1 + safe)}
}

// chase says how hard it looks for who moves to reach what he wants by threats: the easier the
// more turns do not lose at once, and the more his windows promise. So the number is about what the
// least of those of his turns is on average.
func chase(safe int, promise uint32) uint32 {
	byTurns := [...]uint32{27, 19, 14, 10, 7, 5, 3, 2} // 27 divided by the root of the turns and one
	n := byTurns[min(bits.Len(uint(safe)), len(byTurns)-1)]
	return n + 8*n/((1+promise)*(1+promise))
}

// safeTurns counts the turns of who moves next that do not lose at once, with a marble of the
// turn on a cell.
func (o *outlook) safeTurns(cell uint8) int {
	bit := uint64(1) << cell
	if o.sharp&bit == 0 && o.frames.places {
		safe := o.safe
		for i := range o.frames.n {
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
