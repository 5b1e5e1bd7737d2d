package square4bot

import (
	"math"
	"math/rand/v2"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// Tuned returns what makes bots that choose among turns that do not lose as the
// parameters say; see ai.ParseDraws.
func Tuned(parameters string) (func() ai.Bot, error) {
	draws, err := ai.ParseDraws(parameters)
	return func() ai.Bot { return &bot{draws: draws} }, err
}

// bait has the first turn of a line, if neither side is known to win, replaced by
// another that holds as well and that the other side finds harder to answer. A win may
// be known without the number of plies to it.
func (g *guard) bait(line *alphabeta.Line) {
	liked := line.Moves[0]
	if alphabeta.Mate(line.Value) != 0 || line.Solved && line.Value != 0 || !g.holds(liked) {
		return
	}
	best := g.bestTrap(liked)
	if g.draws == ai.AnyDraw {
		best = g.anyThatHolds(liked)
	}
	if best != liked {
		line.Moves = []alphabeta.Move{best}
	}
}

// anyThatHolds is a root move at random among those that do not lose, as far as
// the guard can tell.
func (g *guard) anyThatHolds(fallback alphabeta.Move) alphabeta.Move {
	for _, i := range rand.New(rand.NewPCG(g.Settings.Seed, g.hash())).Perm(len(g.Roots)) {
		if g.holds(g.Roots[i]) {
			return g.Roots[i]
		}
	}
	return fallback
}

// searchLikes is how much likelier, in thousandths, another turn must make a slip
// than the turn that the search likes best, which looks further ahead.
const searchLikes = 150

// bestTrap is the root move that holds after which a weaker player is the most
// likely to make a turn that loses.
func (g *guard) bestTrap(liked alphabeta.Move) alphabeta.Move {
	if g.slipped == nil && !g.Control.PastSoft() {
		g.imagineSlips()
	}
	best, most := liked, g.slipped[liked]+searchLikes
	for _, m := range g.Roots {
		if n := g.slipped[m]; n > most && g.holds(m) {
			best, most = m, n
		}
	}
	return best
}

// imagineSlips values all root moves, which takes some milliseconds.
func (g *guard) imagineSlips() {
	g.slipped = map[alphabeta.Move]int{}
	for _, m := range g.Roots {
		g.slipped[m] = g.slips(m)
	}
}

// doubles is how much better, in hundredths, a turn must look to be played twice as
// often by the player that slips imagines. Powers of two are the same everywhere.
const doubles = 8

// slips is how likely, in thousandths, a player that goes by the looks of the
// board, as the levels do at a glance, makes a turn after which this side wins at
// once.
func (t *task) slips(root alphabeta.Move) int {
	s := t.state.Play(square4.Turn(root))
	if s.Outcome() != square4.Ongoing || s.WinsNow() {
		return 0
	}
	all, lost := 0.0, 0.0
	var buffer [square4.MaxTurns]square4.Turn
	for _, turn := range s.Turns(buffer[:0]) {
		next := s.Play(turn)
		weight := math.Ldexp(1, max(-100, min(t.rules.look(&next), 100))/doubles)
		all += weight
		if wonAtOnce(&next) {
			lost += weight
		}
	}
	return int(1000 * lost / all)
}
