package wire

import (
	"encoding/json"
	"strings"

	"quadrille/cmd/client/web/http"
)

// Created is an Answer's value that is written with status 201.
type Created struct{ Value any }

// writeJSON answers with a value, compressed for those who read that. The error
// is of a value that has no JSON, and nothing has been written then.
func (z *zips) writeJSON(w http.ResponseWriter, r *http.Request, value any) error {
	status := http.StatusOK
	if created, ok := value.(Created); ok {
		status, value = http.StatusCreated, created.Value
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	w.Header().Add("Vary", "Accept-Encoding")
	writeText(w, status, z.zip(w, r, text))
	return nil
}

func writeText(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(text) // the client may be gone
}

// ReadsGzip says whether the client of a request takes an answer compressed by
// gzip.
func ReadsGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}
