package web

import (
	"net/http"

	"quadrille/cmd/client/web/host"
)

// Host is what keeps the games.
func (s *Server) Host() *host.Host { return s.host }

// Health answers /healthz.
func (s *Server) Health(r *http.Request) (any, error) { return s.health(nil, r) }
