//go:build !js

package http

import "net/http"

// What handlers are written with, as net/http documents it.
type (
	Handler            = http.Handler
	HandlerFunc        = http.HandlerFunc
	Header             = http.Header
	Request            = http.Request
	ResponseController = http.ResponseController
	ResponseWriter     = http.ResponseWriter
	ServeMux           = http.ServeMux
)

// Makers of them.
var (
	NewRequestWithContext = http.NewRequestWithContext
	NewResponseController = http.NewResponseController
	NewServeMux           = http.NewServeMux
)
