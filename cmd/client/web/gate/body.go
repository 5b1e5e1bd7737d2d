package gate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/problem"
)

// checkBody reads the whole body before anybody works on it, so that no
// handler waits for the network: at most MaxBody bytes within BodyTime.
func (g *Gate) checkBody(w http.ResponseWriter, r *http.Request) string {
	if r.Body == nil || r.Body == http.NoBody {
		return ""
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
		problem.Write(w, http.StatusRequestTimeout, problem.SlowRequest,
			fmt.Sprintf("the body did not arrive within %v", g.config.BodyTime))
		return "slow"
	case err != nil:
		w.Header().Set("Connection", "close")
		problem.Write(w, http.StatusBadRequest, string(host.BadRequest), "the body cannot be read to its end")
		return "body"
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return ""
}

func (g *Gate) tooLarge(w http.ResponseWriter) string {
	w.Header().Set("Connection", "close")
	problem.Write(w, http.StatusRequestEntityTooLarge, problem.TooLarge,
		fmt.Sprintf("the body is larger than %d bytes", g.config.MaxBody))
	return "large"
}
