package othellobot

import (
	"quadrille/ai"
	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// terms lists the parts of the evaluation for people; a finished game has one
// term that says so.
func terms(s *othello.State, eval *pattern.Eval) []ai.Term {
	if s.Over() {
		v := 100 * s.Margin()
		return ai.Total([]ai.Term{{Name: "final margin", Value: v}}, v, "")
	}
	return ai.Total(eval.Terms(s.Own, s.Opp), eval.Score(s.Own, s.Opp), "clipped")
}
