package othello

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"quadrille/ai/othellobot/pattern"
	"quadrille/engine"
	"quadrille/engine/othello"
)

// game is a game of self-play.
type game struct {
	turns  []othello.Turn
	random []bool // turns that were drawn by lot
	// scores are those of the last positions, one for each turn from some turn
	// on, before the turn, in hundredths of a disk for the side to move.
	scores []int16
	// exact is the first turn from which on scores are exact margins.
	exact int
}

// first is the turn of the first score.
func (g *game) first() int { return len(g.turns) - len(g.scores) }

// rulesOfPlay is how games are played. It is written at the head of a file of
// games, so that a file is never continued in another way.
type rulesOfPlay struct {
	Seed     uint64 `default:"1" help:"Seed of the random turns; with its number it decides a game."`
	Weights  string `kong:"-"` // checksum of the weights, or "none"
	Depth    int    `default:"3" help:"Plies of a search."`
	Shortest int    `default:"6" help:"Shortest random opening, in turns."`
	Longest  int    `default:"20" help:"Longest random opening, in turns."`
	Noise    int    `default:"10" help:"Later on one turn in so many is random; 0 for none."`
	Solve    int    `default:"14" help:"Empty squares from which on a game is solved."`
	// Scores of turns not played matter most near the end, and results are near.
	Late    int `json:",omitempty" default:"3" help:"What noise is from 30 empty squares on; 0 for no other."`
	Balance int `json:",omitempty" default:"6" help:"Only openings after which neither side is ahead by more disks than that, as a search sees it; 0 for all."`
}

// play plays game number n.
func (r *rulesOfPlay) play(eval *pattern.Eval, n int) game {
	dice := rand.New(rand.NewPCG(r.Seed, uint64(n)))
	s := newSearcher(eval)
	g, state := r.open(s, dice)
	for !state.Over() {
		turn, score := r.choose(s, &state, &g)
		noise := r.noise(&state)
		drawn := turn != othello.Pass && noise > 0 && dice.IntN(noise) == 0
		if drawn {
			turn = draw(&state, dice)
		}
		g.turns, g.random = append(g.turns, turn), append(g.random, drawn)
		g.scores = append(g.scores, int16(score))
		state = state.Play(turn)
	}
	if g.exact < 0 {
		g.exact = len(g.turns)
	}
	return g
}

const lateEmpties = 30

// noise is in how many turns one is drawn by lot in a position, 0 for none.
func (r *rulesOfPlay) noise(s *othello.State) int {
	if r.Late > 0 && bits.OnesCount64(s.Empty()) <= lateEmpties {
		return r.Late
	}
	return r.Noise
}

// open draws the opening of a game.
func (r *rulesOfPlay) open(s *searcher, dice *rand.Rand) (game, othello.State) {
	for {
		g, state := game{exact: -1}, othello.StartState()
		for n := r.Shortest + dice.IntN(r.Longest-r.Shortest+1); n > 0 && !state.Over(); n-- {
			turn := draw(&state, dice)
			g.turns, g.random = append(g.turns, turn), append(g.random, true)
			state = state.Play(turn)
		}
		if r.Balance == 0 || r.balanced(s, &state) {
			return g, state
		}
	}
}

// balanced says whether neither side is far ahead. Positions without a turn are
// not for openings.
func (r *rulesOfPlay) balanced(s *searcher, state *othello.State) bool {
	if state.Moves() == 0 {
		return false
	}
	_, score := s.best(state.Own, state.Opp, r.Depth)
	return max(score, -score) <= 100*r.Balance
}

// choose returns the best turn and its score.
func (r *rulesOfPlay) choose(s *searcher, state *othello.State, g *game) (othello.Turn, int) {
	if state.MustPass() {
		next := state.Play(othello.Pass)
		_, score := r.choose(s, &next, g)
		return othello.Pass, -score
	}
	if bits.OnesCount64(state.Empty()) > r.Solve {
		square, score := s.best(state.Own, state.Opp, r.Depth)
		return othello.Turn(square), score
	}
	if g.exact < 0 {
		g.exact = len(g.turns)
	}
	result := s.solve(state)
	return result.Turn, 100 * result.Margin
}

// draw draws a legal turn.
func draw(s *othello.State, dice *rand.Rand) othello.Turn {
	var buffer [othello.MaxTurns]othello.Turn
	turns := s.Turns(buffer[:0])
	return turns[dice.IntN(len(turns))]
}

// A game is written as a line: its turns, those drawn by lot in capitals and
// passes as "--", the first turn with an exact score, and the scores with
// commas.

func (g *game) String() string {
	var b strings.Builder
	for i, t := range g.turns {
		name := "--"
		if t != othello.Pass {
			name = t.String()
		}
		if g.random[i] {
			name = strings.ToUpper(name)
		}
		b.WriteString(name)
	}
	scores := strings.Trim(fmt.Sprint(g.scores), "[]")
	fmt.Fprintf(&b, " %d %s", g.exact, strings.ReplaceAll(scores, " ", ","))
	return b.String()
}

var errGame = errors.New("no game of self-play")

// parseGame reads a line of String and checks that every turn is legal and the
// game over at the end.
func parseGame(line string) (game, error) {
	var g game
	fields := strings.Split(line, " ")
	if len(fields) != 3 {
		return g, errGame
	}
	var err error
	if err = g.parseTurns(fields[0]); err != nil {
		return g, err
	}
	if g.exact, err = strconv.Atoi(fields[1]); err != nil || g.exact < 0 || g.exact > len(g.turns) {
		return g, errGame
	}
	if fields[2] == "" {
		return g, nil
	}
	for _, text := range strings.Split(fields[2], ",") {
		v, err := strconv.ParseInt(text, 10, 16)
		if err != nil {
			return g, errGame
		}
		g.scores = append(g.scores, int16(v))
	}
	if len(g.scores) > len(g.turns) {
		return g, errGame
	}
	return g, nil
}

// parseTurns reads the turns of a whole game.
func (g *game) parseTurns(text string) error {
	state := othello.StartState()
	for ; len(text) >= 2; text = text[2:] {
		token := strings.ToLower(text[:2])
		drawn := token != text[:2]
		if token == "--" {
			token = engine.Pass
		}
		t, ok := othello.ParseTurn(token)
		if !ok || !slices.Contains(state.Turns(nil), t) {
			return errGame
		}
		g.turns, g.random = append(g.turns, t), append(g.random, drawn)
		state = state.Play(t)
	}
	if text != "" || !state.Over() {
		return errGame
	}
	return nil
}

// states returns the position before every turn, with the turn's number.
func (g *game) states() iter.Seq2[int, othello.State] {
	return func(yield func(int, othello.State) bool) {
		s := othello.StartState()
		for at, t := range g.turns {
			if !yield(at, s) {
				return
			}
			s = s.Play(t)
		}
	}
}
