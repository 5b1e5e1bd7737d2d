package api

import (
	"context"

	"quadrille/cmd/client/judge"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
)

// judged is a turn that a review has come to, of so many.
type judged struct {
	judge.Turn
	Total int `json:"total"`
}

// reviewed is what a review ended with.
type reviewed struct {
	*judge.Report
	Sums []judge.Sum `json:"sums"` // one a seat
}

// review judges the turns of a game and reports each of them. It ends with the
// whole or an error; it stops when nobody reads it any more.
func (a *api) review(w http.ResponseWriter, r *http.Request) (any, error) {
	var in thinking
	game, err := question(r, &in)
	if err != nil {
		return nil, err
	}
	limits, err := in.limits()
	if err != nil {
		return nil, err
	}
	if _, err := a.Games.State(r.Context(), game); err != nil {
		return nil, err
	}
	return nil, a.follow(w, r, func(ctx context.Context, l *latest) (event, error) {
		told := 0
		report, err := a.Games.Review(ctx, game, limits, host.ReviewWatch{Wait: l.pause, Judged: func(sofar *judge.Report) {
			for ; told < len(sofar.Turns); told++ {
				l.put(event{name: "turn", data: judged{sofar.Turns[told], sofar.Total}}, "")
			}
		}})
		if err != nil {
			return event{}, err
		}
		return event{name: "review", data: reviewed{report, report.Sums()}}, nil
	})
}
