package page

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// packed is a text as gzip packs it.
func packed(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text)) // into memory: neither fails
	w.Close()
	return b.Bytes()
}

var program = Program{Wasm: packed("\x00asm"), Exec: []byte("globalThis.Go = class { theirs() {} };")}

// sourceWith is a small page with two workers, but for some files.
func sourceWith(t *testing.T, changed map[string]string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{
		"static/js/local/host-worker.js":   {Data: []byte("import 'wasm_exec.js'; import { x } from '../a.js'; postMessage(x);")},
		"static/js/local/engine-worker.js": {Data: []byte("postMessage('engine');")},
		"static/js/connection.js":          {Data: []byte("import { x } from './a.js'; export const y = x; import('./local/link.js');")},
		"static/js/local/link.js":          {Data: []byte("export const z = 'reached';")},
		"static/js/a.js":                   {Data: []byte("export const x = 'shared';")},
		"static/js/main.js":                {Data: []byte("import { x } from './a.js'; document.title = x; import('./later.js');")},
		"static/js/later.js":               {Data: []byte("import { x } from './a.js'; document.title = x + 1;")},
		"static/css/one.css":               {Data: []byte("b { color: red }")},
		"static/icons/mark.svg":            {Data: []byte(`<svg viewBox="0 0 24 24"><g id="i"><rect x="2" y="2" width="9" height="9" rx="2" fill="#c8322b"/></g></svg>`)},
		"static/index.html": {Data: []byte(`<head>
<title>Quadrille</title>
<link rel="icon" href="/static/icons/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/css/one.css">
<script type="module" src="/static/js/main.js"></script>
</head>
`)},
	}
	for _, name := range []string{serviceSource, "static/js/local/fault.js"} {
		raw, err := static.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: raw}
	}
	for name, text := range changed {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// toldOf reads what the page in a folder is told.
func toldOf(t *testing.T, f Folder) local {
	t.Helper()
	m := regexp.MustCompile(`(?s)<script type="application/json" id="local">(.*?)</script>`).FindSubmatch(f.Files[FolderIndex])
	if m == nil {
		t.Fatalf("the page is told nothing:\n%s", f.Files[FolderIndex])
	}
	var l local
	if err := json.Unmarshal(m[1], &l); err != nil {
		t.Fatal(err)
	}
	return l
}

// Every address in a folder is relative, and leads to a file of the folder.
func TestFolder(t *testing.T) {
	if testing.Short() {
		t.Skip("one step after another, and icons are slow to draw with the race detector")
	}
	f, err := newFolder(sourceWith(t, nil), program)
	if err != nil {
		t.Fatal(err)
	}
	l := toldOf(t, f)
	for _, name := range []string{l.Wasm, l.Host, l.Engine, l.Service, folderManifest, folderLicences} {
		if len(f.Files[name]) == 0 {
			t.Errorf("there is no %q", name)
		}
	}
	if !strings.Contains(string(f.Files[l.Host]), "theirs") || !strings.Contains(string(f.Files[l.Host]), "shared") {
		t.Errorf("the host's worker lacks what it imports: %s", f.Files[l.Host])
	}
	if l.Version != f.Version || l.Size != f.Size || f.Size == 0 {
		t.Errorf("the page is told %+v of version %s, %d bytes", l, f.Version, f.Size)
	}
	named := regexp.MustCompile(`(?:href|src)="([^"#]+)`).FindAllStringSubmatch(string(f.Files[FolderIndex]), -1)
	for _, m := range named {
		if _, ok := f.Files[m[1]]; !ok {
			t.Errorf("the page refers to %q, which is not in the folder", m[1])
		}
	}
	for name := range f.Files {
		if strings.HasSuffix(name, ".map") || strings.HasPrefix(name, "/") {
			t.Errorf("the folder has %q", name)
		}
	}
}

// The service worker keeps every file that a browser asks for, with a digest of
// each but the page.
func TestKeptFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("one step after another, and icons are slow to draw with the race detector")
	}
	f, err := newFolder(sourceWith(t, nil), program)
	if err != nil {
		t.Fatal(err)
	}
	text := string(f.Files[FolderService])
	digests := regexp.MustCompile(`sha256-[\w+/]{43}=`)
	l := toldOf(t, f)
	for name, raw := range f.Files {
		if slices.Contains([]string{FolderIndex, FolderService, folderLicences, folderWasm, folderExec}, name) {
			continue
		}
		if !strings.Contains(text, name) || !strings.Contains(text, integrity(raw)) {
			t.Errorf("%s is not kept, or with another digest", name)
		}
	}
	if len(digests.FindAllString(text, -1)) != len(f.Files)-5 {
		t.Errorf("the digests are %q", digests.FindAllString(text, -1))
	}
	if !strings.Contains(text, l.Version) || !strings.Contains(text, `"./"`) {
		t.Errorf("the page or its version is not in the list:\n%s", text)
	}
}

// A version is of all that a browser loads.
func TestVersions(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all icons eight times, which takes long with the race detector")
	}
	versions := map[string]string{}
	for what, changed := range map[string]map[string]string{
		"nothing":            nil,
		"the page":           {"static/index.html": "<title>Quadrille</title>\n<link rel=\"stylesheet\" href=\"/static/css/one.css\">\n"},
		"a module":           {"static/js/a.js": "export const x = 2;"},
		"the service worker": {serviceSource: "import { version } from 'files.js'; console.log(version);"},
	} {
		f, err := newFolder(sourceWith(t, changed), program)
		again, errAgain := newFolder(sourceWith(t, changed), program)
		if err != nil || errAgain != nil || f.Version != again.Version {
			t.Fatalf("%s: version %s, again %s (%v, %v)", what, f.Version, again.Version, err, errAgain)
		}
		if other, twice := versions[f.Version]; twice {
			t.Errorf("a change of %s gives the version of %s", what, other)
		}
		versions[f.Version] = what
	}
	if _, err := newFolder(sourceWith(t, nil), Program{Wasm: []byte("\x00asm")}); err == nil {
		t.Error("wasm that is not packed is taken")
	}
}
