package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"quadrille/ai"
	"quadrille/ai/bots"
	"quadrille/cmd/internal/exercise"
	"quadrille/engine"
	"quadrille/engine/games"
)

// setOf are the exercises of a game, with the position of each. In a short run
// it is one of eight.
func setOf(t *testing.T, game string) (list []exercise.Exercise, at []engine.Position) {
	t.Helper()
	all, err := exercise.Of(game)
	if err != nil || len(all) == 0 {
		t.Fatalf("%d exercises: %v", len(all), err)
	}
	known := map[string]bool{}
	g, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range all {
		if e.Game != game || known[e.ID] || e.Grade < 1 || e.Grade > exercise.Grades || i > 0 && e.Grade < all[i-1].Grade {
			t.Errorf("exercise %d: of %s, ID %s, grade %d", i+1, e.Game, e.ID, e.Grade)
		}
		known[e.ID] = true
		rules, err := engine.ResolveRules(g.Options(), e.Rules)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := g.ParseFEN(e.FEN, rules)
		if err != nil {
			t.Fatalf("%s: %v", e.ID, err)
		}
		if testing.Short() && i%8 != 0 {
			continue
		}
		list, at = append(list, e), append(at, pos)
	}
	return list, at
}

// botOf is a player of a game.
func botOf(t *testing.T, game string) ai.Bot {
	t.Helper()
	factory, ok := bots.For(game)
	if !ok {
		t.Fatalf("there is no player of %s", game)
	}
	return factory.New()
}

// TestExercisesAreProved has the searches prove every exercise anew: the turns
// that are right and no other reach the aim, and in the turns that are said.
func TestExercisesAreProved(t *testing.T) {
	for _, name := range exercise.Games() {
		t.Run(name, func(t *testing.T) {
			list, at := setOf(t, name)
			s := seeker{bot: botOf(t, name)} // with as many positions as it takes
			for i, e := range list {
				for _, turn := range at[i].Legal() {
					v, known, err := s.value(at[i], turn)
					if err != nil || !known {
						t.Fatalf("%s %s: known %v, %v", e.ID, turn, known, err)
					}
					right, reaches := slices.Contains(e.Turns, turn), v.class.String() == e.Aim || v.class == ai.ProvedWin
					if right != reaches {
						t.Errorf("%s %s: %s, asked for is %s by %v", e.ID, turn, v.class, e.Aim, e.Turns)
					}
					if turn == e.Turns[0] && e.Aim == exercise.Win && (v.plies != e.Plies || e.Margin > 0 && v.margin != e.Margin) {
						t.Errorf("%s %s: plies %d, margin %d; it says %d, %d", e.ID, turn, v.plies, v.margin, e.Plies, e.Margin)
					}
				}
			}
		})
	}
}

// TestExercisesPlayedOut plays every exercise to its end, the best turns on both
// sides: it ends as it says, and after as many turns.
func TestExercisesPlayedOut(t *testing.T) {
	for _, name := range exercise.Games() {
		t.Run(name, func(t *testing.T) {
			bot := botOf(t, name)
			list, at := setOf(t, name)
			for i, e := range list {
				if e.Aim == exercise.Draw && e.Game != "othello" {
					continue // which may go on for ever
				}
				pos, side, turn, plies := at[i], at[i].Turn(), e.Turns[0], 0
				for {
					next, err := pos.Play(turn)
					if err != nil {
						t.Fatalf("%s: %v", e.ID, err)
					}
					plies++
					if pos = next; pos.Result().Over || plies > 100 {
						break
					}
					limits := ai.Limits{Exact: true}
					turn = bot.Search(ai.NewControl(limits), pos, limits, ai.FullStrength(), func(ai.Info) {}).Move
				}
				want := map[string]engine.Player{exercise.Win: side, exercise.Draw: engine.NoPlayer}[e.Aim]
				if r := pos.Result(); !r.Over || r.Winner != want || e.Plies > 0 && plies != e.Plies {
					t.Errorf("%s: %v after %d turns; it says %s after %d", e.ID, r, plies, e.Aim, e.Plies)
				}
				own, other := pos.Scores()[side-1], pos.Scores()[2-side]
				// Squares that stay empty are the winner's.
				if margin := own - other + 64 - own - other; name == "othello" && e.Aim == exercise.Win && margin != e.Margin {
					t.Errorf("%s: by %d; it says %d", e.ID, margin, e.Margin)
				}
			}
		})
	}
}

// plain values positions by the rules alone, turn by turn, without any search of
// ours.
type plain struct{ left int } // positions that may be looked at

// wins says whether the side wins within so many turns of both; known is false
// when that would take too long.
func (p *plain) wins(pos engine.Position, side engine.Player, turns int) (wins, known bool) {
	if r := pos.Result(); r.Over {
		return r.Winner == side, true
	}
	if turns == 0 {
		return false, true
	}
	if p.left--; p.left < 0 {
		return false, false
	}
	own := pos.Turn() == side
	for _, turn := range pos.Legal() {
		next, err := pos.Play(turn)
		if err != nil {
			panic(err)
		}
		w, known := p.wins(next, side, turns-1)
		switch {
		case !known:
			return false, false
		case w == own:
			return own, true
		}
	}
	return !own, true
}

// TestExercisesByTheRules tries every turn of the exercises whose end is near,
// with nothing but the rules: the right ones win within the turns that are said,
// the others do not.
func TestExercisesByTheRules(t *testing.T) {
	few := map[string]int{"square4": 15, "teeko": 15, "othello": 20, "blokus": 8}
	for _, name := range exercise.Games() {
		t.Run(name, func(t *testing.T) {
			list, at := setOf(t, name)
			tried := 0
			for i, e := range list {
				turns := e.Plies
				if turns == 0 {
					turns = 100 // to the end
				}
				if e.Aim != exercise.Win {
					continue
				}
				whole := true
				p := plain{left: 12_000}
				for _, turn := range at[i].Legal() {
					next, err := at[i].Play(turn)
					if err != nil {
						t.Fatal(err)
					}
					wins, known := p.wins(next, at[i].Turn(), turns-1)
					whole = whole && known
					if right := slices.Contains(e.Turns, turn); known && wins && !right || known && !wins && turn == e.Turns[0] {
						t.Errorf("%s %s: wins within %d turns: %v; it says %v", e.ID, turn, turns, wins, right)
					}
				}
				if whole {
					tried++
				}
			}
			t.Log(fmt.Sprint(tried, " of ", len(list), " were tried to the end"))
			if !testing.Short() && tried < few[name] {
				t.Errorf("only %d could be tried", tried)
			}
		})
	}
}

// TestExercisesAreAddedOnce makes a set and adds to it with the same games: what
// is there is not added again.
func TestExercisesAreAddedOnce(t *testing.T) {
	dir := t.TempDir()
	for _, add := range []bool{false, true} {
		c := exercisesCommand{Game: "teeko", Count: 3, Games: 100, Nodes: 1_000_000, Seed: 1, Add: add, Dir: dir}
		if err := c.Run(io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "teeko.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := exercise.Read(data)
	known := map[string]bool{}
	for _, e := range list {
		known[e.ID] = true
	}
	if err != nil || len(list) != 6 || len(known) != 6 {
		t.Errorf("%d exercises, %d of them different: %v", len(list), len(known), err)
	}
}
