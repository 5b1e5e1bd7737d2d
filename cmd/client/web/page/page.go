package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
)

//go:embed static
var static embed.FS

// gameID matches the last part of the address of a game's page.
var gameID = regexp.MustCompile(`^/g/[a-z0-9]{1,64}$`)

// file is one file of the page, ready to be sent.
type file struct {
	kind string // Content-Type
	tag  string // ETag, of the plain bytes
	raw  []byte
	zip  []byte // gzip of raw
}

// handler answers for the page's addresses. It never changes after New.
type handler struct {
	files map[string]file // by address
	index file
}

// New returns the handler of the page: "/" and "/g/ID" are the page itself,
// "/static/…" its parts. Everything else is not found. It sets no security
// headers; the page needs nothing that "default-src 'self'" forbids.
func New() http.Handler {
	h := &handler{files: map[string]file{}}
	err := fs.WalkDir(static, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := static.ReadFile(name)
		h.files["/"+name] = pack(name, raw)
		return err
	})
	if err != nil {
		panic("page: embedded files cannot be read: " + err.Error())
	}
	h.index = h.files["/static/index.html"]
	delete(h.files, "/static/index.html")
	return h
}

// pack prepares a file for sending.
func pack(name string, raw []byte) file {
	sum := sha256.Sum256(raw)
	return file{
		kind: contentType(name),
		tag:  `"` + hex.EncodeToString(sum[:12]) + `"`,
		raw:  raw,
		zip:  compress(raw),
	}
}

// contentType does not ask the machine, whose tables differ.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json":
		return "application/json; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return mime.TypeByExtension(path.Ext(name))
}

func compress(raw []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic("page: " + err.Error())
	}
	// Writes to a bytes.Buffer do not fail.
	_, _ = w.Write(raw)
	_ = w.Close()
	return b.Bytes()
}

// ServeHTTP answers GET and HEAD.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := h.find(r.URL.Path)
	switch {
	case !ok:
		http.NotFound(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the page is only read: GET or HEAD", http.StatusMethodNotAllowed)
	default:
		f.send(w, r)
	}
}

func (h *handler) find(address string) (file, bool) {
	if address == "/" || gameID.MatchString(address) {
		return h.index, true
	}
	f, ok := h.files[address]
	return f, ok
}

// send writes the file, or that the reader's copy is good. "no-cache" lets a
// browser keep its copy but ask each time, so that a new server's page is
// whole at once.
func (f file) send(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Content-Type", f.kind)
	head.Set("Cache-Control", "no-cache")
	head.Add("Vary", "Accept-Encoding")
	head.Set("Etag", f.tag)
	body := f.raw
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		head.Set("Content-Encoding", "gzip")
		head.Set("Etag", strings.TrimSuffix(f.tag, `"`)+`-gz"`)
		body = f.zip
	}
	if matches(r.Header.Get("If-None-Match"), head.Get("Etag")) {
		head.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(body) // the reader may have gone
}

// matches says whether one of the tags of If-None-Match is the tag.
func matches(header, tag string) bool {
	for _, one := range strings.Split(header, ",") {
		one = strings.TrimSpace(one)
		if one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}
