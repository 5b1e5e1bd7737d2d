package web_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/page"
	"quadrille/cmd/client/web/webtest"
)

// Where a server has the page that plays without it: the folder's files with
// their types, how long they are kept and what they may do, and a page that leads
// there.
func TestOffline(t *testing.T) {
	made := 0
	s := webtest.Start(t, func(c *web.Config) {
		c.Gate.Rate, c.Gate.Burst = 1, 1
		c.Offline = func() (page.Folder, error) {
			made++
			return page.Folder{Files: map[string][]byte{
				page.FolderIndex: []byte("<p>page"), page.FolderService: []byte("script"), "built/a-1.js": []byte("script"),
				"built/a-1.wasm.bin": []byte("packed"), "built/a-1.png": []byte("icon"), "manifest.json": []byte("{}"),
			}}, nil
		}
	})
	get := func(path string, header http.Header) (*http.Response, string) {
		r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL()+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header = header
		reply, err := s.Client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		body, err := io.ReadAll(reply.Body)
		if err != nil {
			t.Fatal(err)
		}
		return reply, string(body)
	}
	if _, body := get("/", nil); made > 0 || !strings.Contains(body, `href="/offline/"`) {
		t.Errorf("the page does not lead to the folder, which was made %d times", made)
	}
	const ever = "public, max-age=31536000, immutable"
	for _, tc := range []struct {
		path   string
		status int
		kind   string
		cache  string
		coding string // where gzip is asked for
	}{
		{"/offline/", 200, "text/html; charset=utf-8", "no-cache", "gzip"},
		{"/offline", 200, "text/html; charset=utf-8", "no-cache", "gzip"}, // after being sent on
		{"/offline/index.html", 200, "text/html; charset=utf-8", "no-cache", "gzip"},
		{"/offline/?g=abc", 200, "text/html; charset=utf-8", "no-cache", "gzip"},
		{"/offline/service-worker.js", 200, "text/javascript; charset=utf-8", "no-cache", "gzip"},
		{"/offline/manifest.json", 200, "application/json; charset=utf-8", "no-cache", "gzip"},
		{"/offline/built/a-1.js", 200, "text/javascript; charset=utf-8", ever, "gzip"},
		{"/offline/built/a-1.wasm.bin", 200, "application/octet-stream", ever, ""},
		{"/offline/built/a-1.png", 200, "image/png", ever, ""},
		{"/offline/built/", 404, "application/json", "no-store", ""},
		{"/offline/g/abc", 404, "application/json", "no-store", ""},
	} {
		reply, _ := get(tc.path, http.Header{"Accept-Encoding": {"gzip"}})
		head := reply.Header
		if reply.StatusCode != tc.status || head.Get("Content-Type") != tc.kind || head.Get("Content-Encoding") != tc.coding ||
			head.Get("Cache-Control") != tc.cache {
			t.Errorf("%s: %d %v, want %+v", tc.path, reply.StatusCode, head, tc)
		}
		policies := head.Values("Content-Security-Policy")
		if wasm := strings.Contains(strings.Join(policies, ","), "'wasm-unsafe-eval'"); len(policies) != 1 || wasm != (tc.status == 200) ||
			!strings.Contains(policies[0], "frame-ancestors 'none'") {
			t.Errorf("%s: policies %q", tc.path, policies)
		}
	}
	if made != 1 {
		t.Errorf("the folder was made %d times", made)
	}
}

// Pages of the origins that are named may have the folder in frames, and nothing else.
func TestFramers(t *testing.T) {
	s := webtest.Start(t, func(c *web.Config) {
		c.Framers = []string{"https://a.example", "http://b.example:8080"}
		c.Offline = func() (page.Folder, error) {
			return page.Folder{Files: map[string][]byte{page.FolderIndex: []byte("x")}}, nil
		}
	})
	for path, want := range map[string][2]string{
		"/offline/?embed&game=teeko": {"", "frame-ancestors https://a.example http://b.example:8080"},
		"/offline/none":              {"DENY", "frame-ancestors 'none'"},
		"/":                          {"DENY", "frame-ancestors 'none'"},
	} {
		reply, err := s.Client.Get(s.URL() + path)
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		if h := reply.Header; h.Get("X-Frame-Options") != want[0] || !strings.Contains(h.Get("Content-Security-Policy")+";", want[1]+";") {
			t.Errorf("%s: %q, %q, want %q", path, h.Get("X-Frame-Options"), h.Get("Content-Security-Policy"), want)
		}
	}
}

// A server without that page does not lead to it.
func TestNotOffline(t *testing.T) {
	s := webtest.Start(t)
	for path, want := range map[string]int{"/": 200, "/offline/": 404, "/offline": 404} {
		reply, err := s.Client.Get(s.URL() + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(reply.Body)
		reply.Body.Close()
		if err != nil || reply.StatusCode != want || strings.Contains(string(body), "offline/") {
			t.Errorf("%s: %d %.300s %v", path, reply.StatusCode, body, err)
		}
	}
}
