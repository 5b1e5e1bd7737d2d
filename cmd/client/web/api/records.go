package api

import (
	"unicode/utf8"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
)

// record is the game as a file, in the form that the query names or our own.
func (a *api) record(w http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Form string `json:"form"`
	}
	game, err := question(r, &in)
	if err != nil {
		return nil, err
	}
	saved, err := a.Games.Record(r.Context(), game, in.Form)
	if err != nil {
		return nil, err
	}
	head := w.Header()
	head.Set("Content-Type", "application/octet-stream")
	if utf8.Valid(saved.Data) {
		head.Set("Content-Type", "text/plain; charset=utf-8")
	}
	head.Set("Content-Disposition", `attachment; filename="`+saved.Name+saved.End+`"`)
	head.Set("Cache-Control", "no-store")
	w.Write(saved.Data)
	return nil, nil
}

// records lists the forms that a game can be saved in.
func (a *api) records(_ http.ResponseWriter, r *http.Request) (any, error) {
	game, err := question(r, &struct{}{})
	if err != nil {
		return nil, err
	}
	forms, err := a.Games.Records(r.Context(), game)
	return map[string][]host.Saved{"forms": forms}, err
}

// contents lists the games of a file.
func (a *api) contents(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Record string `json:"record"`
		Data   []byte `json:"data"`
	}
	if err := body(r, true, &in); err != nil {
		return nil, err
	}
	return a.Games.Contents(r.Context(), in.Record, in.Data)
}
