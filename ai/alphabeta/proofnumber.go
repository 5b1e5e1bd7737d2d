package alphabeta

import (
	"math/bits"

	"quadrille/ai/tt"
)

// ProofNumbers finds out whether one side, the attacker, wins a state whatever the
// other, the defender, does, without a bound on the turns. It is a depth-first
// proof-number search (Nagai, "Df-pn algorithm for searching AND/OR trees and its
// applications", 2002): it goes on where the fewest states have to be decided. A state
// in which the attacker moves is proved when one turn is, and in place of the sum over
// the turns that all have to be decided it takes the largest number and one for each
// other turn (Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search", 2008),
// since many turns lead to the same states.
//
// No state may come again on the way to one that Settle decides.
type ProofNumbers[S any, G MateGame[S]] struct {
	Game  G
	Table *tt.Table[tt.Entry]
	Effort
	// Settle says what the game knows of a state when it is come to, attacks says
	// that it is the attacker who moves. Numbers that decide nothing put a state off that has no turns to
	// go on with: it is asked again when it still looks easiest with them, and has to be decided at last.
	Settle func(s *S, attacks bool) (n Numbers, settled bool)
	// Children returns the value of a state where Game.Expand would know it, else it appends
	// the turns that Expand lists, with what is known of the states after them. Of turns that
	// win at once for who moves one is enough. It should prefetch what the table has of them.
	Children func(s *S, attacks bool, children []ProofChild) (all []ProofChild, value int, known bool)
	// Child is what is known of the state after any legal turn.
	Child func(s *S, attacks bool, m Move) ProofChild
	// Key returns a hash of a state and of who attacks in it, and which of engine.Symmetries
	// was applied to the state.
	Key func(s *S, attacks bool) (key uint64, symmetry uint8)
	// Fits says whether a move that was good in one state is legal in another that is
	// much like it. Where it is not nil, a turn that was decided against who made it is
	// followed by the same answers to the other turns (Kawano, "Using similar positions
	// to search game trees", 1996).
	Fits func(s *S, m Move) bool

	levels    [MaxPly + 2]proofLevel[S]
	follows   [mostFollowed][]Choice
	following int // plies of them
}

// A table entry of this search has the two numbers of a state, of so many bits each.
const numberBits = 20

// decidedNumber is the proof number of what is disproved, and the other way round.
const decidedNumber = 1<<numberBits - 1

// Numbers say how hard it looks to prove that the attacker wins, and how hard to disprove
// it, from 1 on. What has been proved or disproved has 0, and the other number then says nothing.
type Numbers struct{ Proof, Disproof uint32 }

// Decided are the numbers of what is proved, or disproved.
func Decided(won bool) Numbers {
	if won {
		return Numbers{0, decidedNumber}
	}
	return Numbers{decidedNumber, 0}
}

func (n Numbers) decided() bool { return n.Proof == 0 || n.Disproof == 0 }

// of are the numbers from the view of who moves: how hard it is to prove that he
// reaches what he wants, and to disprove it.
func (n Numbers) of(attacks bool) (own, other uint32) {
	if attacks {
		return n.Proof, n.Disproof
	}
	return n.Disproof, n.Proof
}

func numbersOf(own, other uint32, attacks bool) Numbers {
	if attacks {
		return Numbers{own, other}
	}
	return Numbers{other, own}
}

// proofLevel is the state at one depth of the search, and its turns.
type proofLevel[S any] struct {
	state    S
	children []ProofChild
}

// ProofChild is a turn and what is known of the state that it leads to.
type ProofChild struct {
	Move  Move
	Order int32  // of those that look equally hard the highest is tried first
	Key   uint64 // of the state after it
	Numbers
}

// Wins says whether the attacker wins a state that is not over, when the first turn is
// one of roots, and whether that is known; it is not when the search was stopped. root
// is then a turn that serves who moves: it wins, or keeps the attacker from winning.
func (p *ProofNumbers[S, G]) Wins(s *S, roots []Move, attacks bool) (won, known bool, root Move) {
	level := &p.levels[0]
	level.state, level.children = *s, level.children[:0]
	for _, m := range roots {
		level.children = append(level.children, p.Child(s, attacks, m))
	}
	p.recallAll(level)
	best, n := p.goOn(attacks, decidedNumber, decidedNumber, 0)
	if !n.decided() {
		return false, false, NoMove
	}
	return n.Proof == 0, true, level.children[best].Move
}

// Root is how hard it looks to answer what Wins was asked last.
func (p *ProofNumbers[S, G]) Root(attacks bool) Numbers {
	_, _, n := p.levels[0].join(attacks)
	return n
}

// Holds says whether the attacker is known not to win a state.
func (p *ProofNumbers[S, G]) Holds(s *S, attacks bool) bool {
	key, _ := p.Key(s, attacks)
	n, _ := p.recall(key)
	return n.Disproof == 0
}

// search visits the state of a depth until one of its numbers reaches the limit for it. own is
// the limit of who moves, other that of the other side.
func (p *ProofNumbers[S, G]) search(key uint64, attacks bool, own, other uint32, depth int) Numbers {
	if p.Visit() {
		n, _ := p.recall(key)
		return n
	}
	before, level := p.Nodes, &p.levels[depth]
	n, settled := p.expand(attacks, level)
	move := NoMove
	if !settled {
		var best int
		best, n = p.goOn(attacks, own, other, depth)
		if n.decided() {
			move = level.children[best].Move
		}
	}
	symmetry := uint8(0)
	if move != NoMove {
		_, symmetry = p.Key(&level.state, attacks)
	}
	p.remember(key, symmetry, n, move, 1+p.Nodes-before)
	return n
}

// goOn searches the turns that are listed at a depth, and says which is best.
func (p *ProofNumbers[S, G]) goOn(attacks bool, own, other uint32, depth int) (best int, n Numbers) {
	level, next := &p.levels[depth], &p.levels[depth+1]
	for {
		best, second, n := level.join(attacks)
		mine, rest := n.of(attacks)
		if mine >= own || rest >= other || p.Stopped || n.decided() {
			return best, n
		}
		child := &level.children[best]
		next.state = p.Game.Play(&level.state, child.Move)
		mine, theirs := child.of(attacks)
		// A little more than the second best has, so that it is not left at once.
		limit := max(mine+1, min(own, second+second/4+1))
		child.Numbers = p.search(child.Key, !attacks, min(decidedNumber, theirs+other-rest), limit, depth+1)
		if p.Fits != nil && child.decided() {
			if own, _ := child.of(attacks); own > 0 {
				p.answerAlike(&level.state, &next.state, attacks, level)
			}
		}
	}
}

// join makes the numbers of a state from those of its turns, and says which to go on with and how hard the
// second best is.
func (l *proofLevel[S]) join(attacks bool) (best int, second uint32, n Numbers) {
	first, largest, open := uint32(decidedNumber), uint32(0), uint32(0)
	second = decidedNumber
	for i := range l.children {
		mine, theirs := l.children[i].of(attacks)
		switch {
		case mine < first:
			best, second, first = i, first, mine
		case mine < second:
			second = mine
			if mine == first && l.children[i].Order > l.children[best].Order {
				best = i
			}
		case mine == first && l.children[i].Order > l.children[best].Order:
			best = i
		}
		if theirs > 0 {
			largest, open = max(largest, theirs), open+1
		}
	}
	if open > 0 && largest < decidedNumber {
		largest = min(largest+open-1, decidedNumber-1)
	}
	return best, second, numbersOf(first, largest, attacks)
}

// expand lists the turns of a state, if it is not settled at once.
func (p *ProofNumbers[S, G]) expand(attacks bool, level *proofLevel[S]) (n Numbers, settled bool) {
	if n, settled = p.Settle(&level.state, attacks); settled {
		return n, true
	}
	children, v, known := p.Children(&level.state, attacks, level.children[:0])
	level.children = children
	if known {
		return Decided(v != 0 && v > 0 == attacks), true
	}
	p.recallAll(level)
	return n, false
}

// recallAll looks up the turns of a level.
func (p *ProofNumbers[S, G]) recallAll(level *proofLevel[S]) {
	for i := range level.children {
		c := &level.children[i]
		if n, known := p.recall(c.Key); known {
			c.Numbers = n
		} else if c.decided() {
			c.Numbers = Decided(c.Proof == 0)
		}
	}
}

func (p *ProofNumbers[S, G]) recall(key uint64) (n Numbers, known bool) {
	e := p.Table.Get(key)
	if e == 0 {
		return Numbers{1, 1}, false
	}
	return numbersIn(e), true
}

// numbersIn are those of a table entry. In the place of the number that says nothing about a
// decided state there may be a move.
func numbersIn(e tt.Entry) Numbers {
	n := Numbers{uint32(e & decidedNumber), uint32(e >> numberBits & decidedNumber)}
	switch {
	case n.Proof == 0:
		n.Disproof = decidedNumber
	case n.Disproof == 0:
		n.Proof = decidedNumber
	}
	return n
}

// remember also keeps the move that decided a state, if there is one.
func (p *ProofNumbers[S, G]) remember(key uint64, symmetry uint8, n Numbers, m Move, work uint64) {
	if m != NoMove {
		m = p.Game.Orient(m, symmetry)
		switch {
		case n.Proof == 0:
			n.Disproof = uint32(m) + 1
		case n.Disproof == 0:
			n.Proof = uint32(m) + 1
		}
	}
	worth := min(32*bits.Len64(work), tt.MaxWorth)
	e := tt.Entry(n.Proof) | tt.Entry(n.Disproof)<<numberBits | tt.Entry(worth)<<tt.Worth
	p.Table.Put(key, e, tt.Latest)
}
