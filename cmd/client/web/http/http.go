// Package http is the part of net/http that the APIs are written with, so that
// they run in a browser too. On servers it is net/http. In a browser, where nothing
// comes over a network, it is package little: net/http brings a client, TLS and
// everything that TLS needs, a tenth of what the page would load.
package http

// Methods of requests (RFC 9110).
const (
	MethodGet  = "GET"
	MethodHead = "HEAD"
)

// Statuses of answers (RFC 9110, RFC 6585).
const (
	StatusOK                    = 200
	StatusCreated               = 201
	StatusBadRequest            = 400
	StatusForbidden             = 403
	StatusNotFound              = 404
	StatusMethodNotAllowed      = 405
	StatusRequestTimeout        = 408
	StatusConflict              = 409
	StatusRequestEntityTooLarge = 413
	StatusUnsupportedMediaType  = 415
	StatusTooManyRequests       = 429
	StatusInternalServerError   = 500
	StatusServiceUnavailable    = 503
)
