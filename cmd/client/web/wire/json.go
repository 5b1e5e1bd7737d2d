package wire

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
)

// Created is an Answer's value that is written with status 201.
type Created struct{ Value any }

// worthwhile is from how many bytes on an answer is compressed: shorter ones
// fill one packet as they are.
const worthwhile = 1400

// zips are compressors to use again; a new one costs ten times what it then
// does.
type zips struct{ pool sync.Pool }

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
	if len(text) >= worthwhile && ReadsGzip(r) {
		w.Header().Set("Content-Encoding", "gzip")
		text = z.zip(text)
	}
	writeText(w, status, text)
	return nil
}

func writeText(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(text) // the client may be gone
}

func (z *zips) zip(text []byte) []byte {
	var b bytes.Buffer
	w, ok := z.pool.Get().(*gzip.Writer)
	if !ok {
		w, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed) // fails for unknown levels only
	}
	w.Reset(&b)
	w.Write(text) // into memory: neither fails
	w.Close()
	z.pool.Put(w)
	return b.Bytes()
}

// ReadsGzip says whether the client of a request takes an answer compressed by
// gzip.
func ReadsGzip(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}
