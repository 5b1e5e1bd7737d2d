package square4bot

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// beginner is a model of somebody who has just learned the game: it chooses among
// the legal turns.
type beginner func(r *rand.Rand, s *square4.State, turns []square4.Turn) square4.Turn

// firstTurn takes the first legal turn there is, and so fills a square.
func firstTurn(_ *rand.Rand, _ *square4.State, turns []square4.Turn) square4.Turn { return turns[0] }

// anyTurn plays at random.
func anyTurn(r *rand.Rand, _ *square4.State, turns []square4.Turn) square4.Turn {
	return turns[r.IntN(len(turns))]
}

// fours looks at the board as it lies: it completes a block with a marble, or puts
// one where the other side would, and else plays at random. What slides do it does
// not see, its own neither.
func fours(r *rand.Rand, s *square4.State, turns []square4.Turn) square4.Turn {
	for _, side := range []uint8{s.Side, s.Side ^ 1} {
		var there []square4.Turn
		for _, t := range turns {
			if t.Place() != square4.NoCell && square4.Completing(s.Marbles[side])>>t.Place()&1 != 0 {
				there = append(there, t)
			}
		}
		if len(there) > 0 {
			return anyTurn(r, s, there)
		}
	}
	return anyTurn(r, s, turns)
}

// builds is fours, but that it puts its marble where most of its own lie on squares
// of four that are still open, rather than at random.
func builds(r *rand.Rand, s *square4.State, turns []square4.Turn) square4.Turn {
	most, best := -1, turns[:0:0]
	for _, t := range turns {
		look := 0
		if t.Place() != square4.NoCell {
			look = opens(s, t.Place())
		}
		if look > most {
			most, best = look, best[:0]
		}
		if look == most {
			best = append(best, t)
		}
	}
	return anyTurn(r, s, best)
}

// opens says how a cell looks to one who builds: a fourth marble of its own is
// worth the most, then a fourth of the other side, then a third, a second.
func opens(s *square4.State, cell uint8) (most int) {
	own, other := s.Marbles[s.Side], s.Marbles[s.Side^1]
	switch bit := uint64(1) << cell; {
	case square4.Completing(own)&bit != 0:
		return 5
	case square4.Completing(other)&bit != 0:
		return 4
	default:
		one, two, _ := square4.Counts(own, square4.AllCells&^(other|square4.TileCells(s.Hole)))
		for i, corners := range []uint64{one, two} {
			if square4.WindowCells(corners)&bit != 0 {
				most = i + 1
			}
		}
	}
	return most
}

// oneTurn sees all that one turn can do: it wins at once, hinders the other side
// from it, and else plays at random.
func oneTurn(r *rand.Rand, s *square4.State, turns []square4.Turn) square4.Turn {
	var safe []square4.Turn
	for _, t := range turns {
		next := s.Play(t)
		v, over := overNow(&next)
		if over && v < 0 {
			return t
		}
		if over && v == 0 || !over && !next.WinsNow() {
			safe = append(safe, t)
		}
	}
	if len(safe) > 0 {
		turns = safe
	}
	return anyTurn(r, s, turns)
}

// record counts the games of a level against a beginner.
type record struct{ won, drawn, lost int }

// points is what the level scored, a draw being half a win.
func (r record) points() float64 { return float64(r.won) + float64(r.drawn)/2 }

// meet plays games of a level, as Red in every second, against a beginner.
func meet(t *testing.T, level, games int, other beginner) (all record) {
	for game := range games {
		switch result := peopleGame(t, level, game, other); {
		case result > 0:
			all.won++
		case result < 0:
			all.lost++
		default:
			all.drawn++
		}
	}
	return all
}

// peopleGame plays one game and says whether the level won (1), lost (-1) or drew.
func peopleGame(t *testing.T, level, game int, other beginner) int {
	r := rand.New(rand.NewPCG(uint64(game), 39))
	settings := strength()
	settings.Level, settings.Seed = engine.Level(level), uint64(game+1)
	side := engine.Player(1 + game%2)
	b := New()
	return bottest.Duel(t, start(t, nil), side, func(pos engine.Position) string {
		return b.Search(ai.NewControl(ai.Limits{}), pos, ai.Limits{}, settings, func(ai.Info) {}).Move
	}, func(pos engine.Position) string {
		s, _ := pos.(*square4.Position).SearchState()
		return other(r, &s, s.Turns(nil)).String()
	})
}

// TestLevelsAgainstPeople measures what each level scores against models of
// beginners: docs/strength.md has the table.
func TestLevelsAgainstPeople(t *testing.T) {
	games, _ := strconv.Atoi(os.Getenv("QUADRILLE_PEOPLE_GAMES"))
	if games == 0 {
		t.Skip("set QUADRILLE_PEOPLE_GAMES to the number of games a level and beginner, such as 200")
	}
	for level := 1; level < ai.MaxLevel; level++ {
		t.Logf("level %d: first %v, any %v, fours %v, builds %v, one turn %v", level,
			meet(t, level, games, firstTurn), meet(t, level, games, anyTurn), meet(t, level, games, fours), meet(t, level, games, builds), meet(t, level, games, oneTurn))
	}
}

// TestLevelsSuitBeginners holds the levels to what docs/strength.md says of them
// in words, by counts of games with fixed seeds.
func TestLevelsSuitBeginners(t *testing.T) {
	const games = 30
	for _, tc := range []struct {
		level      int
		name       string
		other      beginner
		from, to   float64 // points of the level
		mayLose    int
		mostlyWins bool
	}{
		{1, "first turn", firstTurn, 11, 22, games, false},
		{1, "any turn", anyTurn, 15, 26, games, false},
		{1, "builds", builds, 0, 12, games, false},
		{3, "first turn", firstTurn, 26, 30, 2, true},
		{5, "first turn", firstTurn, 28, 30, 0, true},
		{5, "fours", fours, 27, 30, 0, true},
		{5, "builds", builds, 25, 30, 0, true},
	} {
		got := meet(t, tc.level, games, tc.other)
		if p := got.points(); p < tc.from || p > tc.to || got.lost > tc.mayLose || tc.mostlyWins && got.won <= games*3/4 {
			t.Errorf("level %d against %s: %+v, want %v to %v points of %d", tc.level, tc.name, got, tc.from, tc.to, games)
		}
	}
}

// TestLevelsSeeWhatLiesOpen wants every level from 3 on to complete a block that a
// marble completes, and to leave the other side no such place where it can, in
// positions of play at random.
func TestLevelsSeeWhatLiesOpen(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 41))
	blocks, threats := 0, 0
	for i := 0; blocks < 25 || threats < 25; i++ {
		pos, ok := positionOf(t, r, nil, 5+r.IntN(10))
		if !ok {
			continue
		}
		s, _ := pos.SearchState()
		wins := square4.Completing(s.Marbles[s.Side])&s.Empty() != 0
		open := square4.Completing(s.Marbles[s.Side^1])&s.Empty() != 0
		if !wins && !open {
			continue
		}
		var a analysis
		if _, known := (rules{}).analyse(&s, &a); known && !wins {
			continue // lost or won by other means
		}
		if wins {
			blocks++
		} else {
			threats++
		}
		settings := strength()
		settings.Level, settings.Seed = engine.Level(3+i%7), uint64(i+1)
		move := bottest.Run(t, New(), pos, ai.Limits{}, settings).Best.Move
		after := bottest.PlayLine(t, pos, []string{move})
		switch next, _ := after.(*square4.Position).SearchState(); {
		case wins && after.Result().Winner != engine.Player(s.Side+1):
			t.Errorf("%s: level %v does not complete its block, but plays %s", pos.FEN(), settings.Level, move)
		case !wins && !after.Result().Over && square4.Completing(next.Marbles[next.Side])&next.Empty() != 0:
			t.Errorf("%s: level %v leaves a block open by %s", pos.FEN(), settings.Level, move)
		}
	}
}
