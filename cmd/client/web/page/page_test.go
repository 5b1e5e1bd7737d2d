package page

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
	"testing/fstest"

	"quadrille/cmd/client/web/wire"
)

// shared is one handler for all tests, since API bundles the page.
var shared = sync.OnceValue(func() http.Handler { return wire.NewRouter(slog.New(slog.DiscardHandler), API(nil)) })

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

// Has knows every address of the page.
func TestHas(t *testing.T) {
	names := strings.NewReplacer("{$}", "", "{id}", "x", "{file...}", "js/main.js", "{part...}", "x")
	for _, route := range API(func() (Folder, error) { return Folder{}, nil }).Routes {
		if path := names.Replace(route.Path); !Has(path) {
			t.Errorf("%s is not there", path)
		}
	}
	for _, path := range []string{"/api/v1/catalogue", "/healthz", "/games"} {
		if Has(path) {
			t.Errorf("%s is of the page", path)
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
	files := files()
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
	files := files()
	named := regexp.MustCompile(`(?:href|src)="(/static/[^"#]+)`).FindAllStringSubmatch(string(files["/"].raw), -1)
	for _, m := range named {
		if f, ok := files[m[1]]; !ok || !f.kept {
			t.Errorf("the page refers to %s, which is not there or not kept for ever", m[1])
		}
	}
	if len(named) < 4 { // a drawing, a style sheet, two scripts
		t.Errorf("the page refers to %q only", named)
	}
	modules := regexp.MustCompile(`(?:from ?|import\()['"](\.{1,2}/[^'"]+)['"]`)
	for name, f := range files {
		for _, m := range modules.FindAllStringSubmatch(string(f.raw), -1) {
			target := strings.TrimPrefix(joined(name, m[1]), "/")
			if _, ok := files["/"+target]; !ok {
				t.Errorf("%s imports %s, which is not there", name, m[1])
			}
		}
	}
}

// TestKept has every file with a digest in its name kept for ever, and asks for
// all others again.
func TestKept(t *testing.T) {
	digest := regexp.MustCompile(`^/static/built/[\w.-]+-[0-9A-Z]{8}\.(js|css|svg)(\.map)?$`)
	kinds := map[string]int{}
	for name := range files() {
		want := "no-cache"
		if digest.MatchString(name) {
			want = "public, max-age=31536000, immutable"
			kinds[path.Ext(name)]++
		}
		if got := get(t, "GET", name, http.Header{}).Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: Cache-Control %q, want %q", name, got, want)
		}
	}
	if kinds[".css"] != 1 || kinds[".js"] < 2+len(languages) || kinds[".svg"] != 1 {
		t.Errorf("files with digests: %v", kinds)
	}
}

// TestBundle makes the same files of the same source, and others of another:
// the style sheets are joined in their order, and a module that is wanted later
// is a file of its own.
func TestBundle(t *testing.T) {
	source := func(colour string) fstest.MapFS {
		return fstest.MapFS{
			"static/index.html": {Data: []byte(`<head>
<link rel="icon" href="/static/icons/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/css/one.css">
<link rel="stylesheet" href="/static/css/two.css">
<script type="module" src="/static/js/main.js"></script>
</head>
<!-- icons -->
`)},
			"static/css/one.css":     {Data: []byte("b { color: " + colour + " }")},
			"static/css/two.css":     {Data: []byte("i { margin: 0 }")},
			"static/js/main.js":      {Data: []byte("import { a } from './a.js';\na(); import('./later.js');")},
			"static/js/a.js":         {Data: []byte("export function a() { document.title = 'ä'; }")},
			"static/js/later.js":     {Data: []byte("import { a } from './a.js';\nimport words from '../lang/en.json' with { type: 'json' };\na(words['x.y']);")},
			"static/lang/en.json":    {Data: []byte(`{"x.y": "z"}`)},
			"static/icons/mark.svg":  {Data: []byte(`<svg viewBox="0 0 24 24"><g id="i"><path d="M1 1"/></g></svg>`)},
			"static/icons/other.svg": {Data: []byte(`<svg viewBox="0 0 24 24"><g id="i" fill="none"/></svg>`)},
		}
	}
	index, built := bundle(source("red"), served)
	want := regexp.MustCompile(`^<head>
<link rel="icon" href="/static/built/mark-\w{8}\.svg" type="image/svg\+xml">
<link rel="stylesheet" href="/(static/built/page-\w{8}\.css)">
(?:<link rel="modulepreload" href="/static/built/chunk-\w{8}\.js">
)+<script type="module" src="/static/built/main-\w{8}\.js"></script>
</head>
<svg class="sprite" aria-hidden="true" focusable="false"><defs>
<g id="icon-mark"><path d="M1 1"/></g>
<g id="icon-other" fill="none"/>
</defs></svg>
$`)
	m := want.FindStringSubmatch(string(index))
	if m == nil {
		t.Fatalf("the page is\n%s", index)
	}
	if css, _, _ := strings.Cut(string(built[m[1]]), "\n"); css != "b{color:red}i{margin:0}" {
		t.Errorf("the style sheet is %s", css)
	}
	again, _ := bundle(source("red"), served)
	other, _ := bundle(source("blue"), served)
	if string(again) != string(index) || string(other) == string(index) {
		t.Errorf("the same source gives\n%s, another\n%s", again, other)
	}
}

// TestIcons has a drawing for every icon that the modules ask for by its name.
func TestIcons(t *testing.T) {
	index, used := string(files()["/"].raw), 0
	asked := regexp.MustCompile(`\bicon\('(\w+)'\)|\bbutton\([^']*(?:'[^']*'[^']*)*\}, '(\w+)'`)
	for name, f := range files() {
		if f.kept || !strings.HasSuffix(name, ".js") {
			continue
		}
		for _, m := range asked.FindAllStringSubmatch(string(f.raw), -1) {
			used++
			if !strings.Contains(index, `<g id="icon-`+m[1]+m[2]+`"`) {
				t.Errorf("%s: no icon %s", name, m[1]+m[2])
			}
		}
	}
	if used < 5 {
		t.Errorf("only %d icons found in the code; the pattern does not fit it", used)
	}
}

// BenchmarkPage is what the page costs a server when it starts.
func BenchmarkPage(b *testing.B) {
	for b.Loop() {
		readFiles()
	}
}

// joined is the address that a module of an address imports.
func joined(from, relative string) string { return path.Join(path.Dir(from), relative) }
