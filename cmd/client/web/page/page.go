// Package page has the files of the page, bundles them and serves them.
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
	"slices"
	"strings"
	"sync"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/wire"
)

//go:embed static
var static embed.FS

// gameID matches the last part of the address of a game's page.
var gameID = regexp.MustCompile(`^[a-z0-9]{1,64}$`)

// file is one file of the page, ready to be sent.
type file struct {
	kind string // Content-Type
	tag  string // ETag, of the plain bytes
	kept bool   // its name says what is in it, so that a copy is good for ever
	raw  []byte
	zip  func() []byte // gzip of raw, made when it is asked for first; nil where it is packed already
}

// The page itself is at "/", at paths, and at namedPaths with a name behind
// them: the id of a game or of a competition, or a game of which there is a lesson.
var (
	paths      = []string{"/exercises", "/wall"}
	namedPaths = []string{"/g/", "/c/", "/learn/"}
)

// Has says whether there is the page or one of its parts at a path, or would be
// with another name in its place.
func Has(path string) bool {
	return path == "/" || strings.HasPrefix(path, "/static/") || strings.HasPrefix(path+"/", offline) || slices.Contains(paths, path) ||
		slices.ContainsFunc(namedPaths, func(before string) bool { return strings.HasPrefix(path, before) })
}

// API are the routes of the page and of "/static/…", its parts, bundled and as
// they were written; and of "/offline/", the folder, if there is one. It is made
// when it is asked for first, and pages of the framers, which are origins, may show it
// in frames. The API sets no security headers but the folder's; the page needs nothing
// that "default-src 'self'" forbids.
func API(folder func() (Folder, error), framers ...string) wire.API {
	files := files()
	index := files["/"]
	var routes []wire.Route
	if folder != nil {
		index = pack(indexPage, []byte(inHead(string(index.raw), offlineLink)))
		routes = offlineRoutes(folder, framers)
	}
	routes = append(routes,
		wire.Route{Method: "GET", Path: "/{$}", Answer: index.send},
		wire.Route{Method: "GET", Path: "/static/{file...}", Answer: func(w http.ResponseWriter, r *http.Request) (any, error) {
			f, ok := files["/static/"+r.PathValue("file")]
			if !ok {
				return nil, errNoPage
			}
			return f.send(w, r)
		}})
	for _, path := range paths {
		routes = append(routes, wire.Route{Method: "GET", Path: path, Answer: index.send})
	}
	for _, path := range namedPaths {
		routes = append(routes, wire.Route{Method: "GET", Path: path + "{id}", Answer: index.sendFor})
	}
	return wire.API{Routes: routes}
}

var errNoPage = host.Refuse(host.NotFound, "there is no such page or file")

// files has every file of the page by its address, ready to be sent. It is made
// once, since bundling takes some hundredths of a second.
var files = sync.OnceValue(readFiles)

// readFiles makes them: the sources, which a reader of the bundle's maps is
// shown, the bundle, and at "/" the page that refers to it.
func readFiles() map[string]file {
	files := map[string]file{}
	err := fs.WalkDir(static, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == indexPage {
			return err
		}
		raw, err := static.ReadFile(name)
		files["/"+name] = pack(name, raw)
		return err
	})
	if err != nil {
		panic("page: embedded files cannot be read: " + err.Error())
	}
	index, built := bundle(static, served)
	for name, raw := range built {
		f := pack(name, raw)
		f.kept = true
		files["/"+name] = f
	}
	files["/"] = pack(indexPage, index)
	return files
}

// pack prepares a file for sending.
func pack(name string, raw []byte) file {
	sum := sha256.Sum256(raw)
	f := file{kind: contentType(name), tag: `"` + hex.EncodeToString(sum[:12]) + `"`, raw: raw}
	if f.kind != packedType && f.kind != "image/png" {
		f.zip = sync.OnceValue(func() []byte { return compress(raw) })
	}
	return f
}

// packedType is the type of what is packed by its name.
const packedType = "application/octet-stream"

// contentType does not ask the machine, whose tables differ.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json", ".map":
		return "application/json; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".txt":
		return "text/plain; charset=utf-8"
	case ".bin":
		return packedType
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

// sendFor is send for an address that may name a game or a competition.
func (f file) sendFor(w http.ResponseWriter, r *http.Request) (any, error) {
	if !gameID.MatchString(r.PathValue("id")) {
		return nil, errNoPage
	}
	return f.send(w, r)
}

// send writes the file, or that the reader's copy is good. "no-cache" lets a
// browser keep its copy of the page but ask each time, so that it has the names
// of a new server's files at once.
func (f file) send(w http.ResponseWriter, r *http.Request) (any, error) {
	head := w.Header()
	head.Set("Content-Type", f.kind)
	head.Set("Cache-Control", "no-cache")
	if f.kept {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	head.Add("Vary", "Accept-Encoding")
	head.Set("Etag", f.tag)
	body := f.raw
	if f.zip != nil && wire.ReadsGzip(r) {
		head.Set("Content-Encoding", "gzip")
		head.Set("Etag", strings.TrimSuffix(f.tag, `"`)+`-gz"`)
		body = f.zip()
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
	return nil, nil
}
