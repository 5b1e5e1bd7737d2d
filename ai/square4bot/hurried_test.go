package square4bot

import (
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/ai/tt"
)

// TestHurriedProver wants no proof to be begun with slideback=false, for which
// movement phases are solved, where there is not the time for one of them.
func TestHurriedProver(t *testing.T) {
	const fen = "..../..../..../..../####/..../..../..../.... R placement 0,0 pieces=8,slideback=false,repetition=3 - -"
	for _, tc := range []struct {
		time   time.Duration
		proves bool
	}{{20 * time.Millisecond, false}, {time.Second, true}, {0, true}} {
		limits := ai.Limits{MoveTime: tc.time}
		task := newTask(ai.NewControl(limits), parse(t, fen), limits, ai.FullStrength(), func(ai.Info) {})
		task.setTime()
		if p := task.newProver(tt.New[tt.Entry](1)); (p != nil) != tc.proves {
			t.Errorf("with %v for the turn: a prover %v", tc.time, p != nil)
		}
	}
}
