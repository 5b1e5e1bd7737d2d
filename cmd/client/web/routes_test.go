package web

import (
	"net/http/httptest"
	"testing"
)

// Which requests count for the rate of those who ask: none for the page.
func TestPageIsFree(t *testing.T) {
	for _, test := range []struct {
		method, path string
		free         bool
	}{
		{"GET", "/", true},
		{"HEAD", "/", true},
		{"GET", "/g/abc", true},
		{"GET", "/wall", true},
		{"GET", "/static/js/main.js", true},
		{"GET", "/healthz", true},
		{"POST", "/", false},
		{"GET", "/api/v1/catalogue", false},
	} {
		if got := isPage(httptest.NewRequest(test.method, test.path, nil)); got != test.free {
			t.Errorf("%s %s is free: %v", test.method, test.path, got)
		}
	}
}
