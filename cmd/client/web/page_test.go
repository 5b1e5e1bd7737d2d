package web

import (
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"sync"
	"testing"

	"quadrille/cmd/client/web/gate"
)

// shared is one handler for all tests, since pageAPI compresses every file.
var shared = sync.OnceValue(func() http.Handler { return gate.NewRouter(slog.New(slog.DiscardHandler), pageAPI()) })

func get(t *testing.T, method, path string, header http.Header) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	r.Header = header
	w := httptest.NewRecorder()
	shared().ServeHTTP(w, r)
	return w.Result()
}

func TestAddresses(t *testing.T) {
	tests := []struct {
		method, path string
		status       int
		kind         string
	}{
		{"GET", "/", 200, "text/html; charset=utf-8"},
		{"HEAD", "/", 200, "text/html; charset=utf-8"},
		{"GET", "/g/abc234def567", 200, "text/html; charset=utf-8"},
		{"GET", "/static/js/main.js", 200, "text/javascript; charset=utf-8"},
		{"GET", "/static/css/base.css", 200, "text/css; charset=utf-8"},
		{"GET", "/static/lang/he.json", 200, "application/json; charset=utf-8"},
		{"GET", "/static/icons/mark.svg", 200, "image/svg+xml"},
		{"POST", "/", 405, "application/json"},
		{"DELETE", "/static/js/main.js", 405, "application/json"},
		{"GET", "/g/", 404, "application/json"},
		{"GET", "/g/UPPER", 404, "application/json"},
		{"GET", "/g/a/b", 404, "application/json"},
		{"GET", "/static/", 404, "application/json"},
		{"GET", "/static/js", 404, "application/json"},
		{"GET", "/static/..%2fpage.go", 404, "application/json"},
		{"GET", "/static/x/../js/main.js", 307, "text/html; charset=utf-8"},
		{"GET", "/static/index.html", 404, "application/json"},
		{"GET", "/index.html", 404, "application/json"},
	}
	for _, test := range tests {
		got := get(t, test.method, test.path, http.Header{})
		if got.StatusCode != test.status || got.Header.Get("Content-Type") != test.kind {
			t.Errorf("%s %s: %d %s, want %d %s", test.method, test.path, got.StatusCode, got.Header.Get("Content-Type"), test.status, test.kind)
		}
	}
}

// TestTags asks again with the tag of the first answer, plain and compressed.
func TestTags(t *testing.T) {
	for _, coding := range []string{"", "gzip, br"} {
		first := get(t, "GET", "/static/js/game.js", http.Header{"Accept-Encoding": {coding}})
		tag := first.Header.Get("Etag")
		if !regexp.MustCompile(`^"[0-9a-f]{24}(-gz)?"$`).MatchString(tag) {
			t.Fatalf("tag %q", tag)
		}
		for _, asked := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
			again := get(t, "GET", "/static/js/game.js", http.Header{"Accept-Encoding": {coding}, "If-None-Match": {asked}})
			body, _ := io.ReadAll(again.Body)
			if again.StatusCode != http.StatusNotModified || len(body) != 0 {
				t.Errorf("If-None-Match %s: %d with %d bytes", asked, again.StatusCode, len(body))
			}
		}
		if other := get(t, "GET", "/static/js/game.js", http.Header{"If-None-Match": {`"other"`}}); other.StatusCode != 200 {
			t.Errorf("another tag: %d", other.StatusCode)
		}
	}
}

func TestCompressed(t *testing.T) {
	plain, _ := io.ReadAll(get(t, "GET", "/static/css/boards.css", http.Header{}).Body)
	reply := get(t, "GET", "/static/css/boards.css", http.Header{"Accept-Encoding": {"gzip"}})
	if reply.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("headers %v", reply.Header)
	}
	r, err := gzip.NewReader(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(r)
	if err != nil || string(unpacked) != string(plain) || len(plain) == 0 {
		t.Errorf("%d bytes, %v; want the %d plain ones", len(unpacked), err, len(plain))
	}
}

// TestNothingInline has no script, style or listener in the page itself, and
// no address of another server in any file.
func TestNothingInline(t *testing.T) {
	files := readPage()
	inline := regexp.MustCompile(`(?i)<script>|<style|\sstyle=|\son[a-z]+=|javascript:`)
	foreign := regexp.MustCompile(`https?://[^\s"'<>]*`)
	for name, f := range files {
		text := string(f.raw)
		if strings.HasSuffix(f.kind, "html; charset=utf-8") && inline.MatchString(text) {
			t.Errorf("%s has %q", name, inline.FindString(text))
		}
		if strings.Contains(text, "setAttribute('style'") || strings.Contains(text, "innerHTML") {
			t.Errorf("%s sets styles or markup as text", name)
		}
		for _, address := range foreign.FindAllString(text, -1) {
			if address != "http://www.w3.org/2000/svg" {
				t.Errorf("%s names %s", name, address)
			}
		}
	}
}

// TestReferences has every file that the page, the style sheets or a module
// refer to.
func TestReferences(t *testing.T) {
	files := readPage()
	index := files["/static/index.html"]
	for _, m := range regexp.MustCompile(`(?:href|src)="(/static/[^"#]+)`).FindAllStringSubmatch(string(index.raw), -1) {
		if _, ok := files[m[1]]; !ok {
			t.Errorf("the page refers to %s, which is not there", m[1])
		}
	}
	modules := regexp.MustCompile(`from '(\.{1,2}/[^']+)'`)
	for name, f := range files {
		for _, m := range modules.FindAllStringSubmatch(string(f.raw), -1) {
			target := strings.TrimPrefix(joined(name, m[1]), "/")
			if _, ok := files["/"+target]; !ok {
				t.Errorf("%s imports %s, which is not there", name, m[1])
			}
		}
	}
}

// joined is the address that a module of an address imports.
func joined(from, relative string) string { return path.Join(path.Dir(from), relative) }
