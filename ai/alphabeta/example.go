package alphabeta

import "quadrille/engine"

// mostFollowed bounds the plies of the defeated side in which an example is followed.
const mostFollowed = 40

// answerAlike tries the answers that decided a turn, which led to example, against the
// others of its level.
func (p *ProofNumbers[S, G]) answerAlike(s, example *S, attacks bool, level *proofLevel[S]) {
	for i := range level.children {
		c := &level.children[i]
		if c.decided() {
			continue
		}
		next := p.Game.Play(s, c.Move)
		if p.follow(example, &next, !attacks) {
			c.Numbers = Decided(!attacks)
		}
		if p.Stopped {
			return
		}
	}
}

// follow says whether who moves reaches what he wants in a state by the moves that decided
// another, the example. No says nothing.
func (p *ProofNumbers[S, G]) follow(example, s *S, attacks bool) bool {
	if p.Visit() {
		return false
	}
	if n, settled := p.Settle(s, attacks); settled {
		return n.decided() && (n.Proof == 0) == attacks
	}
	if p.Game.WinsNow(s) {
		return true
	}
	key, symmetry := p.Key(s, attacks)
	if n, known := p.recall(key); known && n.decided() {
		return (n.Proof == 0) == attacks
	}
	m := p.decider(example, attacks)
	if m == NoMove || !p.Fits(s, m) {
		return false
	}
	before := p.Nodes
	next1, next2 := p.Game.Play(example, m), p.Game.Play(s, m)
	if !p.followAll(&next1, &next2, !attacks) {
		return false
	}
	p.remember(key, symmetry, Decided(attacks), m, 1+p.Nodes-before)
	return true
}

// followAll says whether who moves fails in a state, whatever he does, against the moves
// that decided another. No says nothing.
func (p *ProofNumbers[S, G]) followAll(example, s *S, attacks bool) bool {
	if p.Visit() {
		return false
	}
	if n, settled := p.Settle(s, attacks); settled {
		return n.decided() && (n.Proof == 0) != attacks
	}
	key, symmetry := p.Key(s, attacks)
	if n, known := p.recall(key); known && n.decided() {
		return (n.Proof == 0) != attacks
	}
	depth := p.following
	if depth == len(p.follows) {
		return false
	}
	choices, v, known := p.Game.Expand(s, p.follows[depth][:0])
	p.follows[depth] = choices
	if known {
		return v < 0 || v == 0 && attacks
	}
	p.following++
	defer func() { p.following-- }()
	before := p.Nodes
	for _, c := range choices {
		if !p.Fits(example, c.Move) { // but it may lead to a state that is decided
			next := p.Game.Play(s, c.Move)
			key, _ := p.Key(&next, !attacks)
			n, known := p.recall(key)
			if !known || !n.decided() || (n.Proof == 0) == attacks {
				return false
			}
			continue
		}
		next1, next2 := p.Game.Play(example, c.Move), p.Game.Play(s, c.Move)
		if !p.follow(&next1, &next2, !attacks) {
			return false
		}
	}
	p.remember(key, symmetry, Decided(!attacks), NoMove, 1+p.Nodes-before)
	return true
}

// decider is the move that decided a state for who moves, or NoMove.
func (p *ProofNumbers[S, G]) decider(s *S, attacks bool) Move {
	key, symmetry := p.Key(s, attacks)
	e := p.Table.Get(key)
	n := numbersIn(e)
	if e == 0 || !n.decided() || (n.Proof == 0) != attacks {
		return NoMove
	}
	word := uint32(e & decidedNumber)
	if attacks {
		word = uint32(e >> numberBits & decidedNumber)
	}
	if word == decidedNumber {
		return NoMove
	}
	return p.Game.Orient(Move(word-1), engine.InverseSymmetry(symmetry))
}
