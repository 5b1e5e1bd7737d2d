package api

import (
	"context"
	"strings"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
	"quadrille/protocol/driver"
)

// position tells how a position of no game stands, or would after an action or
// a turn. Nothing of it is kept.
func (a *api) position(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		host.Position
		Action string `json:"action"`
		Move   string `json:"move"`
	}
	if err := body(r, true, &in); err != nil {
		return nil, err
	}
	if in.Action != "" && in.Move != "" {
		return nil, host.Refuse(host.BadRequest, `the body may have "action" or "move", not both`)
	}
	if err := words("an action or a move", in.Action+in.Move); err != nil {
		return nil, err
	}
	return a.Games.Look(r.Context(), in.Position, host.Change{Action: in.Action, Move: in.Move})
}

// where is a position as a query says it: lists are words with spaces between
// them, and actions have semicolons.
type where struct {
	Game    string `json:"game"`
	Rules   string `json:"rules"` // key=value words
	FEN     string `json:"fen"`
	Turns   string `json:"turns"`
	Pending string `json:"pending"`
}

// position reads the lists.
func (w where) position() (host.Position, error) {
	p := host.Position{Game: w.Game, FEN: w.FEN, Turns: strings.Fields(w.Turns)}
	for _, word := range strings.Fields(w.Rules) {
		key, value, ok := strings.Cut(word, "=")
		if _, twice := p.Rules[key]; !ok || twice {
			return p, host.Refuse(host.BadOption, "%q is not a rule, or is given twice; rules are words such as size=5", driver.Clip(word))
		}
		if p.Rules == nil {
			p.Rules = map[string]string{}
		}
		p.Rules[key] = value
	}
	if strings.TrimSpace(w.Pending) != "" {
		for action := range strings.SplitSeq(w.Pending, ";") {
			p.Pending = append(p.Pending, strings.TrimSpace(action))
		}
	}
	return p, nil
}

// solutionOf tells how the solution of a game under some rules stands, once somebody
// wants it, until the reader has enough.
func (a *api) solutionOf(w http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Game  string `json:"game"`
		Rules string `json:"rules"`
	}
	if err := query(r, &in); err != nil {
		return nil, err
	}
	p, err := where{Game: in.Game, Rules: in.Rules}.position()
	if err != nil {
		return nil, err
	}
	solutions, err := a.Games.SolutionOf(r.Context(), p)
	if err != nil {
		return nil, err
	}
	return nil, a.follow(w, r, func(_ context.Context, come *latest) (event, error) {
		for s := range solutions {
			come.solution(s)
		}
		return event{}, nil
	})
}

// solveOf has a game under some rules solved in the background, or stops that.
func (a *api) solveOf(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Game  string            `json:"game"`
		Rules map[string]string `json:"rules"`
		solving
	}
	if err := body(r, true, &in); err != nil {
		return nil, err
	}
	on, err := in.on()
	if err != nil {
		return nil, err
	}
	return a.Games.SolveOf(r.Context(), host.Position{Game: in.Game, Rules: in.Rules}, on)
}

// analysePosition reports a search on a position of no game, as analysis does.
func (a *api) analysePosition(w http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		analysing
		where
	}
	err := query(r, &in)
	if err != nil {
		return nil, err
	}
	limits, err := in.limits()
	if err != nil {
		return nil, err
	}
	p, err := in.position()
	if err != nil {
		return nil, err
	}
	if _, err := a.Games.Look(r.Context(), p, host.Change{}); err != nil {
		return nil, err
	}
	return nil, a.report(w, r, func(ctx context.Context, w host.Watch) (host.Reply, error) {
		return a.Games.SearchPosition(ctx, p, limits, w)
	})
}
