package api

import (
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
	"quadrille/cmd/internal/exercise"
	"quadrille/protocol/driver"
)

// readSets reads the exercises of every game.
func readSets() (sets map[string][]exercise.Exercise, err error) {
	sets = map[string][]exercise.Exercise{}
	for _, name := range exercise.Games() {
		if sets[name], err = exercise.Of(name); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// exercises are those of a game, or of all.
func (a *api) exercises(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Game string `json:"game"`
	}
	if err := query(r, &in); err != nil {
		return nil, err
	}
	names := exercise.Games()
	if in.Game != "" {
		names = []string{in.Game}
	}
	all := []exercise.Exercise{}
	sets, err := a.sets()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		all = append(all, sets[name]...)
	}
	if len(all) == 0 {
		return nil, host.Refuse(host.NoGame, "there are no exercises of %q", driver.Clip(in.Game))
	}
	return map[string]any{"exercises": all}, nil
}
