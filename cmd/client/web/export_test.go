package web

import "quadrille/cmd/client/web/host"

// Host is what keeps the games.
func (s *Server) Host() *host.Host { return s.host }
