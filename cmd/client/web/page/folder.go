package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
)

// Program is what a browser runs in place of a server.
type Program struct {
	Wasm []byte // cmd/browser for js and wasm, packed by gzip
	Exec []byte // wasm_exec.js of the Go that built it
	// Catalogue is what it will say of its games, as JSON; nil where the page is to
	// ask it.
	Catalogue json.RawMessage
}

// licences are those of all that is in a folder.
//
//go:embed licences.txt
var licences []byte

// The files of a folder whose names never change.
const (
	FolderIndex    = "index.html"
	FolderService  = "service-worker.js"
	folderManifest = "manifest.json" // every host knows the type of this ending
	folderLicences = "LICENSES.txt"
	folderWasm     = "quadrille.wasm" // for scripts, not for the page: as it is, and with what it needs
	folderExec     = "wasm_exec.js"
)

// local is what the page in a folder is told of its files, as JSON in the element
// with that id. Addresses are relative to the folder.
type local struct {
	Version string `json:"version"`
	Size    int    `json:"size"`    // bytes that a browser loads and keeps
	Wasm    string `json:"wasm"`    // packed by gzip
	Host    string `json:"host"`    // the script of a worker that is the server's host
	Engine  string `json:"engine"`  // the script of a worker that is an engine
	Service string `json:"service"` // the service worker, which keeps the files
	// Digests are those of the program and of both scripts, as the attribute integrity
	// writes them: what came of them is compared when it does not run.
	Digests map[string]string `json:"digests"`
	// The games, which the page shows before the program has come.
	Catalogue json.RawMessage `json:"catalogue,omitempty"`
}

// Folder is the page as a folder of static files that needs no server, under
// whatever path it lies.
type Folder struct {
	Version string            // differs when any file does
	Size    int               // bytes that a browser loads and keeps
	Files   map[string][]byte // by their paths in the folder
}

// NewFolder makes the folder.
func NewFolder(p Program) (Folder, error) { return newFolder(static, p) }

func newFolder(source fs.FS, p Program) (Folder, error) {
	wasm, err := unpack(p.Wasm)
	if err != nil {
		return Folder{}, fmt.Errorf("the wasm is not what gzip packed: %w", err)
	}
	b := newBundler(source, layout{built: "built", soon: linkSource, first: connectionSource})
	b.made["wasm_exec.js"] = string(p.Exec)
	page := b.page()
	workers := b.workers()
	l := local{
		Wasm: b.keep("quadrille", ".wasm.bin", p.Wasm), Host: workers["host"], Engine: workers["engine"], Service: FolderService, Catalogue: p.Catalogue,
	}
	l.Digests = map[string]string{"wasm": integrity(b.files[l.Wasm]), "host": integrity(b.files[l.Host]), "engine": integrity(b.files[l.Engine])}
	apple := b.install()
	l.Version = digestOf(b.files, page, string(b.read(serviceSource)), string(p.Catalogue))
	for _, raw := range b.files {
		l.Size += len(raw)
	}
	l.Size += len(page) + len(p.Catalogue)
	b.files[FolderIndex] = index(page, apple, l)
	b.serviceWorker(l)
	b.files[folderLicences] = licences
	b.files[folderWasm], b.files[folderExec] = wasm, p.Exec
	return Folder{Version: l.Version, Size: l.Size, Files: b.files}, nil
}

func unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r) // to its end, where the checksum is
}

// digestOf is one short digest of files and texts.
func digestOf(files map[string][]byte, texts ...string) string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %x\n", name, sha256.Sum256(files[name]))
	}
	for _, text := range texts {
		fmt.Fprintf(sum, "%x\n", sha256.Sum256([]byte(text)))
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}

// policy is what the page in a folder and its workers may do: as package gate has
// it, as far as a page may say that of itself, and run wasm.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'"

// head is what the page in a folder has in its head besides.
const head = `<meta http-equiv="Content-Security-Policy" content="` + policy + `">
<meta name="referrer" content="no-referrer">
<link rel="manifest" href="` + folderManifest + `">
<link rel="apple-touch-icon" href="%s">
<script type="application/json" id="local">%s</script>
`

// index is the page with what it is told of the folder.
func index(page, apple string, l local) []byte {
	told, err := json.Marshal(l) // has no "</script>": a "<" is written as \u003c
	if err != nil {
		panic("page: " + err.Error())
	}
	return []byte(inHead(page, fmt.Sprintf(head, apple, told)))
}

// The modules by which the page reaches what plays: the one that begins to load it,
// and what that needs where there is no server.
const (
	connectionSource = "static/js/connection.js"
	linkSource       = "static/js/local/link.js"
)

// serviceSource is the service worker as it was written. It imports the list of
// files from a module that is made here.
const serviceSource = "static/js/service-worker.js"

// kept is what the service worker is told of a file.
type kept struct {
	Type   string `json:"type"`             // Content-Type
	Digest string `json:"digest,omitempty"` // as the attribute integrity writes it
}

// serviceWorker builds the service worker with the list of what it keeps. The page
// has no digest: it names its version.
func (b *bundler) serviceWorker(l local) {
	files := map[string]kept{"./": {Type: contentType(FolderIndex)}}
	for name, raw := range b.files {
		if name != FolderIndex {
			files[name] = kept{contentType(name), integrity(raw)}
		}
	}
	list, err := json.Marshal(files)
	if err != nil {
		panic("page: " + err.Error())
	}
	b.made["files.js"] = fmt.Sprintf("export const version = %q;\nexport const files = %s;\n", l.Version, list)
	built := b.build(whole, serviceSource)[serviceSource].name
	b.files[FolderService] = b.files[built]
	delete(b.files, built)
}

func integrity(raw []byte) string {
	sum := sha256.Sum256(raw)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
