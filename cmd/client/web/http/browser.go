//go:build js

package http

import "quadrille/cmd/client/web/http/little"

// What handlers are written with, as package little documents it.
type (
	Handler            = little.Handler
	HandlerFunc        = little.HandlerFunc
	Header             = little.Header
	Request            = little.Request
	ResponseController = little.ResponseController
	ResponseWriter     = little.ResponseWriter
	ServeMux           = little.ServeMux
)

// Makers of them.
var (
	NewRequestWithContext = little.NewRequestWithContext
	NewResponseController = little.NewResponseController
	NewServeMux           = little.NewServeMux
)
