package midgame

import (
	"math/bits"

	"quadrille/ai/othellobot/endgame"
	"quadrille/engine/othello"
)

// move is a turn and the position it leads to.
type move struct {
	own, opp uint64 // from the view of the side to move then
	score    int32
	square   uint8
}

// maxMoves bounds the placements in a position; 33 are known to be possible.
const maxMoves = 36

// squareScores is the static part of a move's order score. It never changes.
var squareScores = newSquareScores()

func newSquareScores() (scores [64]int32) {
	for square := range scores {
		switch bit := uint64(1) << square; {
		case bit&othello.Corners != 0:
			scores[square] = 400
		case bit&othello.XSquares != 0:
			scores[square] = -150
		case bit&othello.CSquares != 0:
			scores[square] = -50
		case bit&othello.Edges != 0:
			scores[square] = 40
		}
	}
	return scores
}

// wipeOut is the order score of a move that leaves the other side no disk.
const wipeOut = 1 << 25

// expand fills the list with the moves to a set of squares.
func expand(own, opp, squares uint64, list []move) []move {
	for ; squares != 0; squares &= squares - 1 {
		square := uint8(bits.TrailingZeros64(squares))
		flips := othello.Flips(own, opp, square)
		list = append(list, move{own: opp &^ flips, opp: own | flips | 1<<square, square: square})
	}
	return list
}

// hashMovesFirst brings the hash moves to the front and says how many there are:
// one of them is often enough, and then the others need no scores.
func hashMovesFirst(list []move, hash endgame.Entry) int {
	n := 0
	for _, square := range hash.Moves() {
		for i := n; i < len(list); i++ {
			if list[i].square == square {
				list[n], list[i] = list[i], list[n]
				n++
				break
			}
		}
	}
	return n
}

// scoreMoves gives every move its order score: by the opponent's mobility, and in
// deeper searches by the value of a shallow one.
func (w *worker) scoreMoves(list []move, depth int, toEnd bool, ply int) {
	for i := range list {
		m := &list[i]
		if m.own == 0 {
			m.score = wipeOut
		} else {
			m.score = w.orderScore(m, depth, toEnd, ply)
		}
	}
}

// orderScore is how early a move is to be tried.
func (w *worker) orderScore(m *move, depth int, toEnd bool, ply int) int32 {
	mobility := othello.Moves(m.own, m.opp)
	score := -int32(bits.OnesCount64(mobility) + bits.OnesCount64(mobility&othello.Corners))
	if depth < w.s.tune.SortDepth {
		potential := bits.OnesCount64(othello.Around(m.opp) &^ (m.own | m.opp))
		return squareScores[m.square] + 40*score - 10*int32(potential) + w.history[m.square]/64
	}
	score *= int32(w.s.tune.SortMobility)
	if toEnd {
		score *= int32(w.s.tune.SortEnd)
	}
	return score - int32(w.shallowSearch(m, depth, ply))
}

// shallowSearch is the value of a move after a search of few plies, or by the
// evaluation alone.
func (w *worker) shallowSearch(m *move, depth, ply int) int {
	if d := (depth - w.s.tune.ShallowFrom) / w.s.tune.ShallowStep; depth >= w.s.tune.ShallowFrom && !w.inShallowSearch {
		w.inShallowSearch = true
		v := w.pvs(m.own, m.opp, -maxValue-1, maxValue+1, min(1+d, 3), ply+1)
		w.inShallowSearch = false
		return v
	}
	if !w.visit() {
		return 0
	}
	flips := m.opp & w.stack[ply].opp
	return w.evaluateMove(m.own, m.opp, m.square, flips, ply)
}

// pickBest brings the move of the highest score to the front.
func pickBest(list []move) *move {
	best := 0
	for i := range list {
		if list[i].score > list[best].score {
			best = i
		}
	}
	list[0], list[best] = list[best], list[0]
	return &list[0]
}
