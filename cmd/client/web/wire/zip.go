//go:build !js

package wire

import (
	"bytes"
	"compress/gzip"
	"sync"

	"quadrille/cmd/client/web/http"
)

// worthwhile is from how many bytes on an answer is compressed: shorter ones
// fill one packet as they are.
const worthwhile = 1400

// zips are compressors to use again; a new one costs ten times what it then
// does.
type zips struct{ pool sync.Pool }

// zip compresses an answer that is worth it, for a client that reads that.
func (z *zips) zip(w http.ResponseWriter, r *http.Request, text []byte) []byte {
	if len(text) < worthwhile || !ReadsGzip(r) {
		return text
	}
	w.Header().Set("Content-Encoding", "gzip")
	var b bytes.Buffer
	to, ok := z.pool.Get().(*gzip.Writer)
	if !ok {
		to, _ = gzip.NewWriterLevel(nil, gzip.BestSpeed) // fails for unknown levels only
	}
	to.Reset(&b)
	to.Write(text) // into memory: neither fails
	to.Close()
	z.pool.Put(to)
	return b.Bytes()
}
