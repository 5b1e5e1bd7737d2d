package api

import (
	"net/http"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/internal/exercise"
	"quadrille/protocol/driver"
)

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
	for _, name := range names {
		list, err := exercise.Of(name)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	if len(all) == 0 {
		return nil, host.Refuse(host.NoGame, "there are no exercises of %q", driver.Clip(in.Game))
	}
	return map[string]any{"exercises": all}, nil
}
