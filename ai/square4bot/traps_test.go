package square4bot

import (
	"math"
	"testing"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/bottest"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// TestSlips compares with playing every reply, and every answer to it, by the rules
// alone.
func TestSlips(t *testing.T) {
	for _, fen := range []string{
		"...B/..../..../...R/..../####/.R../..../.... B placement 2,1 pieces=8,slideback=true,repetition=3 - -",
		"..BB/..R./..../RB.R/..../####/.R../..../.... B placement 4,3 pieces=8,slideback=true,repetition=3 - -",
		"####/.BB./BR../..../..../..R./..../..../.R.. R placement 3,3 pieces=8,slideback=true,repetition=3 - -",
	} {
		pos := parse(t, fen)
		task := newTask(ai.NewControl(ai.Limits{}), pos, ai.Limits{}, strength(), func(ai.Info) {})
		for _, root := range task.Roots {
			if got, want := task.slips(root), slipsByPlay(task, root); math.Abs(float64(got)-want) > 1 {
				t.Errorf("%s: after %v slips are %d, by playing every turn %.1f", fen, square4.Turn(root), got, want)
			}
		}
	}
}

// slipsByPlay plays every reply and every answer to it by the rules.
func slipsByPlay(t *task, root alphabeta.Move) float64 {
	s := t.state.Play(square4.Turn(root))
	if naiveWinsNow(&s) || s.Outcome() != square4.Ongoing {
		return 0
	}
	all, lost := 0.0, 0.0
	for _, reply := range s.Turns(nil) {
		next := s.Play(reply)
		weight := math.Pow(2, float64(max(-100, min(t.rules.look(&next), 100))/doubles))
		all += weight
		if winner := next.Outcome(); winner == square4.RedWins+square4.Outcome(next.Side) || winner == square4.Ongoing && naiveWinsNow(&next) {
			lost += weight
		}
	}
	return 1000 * lost / all
}

// naiveWinsNow says whether a turn wins, by playing all.
func naiveWinsNow(s *square4.State) bool {
	for _, turn := range s.Turns(nil) {
		next := s.Play(turn)
		if next.Outcome() == square4.RedWins+square4.Outcome(s.Side) {
			return true
		}
	}
	return false
}

// TestTrapsHold plays the turns that both choices among turns make: none may lose
// by force.
func TestTrapsHold(t *testing.T) {
	for _, fen := range []string{
		"...B/..../..../...R/..../####/.R../..../.... B placement 2,1 pieces=8,slideback=true,repetition=3 - -",
		"..../####/..../..../..../..../.R../R.../B... B placement 2,1 pieces=8,slideback=true,repetition=3 - -",
		"..../..../..../..../####/..../..../..../.... R placement 0,0 pieces=8,slideback=true,repetition=3 - -",
	} {
		pos := parse(t, fen)
		for _, parameters := range []string{"draws=traps", "draws=random"} {
			seen := map[string]bool{}
			for seed := range uint64(4) {
				s := strength()
				s.Seed = seed + 1
				newBot, err := Tuned(parameters)
				if err != nil {
					t.Fatal(err)
				}
				move := bottest.Run(t, newBot(), pos, ai.Limits{Nodes: 5000}, s).Best.Move
				if seen[move] = true; loses(bottest.PlayLine(t, pos, []string{move})) {
					t.Errorf("%s: %s plays %s, which loses", fen, parameters, move)
				}
			}
			if parameters == "draws=random" && len(seen) == 1 {
				t.Errorf("%s: always the same turn at random", fen)
			}
		}
	}
}

// TestBaitKeepsAWin has a turn that is likelier to make the other side slip than the
// one that the search likes: it is played in its place in a drawn game, but not where a
// win is proved, with or without the number of plies to it.
func TestBaitKeepsAWin(t *testing.T) {
	pos := parse(t, "..../..../..../..../####/..../..../..../.... R placement 0,0 pieces=8,slideback=true,repetition=3 - -")
	task := newTask(ai.NewControl(ai.Limits{}), pos, ai.Limits{}, strength(), func(ai.Info) {})
	liked, trap := task.Roots[0], task.Roots[1]
	for _, c := range []struct {
		name   string
		value  int
		solved bool
		want   alphabeta.Move
	}{
		{"an estimate", 30, false, trap},
		{"a proved draw", 0, true, trap},
		{"a proved win", alphabeta.MaxEval, true, liked},
		{"a win in five plies", alphabeta.Win - 5, true, liked},
	} {
		g := task.newGuard(tt.New[tt.Entry](1))
		g.known = map[alphabeta.Move]bool{liked: true, trap: true}
		g.slipped = map[alphabeta.Move]int{trap: 1000}
		line := alphabeta.Line{Moves: []alphabeta.Move{liked}, Value: c.value, Solved: c.solved}
		if g.bait(&line); line.Moves[0] != c.want {
			t.Errorf("%s: %v is played, not %v", c.name, square4.Turn(line.Moves[0]), square4.Turn(c.want))
		}
	}
}
