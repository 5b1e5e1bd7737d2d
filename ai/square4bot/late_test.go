package square4bot

import (
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/bottest"
	"quadrille/ai/tt"
)

// TestLateWork has the guard look for a turn that holds when the time is over.
// What it spends on that is bounded over all turns together.
func TestLateWork(t *testing.T) {
	for _, fen := range []string{
		"..../..../..../..../####/..../..../..../.... R placement 0,0 pieces=16,slideback=true,repetition=3 - -",
		"..B./####/.RR./..../..../..RR/...B/.B../BR.. B placement 5,4 pieces=8,slideback=true,repetition=3 - -",
		"..B./..R./..../..../####/..../..../..B./R... R placement 2,2 pieces=16,slideback=true,repetition=3 - -",
	} {
		pos := parse(t, fen)
		task := newTask(ai.NewControl(ai.Limits{}), pos, ai.Limits{Infinite: true}, ai.FullStrength(), func(ai.Info) {})
		task.Control.Stop()
		g := task.newGuard(tt.New[tt.Entry](1))
		for _, m := range task.Roots {
			g.correct(&alphabeta.Line{Moves: []alphabeta.Move{m}})
		}
		if g.mate.late == 0 || g.mate.late > lateWork+1 {
			t.Errorf("%s: %d spent on pairs when the time was over, of %d", fen, g.mate.late, lateWork)
		}
		if g.mate.Nodes != 0 {
			t.Errorf("%s: %d nodes visited when the time was over", fen, g.mate.Nodes)
		}
	}
}

// TestLastMarble has a turn that wins by slides alone. The search is through with a hundred
// turns at once, sees none of that, and has to ask for the proof all the same.
func TestLastMarble(t *testing.T) {
	pos := parse(t, "BR.R/BBRR/RBRR/.R../BBRB/####/..../B.../RB.. B placement 10,9 pieces=10,slideback=false,repetition=3 8 -")
	if got := bottest.Run(t, New(), pos, ai.Limits{MoveTime: time.Minute}, strength()).Last().Proof; got != ai.ProvedWin {
		t.Errorf("%v, want %v", got, ai.ProvedWin)
	}
}
