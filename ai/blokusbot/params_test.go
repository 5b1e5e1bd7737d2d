package blokusbot

import (
	"testing"

	"quadrille/engine"
)

// TestTuned has parameters of both stages, or of the late one alone, changed.
func TestTuned(t *testing.T) {
	newBot, err := Tuned("explore=9,late.amaf=8")
	if err != nil {
		t.Fatal(err)
	}
	tuned, before := newBot().(*bot).params, standard()
	for variant := range tuned {
		for stage := range tuned[variant] {
			want := before[variant][stage]
			want.explore = 9
			if stage == lateStage {
				want.amaf = 8
			}
			if got := tuned[variant][stage]; got != want {
				t.Errorf("variant %d, stage %d: %+v, want %+v", variant, stage, got, want)
			}
		}
	}
	for _, text := range []string{"late.", "late.=1", "late.late.amaf=1", "early.amaf=1", "amaf=x"} {
		if _, err := Tuned(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// TestStages has the late stage come with a colour's thirteenth piece where more than two
// play.
func TestStages(t *testing.T) {
	for _, c := range []struct {
		rules       engine.Rules
		turns, want int
	}{
		{nil, 0, earlyStage},
		{nil, 47, earlyStage},
		{nil, 48, lateStage},
		{nil, 51, lateStage},
		{engine.Rules{"players": "3"}, 48, lateStage},
		{engine.Rules{"players": "2"}, 48, earlyStage},
		{engine.Rules{"variant": "duo"}, 25, earlyStage},
	} {
		s := position(t, c.rules, c.turns).SearchState()
		if got := stageOf(&s); got != c.want {
			t.Errorf("%v after %d turns: stage %d, want %d", c.rules, c.turns, got, c.want)
		}
	}
}
