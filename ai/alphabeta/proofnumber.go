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
	// Settle decides what the game knows of a state when it is come to, attacks says
	// that it is the attacker who moves.
	Settle func(s *S, attacks bool) (won, known bool)
	// Estimate says, from 1 on, how hard it looks to prove a state, and how hard to
	// disprove it. What it sees to be proved or disproved has 0.
	Estimate func(s *S, attacks bool) (proof, disproof uint32)
	// Fits says whether a move that was good in one state is legal in another that is
	// much like it. Where it is not nil, a turn that was decided against who made it is
	// followed by the same answers to the other turns (Kawano, "Using similar positions
	// to search game trees", 1996).
	Fits func(s *S, m Move) bool

	levels    [MaxPly + 2]proofLevel
	follows   [mostFollowed][]Choice
	following int // plies of them
}

// A table entry of this search has the two numbers of a state, of so many bits each.
const numberBits = 20

// decidedNumber is the proof number of what is disproved, and the other way round.
const decidedNumber = 1<<numberBits - 1

// numbers are a proof and a disproof number.
type numbers struct{ proof, disproof uint32 }

func decided(won bool) numbers {
	if won {
		return numbers{0, decidedNumber}
	}
	return numbers{decidedNumber, 0}
}

func (n numbers) decided() bool { return n.proof == 0 || n.disproof == 0 }

// of are the numbers from the view of who moves: how hard it is to prove that he
// reaches what he wants, and to disprove it.
func (n numbers) of(attacks bool) (own, other uint32) {
	if attacks {
		return n.proof, n.disproof
	}
	return n.disproof, n.proof
}

func numbersOf(own, other uint32, attacks bool) numbers {
	if attacks {
		return numbers{own, other}
	}
	return numbers{other, own}
}

// proofLevel is the turns of the state at one depth of the search.
type proofLevel struct {
	choices  []Choice
	children []proofChild
}

type proofChild struct {
	move Move
	key  uint64
	numbers
}

// Wins says whether the attacker wins a state that is not over, when the first turn is
// one of roots, and whether that is known; it is not when the search was stopped. root
// is then a turn that serves who moves: it wins, or keeps the attacker from winning.
func (p *ProofNumbers[S, G]) Wins(s *S, roots []Move, attacks bool) (won, known bool, root Move) {
	level := &p.levels[0]
	level.choices = level.choices[:0]
	for _, m := range roots {
		level.choices = append(level.choices, Choice{Move: m})
	}
	p.enter(s, attacks, level)
	best, n := p.goOn(s, attacks, decidedNumber, decidedNumber, 0)
	if !n.decided() {
		return false, false, NoMove
	}
	return n.proof == 0, true, level.children[best].move
}

// Holds says whether the attacker is known not to win a state.
func (p *ProofNumbers[S, G]) Holds(s *S, attacks bool) bool {
	n, _ := p.recall(p.key(s, attacks))
	return n.disproof == 0
}

// search visits a state until one of its numbers reaches the limit for it. own is the
// limit of who moves, other that of the other side.
func (p *ProofNumbers[S, G]) search(s *S, attacks bool, own, other uint32, depth int) numbers {
	if p.Visit() {
		n, _ := p.recall(p.key(s, attacks))
		return n
	}
	before := p.Nodes
	won, known := p.expand(s, attacks, &p.levels[depth])
	n, move := decided(won), NoMove
	if !known {
		var best int
		best, n = p.goOn(s, attacks, own, other, depth)
		if n.decided() {
			move = p.levels[depth].children[best].move
		}
	}
	key, symmetry := p.keys(s, attacks)
	p.remember(key, symmetry, n, move, 1+p.Nodes-before)
	return n
}

// goOn searches the turns of a state that are listed at a depth, and says which is best.
func (p *ProofNumbers[S, G]) goOn(s *S, attacks bool, own, other uint32, depth int) (best int, n numbers) {
	level := &p.levels[depth]
	for {
		best, second, n := level.join(attacks)
		mine, rest := n.of(attacks)
		if mine >= own || rest >= other || p.Stopped || n.decided() {
			return best, n
		}
		child := &level.children[best]
		next := p.Game.Play(s, child.move)
		mine, theirs := child.of(attacks)
		// A little more than the second best has, so that it is not left at once.
		limit := max(mine+1, min(own, second+second/4+1))
		child.numbers = p.search(&next, !attacks, min(decidedNumber, theirs+other-rest), limit, depth+1)
		if p.Fits != nil && child.decided() {
			if own, _ := child.of(attacks); own > 0 {
				p.answerAlike(s, &next, attacks, level)
			}
		}
	}
}

// join makes the numbers of a state from those of its turns, and says which to go on with and how hard the
// second best is.
func (l *proofLevel) join(attacks bool) (best int, second uint32, n numbers) {
	first, largest, open := uint32(decidedNumber), uint32(0), uint32(0)
	second = decidedNumber
	for i := range l.children {
		mine, theirs := l.children[i].of(attacks)
		switch {
		case mine < first:
			best, second, first = i, first, mine
		case mine < second:
			second = mine
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

// expand lists the turns of a state, if it is not decided at once.
func (p *ProofNumbers[S, G]) expand(s *S, attacks bool, level *proofLevel) (won, known bool) {
	if won, known = p.Settle(s, attacks); known {
		return won, true
	}
	choices, v, known := p.Game.Expand(s, level.choices[:0])
	level.choices = choices
	if known {
		return v != 0 && v > 0 == attacks, true
	}
	for i := range choices {
		pick(choices[i:])
	}
	p.enter(s, attacks, level)
	return false, false
}

// enter looks up the turns that a level has chosen, all keys first, since the table is
// slow to answer.
func (p *ProofNumbers[S, G]) enter(s *S, attacks bool, level *proofLevel) {
	level.children = level.children[:0]
	for _, c := range level.choices {
		next := p.Game.Play(s, c.Move)
		key := p.key(&next, !attacks)
		p.Table.Prefetch(key)
		child := proofChild{move: c.Move, key: key}
		child.proof, child.disproof = p.Estimate(&next, !attacks)
		if child.decided() {
			child.numbers = decided(child.proof == 0)
		}
		level.children = append(level.children, child)
	}
	for i := range level.children {
		if n, known := p.recall(level.children[i].key); known {
			level.children[i].numbers = n
		}
	}
}

const (
	attackKey = 0x61747461636b
	defendKey = 0x646566656e64
)

func (p *ProofNumbers[S, G]) key(s *S, attacks bool) uint64 {
	key, _ := p.keys(s, attacks)
	return key
}

// keys is a state's key and the symmetry that it has been under.
func (p *ProofNumbers[S, G]) keys(s *S, attacks bool) (uint64, uint8) {
	key, symmetry := p.Game.Key(s)
	if attacks {
		return key ^ attackKey, symmetry
	}
	return key ^ defendKey, symmetry
}

func (p *ProofNumbers[S, G]) recall(key uint64) (n numbers, known bool) {
	e := p.Table.Get(key)
	if e == 0 {
		return numbers{1, 1}, false
	}
	return numbersIn(e), true
}

// numbersIn are those of a table entry. In the place of the number that says nothing about a
// decided state there may be a move.
func numbersIn(e tt.Entry) numbers {
	n := numbers{uint32(e & decidedNumber), uint32(e >> numberBits & decidedNumber)}
	switch {
	case n.proof == 0:
		n.disproof = decidedNumber
	case n.disproof == 0:
		n.proof = decidedNumber
	}
	return n
}

// remember also keeps the move that decided a state, if there is one.
func (p *ProofNumbers[S, G]) remember(key uint64, symmetry uint8, n numbers, m Move, work uint64) {
	if m != NoMove {
		m = p.Game.Orient(m, symmetry)
		switch {
		case n.proof == 0:
			n.disproof = uint32(m) + 1
		case n.disproof == 0:
			n.proof = uint32(m) + 1
		}
	}
	worth := min(32*bits.Len64(work), tt.MaxWorth)
	e := tt.Entry(n.proof) | tt.Entry(n.disproof)<<numberBits | tt.Entry(worth)<<tt.Worth
	p.Table.Put(key, e, func(e, _ tt.Entry) tt.Entry { return e })
}
