package othellobot

import (
	"quadrille/ai"
	"quadrille/ai/othellobot/pattern"
	"quadrille/engine/othello"
)

// marginUnit turns a final margin into a value.
const marginUnit = 100

// terms lists the parts of the evaluation for people; a finished game has one
// term that says so.
func terms(s *othello.State) []ai.Term {
	if s.Over() {
		v := marginUnit * s.Margin()
		return []ai.Term{{Name: "final margin", Value: v}, {Name: "total", Value: v}}
	}
	var list []ai.Term
	sum, total := 0, pattern.Default().Score(s.Own, s.Opp)
	for _, p := range pattern.Default().Parts(s.Own, s.Opp) {
		list = append(list, ai.Term{Name: p.Name, Value: p.Value})
		sum += p.Value
	}
	if sum != total {
		list = append(list, ai.Term{Name: "clipped", Value: total - sum})
	}
	return append(list, ai.Term{Name: "total", Value: total})
}
