package gate

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"quadrille/cmd/client/web/host"
)

// checkBody reads the whole body before anybody works on it, so that no
// handler waits for the network: at most MaxBody bytes within BodyTime.
func (g *Gate) checkBody(w http.ResponseWriter, r *http.Request) (string, *host.Error) {
	if r.Body == nil || r.Body == http.NoBody {
		return "", nil
	}
	if r.ContentLength > g.config.MaxBody {
		return g.tooLarge(w)
	}
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Now().Add(g.config.BodyTime))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, g.config.MaxBody))
	control.SetReadDeadline(time.Time{})
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return g.tooLarge(w)
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close")
		return "slow", host.Refuse(SlowRequest, "the body did not arrive within %v", g.config.BodyTime)
	case err != nil:
		w.Header().Set("Connection", "close")
		return "body", host.Refuse(host.BadRequest, "the body could not be read to its end")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return "", nil
}

func (g *Gate) tooLarge(w http.ResponseWriter) (string, *host.Error) {
	w.Header().Set("Connection", "close")
	return "large", host.Refuse(TooLarge, "the body is larger than %d bytes", g.config.MaxBody)
}
