package teekobot

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"quadrille/ai"
	"quadrille/ai/bottest"
	"quadrille/ai/teekosolve"
	"quadrille/engine"
	"quadrille/engine/teeko"
)

// TestTraps measures what the choice among turns of equal value is worth: how
// often each lower level loses on the small board, which is a draw, against
// the bot and against a random choice among the best turns by the table. Both
// play the same openings, sides and seeds, so that differences are paired.
func TestTraps(t *testing.T) {
	games, _ := strconv.Atoi(os.Getenv("QUADRILLE_TRAP_GAMES"))
	if games == 0 {
		t.Skip("set QUADRILLE_TRAP_GAMES to the number of games a level, such as 100")
	}
	table := small(t)
	strong := newSolver()
	setting := func(pos engine.Position) string {
		return strong.Search(ai.NewControl(ai.Limits{}), pos, ai.Limits{}, ai.FullStrength(), func(ai.Info) {}).Move
	}
	var all []float64
	for level := 1; level < ai.MaxLevel; level++ {
		var gains []float64
		setWins, randomWins := 0.0, 0.0
		for game := range games {
			r := rand.New(rand.NewPCG(uint64(game), 3))
			a := trapGame(t, setting, level, game)
			b := trapGame(t, func(pos engine.Position) string { return randomBest(t, table, pos, r) }, level, game)
			gains = append(gains, a-b)
			setWins, randomWins = setWins+max(a, 0), randomWins+max(b, 0)
			if a < 0 || b < 0 {
				t.Errorf("level %d, game %d: perfect play lost", level, game)
			}
		}
		mean, twice := meanAndError(gains)
		all = append(all, gains...)
		t.Logf("| %d | %d | %.0f | %.0f | %+.1f %% ± %.1f |", level, games, setWins, randomWins, 100*mean, 100*twice)
	}
	mean, twice := meanAndError(all)
	t.Logf("| all | %d | | | %+.1f %% ± %.1f |", len(all), 100*mean, 100*twice)
	if mean < twice {
		t.Error("setting traps gains nothing")
	}
}

// trapGame returns 1 if the strong player beats the level, 0 for a draw.
func trapGame(t *testing.T, strong func(engine.Position) string, level, game int) float64 {
	weak := newSolver()
	settings := ai.FullStrength()
	settings.Level, settings.Seed, settings.Hash = engine.Level(level), uint64(game+1), 1
	pos := randomPosition(t, rand.New(rand.NewPCG(uint64(game/2), 4)), nil, 2)
	return float64(bottest.Duel(t, pos, engine.Player(1+game%2), strong, func(pos engine.Position) string {
		return weak.Search(ai.NewControl(ai.Limits{}), pos, ai.Limits{}, settings, func(ai.Info) {}).Move
	}))
}

// randomBest is one of the turns that the table knows to be best.
func randomBest(t *testing.T, table *teekosolve.Table, pos engine.Position, r *rand.Rand) string {
	s := pos.(*teeko.Position).SearchState()
	want := table.Value(s)
	var best []string
	for _, turn := range s.Turns(nil) {
		after := table.Value(s.Play(turn))
		if after.Result == -want.Result && (after.Result == teekosolve.Draw || after.Plies == want.Plies-1) {
			best = append(best, s.Board.Token(turn))
		}
	}
	if len(best) == 0 {
		t.Fatalf("%s: no turn keeps %v", pos.FEN(), want)
	}
	return best[r.IntN(len(best))]
}

// meanAndError returns the mean and twice its standard error.
func meanAndError(x []float64) (mean, twice float64) {
	var sum, squares float64
	for _, v := range x {
		sum, squares = sum+v, squares+v*v
	}
	n := float64(len(x))
	mean = sum / n
	return mean, 2 * math.Sqrt(max(0, squares/n-mean*mean)/n)
}
