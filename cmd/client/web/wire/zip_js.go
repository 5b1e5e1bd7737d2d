package wire

import "quadrille/cmd/client/web/http"

// zips compress nothing: what a browser asks of itself goes over no network.
type zips struct{}

func (zips) zip(_ http.ResponseWriter, _ *http.Request, text []byte) []byte { return text }
