package gate

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/wire"
)

// checkBody reads the whole body before anybody works on it, so that no
// handler waits for the network: at most MaxBody bytes, or MaxFile, within
// BodyTime.
func (g *Gate) checkBody(w http.ResponseWriter, r *http.Request) (string, *host.Error) {
	if r.Body == nil || r.Body == http.NoBody {
		return "", nil
	}
	most := g.config.MaxBody
	if g.config.Files != nil && g.config.Files(r) {
		most = max(most, g.config.MaxFile)
	}
	if r.ContentLength > most {
		return tooLarge(w, most)
	}
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Now().Add(g.config.BodyTime))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	control.SetReadDeadline(time.Time{})
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return tooLarge(w, most)
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close")
		return "slow", host.Refuse(wire.SlowRequest, "the body did not arrive within %v", g.config.BodyTime)
	case err != nil:
		w.Header().Set("Connection", "close")
		return "body", host.Refuse(host.BadRequest, "the body could not be read to its end")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return "", nil
}

func tooLarge(w http.ResponseWriter, most int64) (string, *host.Error) {
	w.Header().Set("Connection", "close")
	return "large", host.Refuse(wire.TooLarge, "the body is larger than %d bytes", most)
}
