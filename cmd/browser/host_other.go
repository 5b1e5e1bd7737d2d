//go:build !js

package main

import (
	"errors"
	"io"
)

// serveHost refuses: what would speak to the host is a browser.
func serveHost(io.Writer) error {
	return errors.New("the host runs in a browser only, where \"client site\" puts it; the server here is \"client serve\"")
}
