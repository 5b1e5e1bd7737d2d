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
		return []ai.Term{{Name: "final margin", Value: v}, {Name: "total", Value: v}}
	}
	list := eval.Terms(s.Own, s.Opp)
	sum, total := 0, eval.Score(s.Own, s.Opp)
	for _, t := range list {
		sum += t.Value
	}
	if sum != total {
		list = append(list, ai.Term{Name: "clipped", Value: total - sum})
	}
	return append(list, ai.Term{Name: "total", Value: total})
}
