package webtest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store/kv"
	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/client/web/store/storetest"
	"quadrille/cmd/client/web/wire"
)

// World is a host with its store.
type World struct {
	Host  *host.Host
	Store storetest.Store
	Stop  func() // ends the world, once
}

// OpenStore opens the store of a folder, or with "" one in memory, which takes a small
// part of the time.
func OpenStore(ctx context.Context, dir string) (storetest.Store, error) {
	if dir == "" {
		return kv.Open(ctx, &kv.Memory{})
	}
	return sqlite.Open(dir)
}

// OpenWorld opens the world on the store that OpenStore opens. It ends with the test,
// or by Stop. A nil clock is the machine's.
func OpenWorld(t testing.TB, dir string, now func() time.Time) *World {
	t.Helper()
	s, err := OpenStore(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.New(t.Context(), host.Config{Store: s, Open: Open, Engines: 2, Hash: 1, Now: now})
	if err != nil {
		s.Close()
		t.Fatal(err)
	}
	w := &World{Host: h, Store: s, Stop: sync.OnceFunc(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := h.Close(ctx); err != nil {
			t.Errorf("the host does not stop well: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("the store does not close well: %v", err)
		}
	})}
	t.Cleanup(w.Stop)
	return w
}

// Client speaks to a server.
type Client struct {
	URL  string
	http *http.Client
	Stop func() // ends the server, once
}

// Route is the handler of an API without a gate.
func Route(a wire.API) http.Handler { return wire.NewRouter(slog.New(slog.DiscardHandler), a) }

// Serve serves an API until the test ends, or Stop.
func Serve(t testing.TB, a wire.API) *Client {
	t.Helper()
	server := httptest.NewServer(Route(a))
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}, Timeout: 5 * time.Minute}
	stop := sync.OnceFunc(func() {
		client.CloseIdleConnections()
		server.Close()
	})
	t.Cleanup(stop)
	return &Client{server.URL, client, stop}
}

// Do makes a request and returns the status and the body. Every answer must be
// JSON, and none a failure of the server.
func (c *Client) Do(t testing.TB, method, path, body string, header ...string) (int, []byte) {
	t.Helper()
	status, kind, data := c.Raw(t, method, path, body, header...)
	if kind != "application/json" || !json.Valid(data) {
		t.Errorf("%s %s: %d %s %q is not JSON", method, path, status, kind, data)
	}
	return status, data
}

// Raw is Do for any type of content. A header is a name and a value.
func (c *Client) Raw(t testing.TB, method, path, body string, header ...string) (status int, kind string, data []byte) {
	t.Helper()
	r, err := http.NewRequest(method, c.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := c.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err = io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode >= 500 {
		t.Errorf("%s %s: status %d %s", method, path, resp.StatusCode, data)
	}
	return resp.StatusCode, resp.Header.Get("Content-Type"), bytes.TrimSpace(data)
}

// Get asks for something that is there and reads it into the value.
func (c *Client) Get(t testing.TB, path string, value any) {
	t.Helper()
	c.Must(t, "GET", path, "", value)
}

// Must makes a request that must succeed and reads the answer into the value,
// which must know all the fields of the answer.
func (c *Client) Must(t testing.TB, method, path, body string, value any) {
	t.Helper()
	status, data := c.Do(t, method, path, body)
	if status != http.StatusOK {
		t.Fatalf("%s %s %s: %d %s", method, path, body, status, data)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		t.Fatalf("%s %s: %v in %s", method, path, err, data)
	}
}

// Refused makes a request that must be refused, and returns the text of the
// error, the only field of the answer.
func (c *Client) Refused(t testing.TB, status int, method, path, body string) string {
	t.Helper()
	got, data := c.Do(t, method, path, body)
	var answer map[string]string
	if err := json.Unmarshal(data, &answer); err != nil || got != status || len(answer) != 1 || answer["error"] == "" {
		t.Errorf("%s %s %s: %d %s, want %d and an error", method, path, body, got, data, status)
	}
	return answer["error"]
}
