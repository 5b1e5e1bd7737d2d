package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"

	"quadrille/ai"
	"quadrille/ai/bots"
	"quadrille/cmd/internal/exercise"
	"quadrille/engine"
	"quadrille/engine/games"
)

// seeker looks for exercises in games that it has played.
type seeker struct {
	game  engine.Game
	rules engine.Rules // those that are not at their defaults
	bot   ai.Bot       // that proves
	weak  ai.Bot       // that plays
	nodes uint64       // a proof may take
	stop  func() error
}

// gameAndBot returns a game by its name, and what makes bots that play it.
func gameAndBot(name string) (engine.Game, ai.Factory, error) {
	game, err := games.Find(name)
	factory, plays := bots.For(name)
	if err == nil && !plays {
		err = fmt.Errorf("nothing here plays %s", name)
	}
	return game, factory, err
}

// candidate is an exercise with what its grade is made from.
type candidate struct {
	exercise.Exercise
	legal  int     // turns to choose from
	missed float64 // share of weak players who choose wrong
}

// seek plays a game, looks at its positions from the end backwards, and takes one
// of those that are exercises: the hardest, or any, so that there are easy ones.
func (s *seeker) seek(r *rand.Rand) (c candidate, ok bool, err error) {
	game, err := s.play(r)
	if err != nil {
		return c, false, err
	}
	hard := r.IntN(2) == 0
	// What cannot be proved near the end is not tried farther from it.
	for seen, tries := 1, 0; len(game) > 0 && tries < 3 && s.stop() == nil; game = game[:len(game)-1] {
		e, proved, good, err := s.ask(game[len(game)-1])
		switch {
		case err != nil:
			return c, false, err
		case !proved:
			tries++
		case good && (!ok || hard && e.missed > c.missed || !hard && r.IntN(seen) == 0):
			c, ok = e, true
		}
		if good {
			seen++
		}
	}
	return c, ok, nil
}

// play has two weak players play after some turns at random, and returns the
// positions in which there was something to choose.
func (s *seeker) play(r *rand.Rand) ([]engine.Position, error) {
	pos, err := s.game.New(s.rules, r.Uint64()|1)
	if err != nil {
		return nil, err
	}
	chance := r.IntN(5)
	levels := [engine.MaxPlayers]int{2 + r.IntN(5), 2 + r.IntN(5), 2 + r.IntN(5), 2 + r.IntN(5)}
	met, err := s.follow(pos, r, 200, func(n int, pos engine.Position) int {
		if n < chance {
			return byChance
		}
		return levels[pos.Turn()-1]
	})
	return slices.DeleteFunc(met, func(pos engine.Position) bool { return len(pos.Legal()) < fewest }), err
}

// byChance stands for the level of who plays any turn.
const byChance = 0

// follow plays on for so many turns at most, each by a player of the level that is
// asked for, and returns all positions but the last.
func (s *seeker) follow(pos engine.Position, r *rand.Rand, most int, level func(n int, pos engine.Position) int) (met []engine.Position, err error) {
	seed := r.Uint64() | 1
	for !pos.Result().Over && len(met) < most {
		legal := pos.Legal()
		turn := legal[r.IntN(len(legal))]
		if l := level(len(met), pos); l != byChance {
			turn = s.choose(pos, l, seed)
		}
		met = append(met, pos)
		if pos, err = pos.Play(turn); err != nil {
			return nil, err
		}
	}
	return met, nil
}

const (
	fewest   = 4  // turns to choose from
	perRight = 25 // turns for each right one beyond the first
)

// choose is what a player of a level below the full strength plays.
func (s *seeker) choose(pos engine.Position, level int, seed uint64) string {
	settings := ai.FullStrength()
	settings.Level, settings.Seed, settings.Hash = engine.Level(level), seed, 8
	s.weak.Reset()
	return s.weak.Search(ai.NewControl(ai.Limits{}), pos, ai.Limits{}, settings, func(ai.Info) {}).Move
}

// verdict is what a turn is worth to the side that makes it.
type verdict struct {
	turn   string
	class  ai.Proof
	plies  int // to the end, if that is known
	margin int
}

// ask says whether a position is an exercise, and whether what had to be known
// of it could be proved.
func (s *seeker) ask(pos engine.Position) (c candidate, proved, ok bool, err error) {
	root, known := s.prove(pos)
	if !known {
		return c, false, false, nil
	}
	if root.class == ai.ProvedLoss || root.class == ai.ProvedDraw && s.game.Name() == "blokus" {
		return c, true, false, nil
	}
	legal := pos.Legal()
	var right []verdict
	for _, turn := range legal {
		v, known, err := s.value(pos, turn)
		switch {
		case err != nil || !known:
			return c, false, false, err
		case v.class != root.class:
			continue
		}
		if right = append(right, v); len(right) > 1+len(legal)/perRight {
			return c, true, false, nil
		}
	}
	if len(right) == 0 {
		return c, true, false, fmt.Errorf("%s: no turn keeps what the position is worth", pos.FEN())
	}
	slices.SortStableFunc(right, func(a, b verdict) int {
		return cmp.Or(cmp.Compare(a.plies, b.plies), cmp.Compare(b.margin, a.margin))
	})
	return s.candidate(pos, right), true, true, nil
}

// prove is the value of a position that is not over, for the side to move.
func (s *seeker) prove(pos engine.Position) (v verdict, known bool) {
	limits := ai.Limits{Exact: true, Nodes: s.nodes}
	var last ai.Info
	s.bot.Search(ai.NewControl(limits), pos, limits, ai.FullStrength(), func(i ai.Info) {
		if i.HasScore {
			last = i
		}
	})
	v = verdict{class: last.Proof, plies: max(last.Score.Mate, -last.Score.Mate), margin: last.Score.CP / 100}
	return v, last.Proof != ai.NotProved
}

// value is what a turn is worth to the side that makes it.
func (s *seeker) value(pos engine.Position, turn string) (v verdict, known bool, err error) {
	next, err := pos.Play(turn)
	if err != nil {
		return v, false, err
	}
	if r := next.Result(); r.Over {
		v = verdict{turn: turn, class: ai.ProvedLoss, plies: 1}
		switch r.Winner {
		case pos.Turn():
			v.class = ai.ProvedWin
		case engine.NoPlayer:
			v.class = ai.ProvedDraw
		}
		return v, true, nil
	}
	if v, known = s.prove(next); !known {
		return v, false, nil
	}
	v.turn = turn
	if v.plies > 0 {
		v.plies++
	}
	if next.Turn() != pos.Turn() {
		v.class, v.margin = map[ai.Proof]ai.Proof{ai.ProvedWin: ai.ProvedLoss, ai.ProvedLoss: ai.ProvedWin, ai.ProvedDraw: ai.ProvedDraw}[v.class], -v.margin
	}
	return v, true, nil
}

// candidate makes the exercise and asks weak players.
func (s *seeker) candidate(pos engine.Position, right []verdict) candidate {
	best := right[0]
	c := candidate{legal: len(pos.Legal()), Exercise: exercise.Exercise{
		ID: s.id(pos), Game: s.game.Name(), Rules: s.rules, FEN: pos.FEN(), Aim: best.class.String(),
	}}
	for _, v := range right {
		c.Turns = append(c.Turns, v.turn)
	}
	if best.class == ai.ProvedWin {
		c.Plies = best.plies
		if s.game.Name() == "othello" { // elsewhere a score counts no points
			c.Margin = best.margin
		}
	}
	const each = 4
	asked := 0
	for level := 1; level < ai.MaxLevel; level++ {
		for seed := range uint64(each) {
			asked++
			if !slices.Contains(c.Turns, s.choose(pos, level, seed+1)) {
				c.missed++
			}
		}
	}
	c.missed /= float64(asked)
	return c
}

func (s *seeker) id(pos engine.Position) string {
	sum := sha256.Sum256(fmt.Append(nil, s.game.Name(), s.rules, pos.FEN()))
	return fmt.Sprintf("%x", sum[:4])
}
