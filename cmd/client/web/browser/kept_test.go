package browser

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"quadrille/cmd/client/web/page"
)

// staticHost is a careless host of static files, under a path: it knows few
// types, and what is under a path changes.
type staticHost struct {
	mu     sync.Mutex
	files  map[string][]byte
	broken string // a file that it cannot send now
	sends  []byte // what comes in its place, as HTML; nil for nothing
	down   bool
	held   chan struct{} // of the program only the first half is sent before it is closed; nil when it is all
}

const hostPath = "/some/where/"

func (h *staticHost) set(f page.Folder, broken string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files, h.broken, h.sends = f.Files, broken, nil
}

// swap has something else come in place of a file of the folder.
func (h *staticHost) swap(f page.Folder, broken string, sends []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.files, h.broken, h.sends = f.Files, broken, sends
}

func (h *staticHost) setDown(down bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.down = down
}

// hold has the second half of the program not be sent until send is called.
func (h *staticHost) hold() (send func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.held = make(chan struct{})
	return sync.OnceFunc(func() { close(h.held) })
}

// half sends the first half of the program where the second is held, and waits until
// that may be sent or nobody wants it. It returns what is still to be sent.
func (h *staticHost) half(w http.ResponseWriter, r *http.Request, raw []byte) []byte {
	if h.held == nil || path.Ext(r.URL.Path) != ".bin" {
		return raw
	}
	held, n := h.held, len(raw)/2
	h.mu.Unlock()
	defer h.mu.Lock()
	_, _ = w.Write(raw[:n])
	_ = http.NewResponseController(w).Flush()
	select {
	case <-held:
	case <-r.Context().Done():
	}
	return raw[n:]
}

func (h *staticHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	name := strings.TrimPrefix(r.URL.Path, hostPath)
	if name == "" {
		name = page.FolderIndex
	}
	raw, ok := h.files[name]
	switch {
	case h.down:
		panic(http.ErrAbortHandler) // the connection breaks off
	case name == "other.html": // of the host's owner, in the same folder
		raw = []byte(`<!doctype html><html data-ready="yes"><title>Other</title>`)
	case name == "worker.js":
		raw, _ = os.ReadFile("../../../../docs/examples/worker.js")
	case name == "keep.js", name == "local/fault.js":
		raw, _ = os.ReadFile("../page/static/js/" + name)
	case name == h.broken && h.sends != nil:
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write(h.sends)
		return
	case !ok || name == h.broken:
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", map[string]string{".html": "text/html", ".js": "text/javascript"}[path.Ext(name)])
	_, _ = w.Write(h.half(w, r, raw))
}

// notKept is how many files of a folder a browser does not keep: the service worker,
// the licences, and those for scripts; the page itself is kept as the folder.
const notKept = 4

// folderWith is a folder whose wasm is of a text, which makes its version.
func folderWith(t *testing.T, text string) page.Folder {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("\x00asm" + text)) // into memory: neither fails
	z.Close()
	f, err := page.NewFolder(page.Program{Wasm: packed.Bytes(), Exec: []byte("self.Go = class {};")})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// keep has a page of the folder keep it, as one of a version does.
func (w *window) keep(f page.Folder) {
	answer[bool](w, `import('./keep.js').then(({ keep }) => { keep({ service: 'service-worker.js', version: %q },
		{ kept() { window.kept = true; }, failed(fault) { window.failed = fault ? fault.kind + ' ' + fault.file : 'the browser'; }, waiting(use) { window.use = use; } }); return true; })`, f.Version)
}

// answer is what a promise comes to.
func answer[T any](w *window, promise string, args ...any) T {
	w.Helper()
	if len(args) > 0 {
		promise = fmt.Sprintf(promise, args...)
	}
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](promise, chromedp.EvalAwaitPromise))
	if err != nil {
		w.fail(fmt.Errorf("%s: %w", promise, err))
	}
	return value
}

// inUse is the version of the page that the browser has.
const inUse = `fetch('./').then((a) => a.text()).then((t) => JSON.parse(t.match(/id="local">(.*?)<\/script>/)[1]).version)`

// keptVersions says which versions are kept, and kept of how many files each: it opens
// their caches, which would bring back as an empty one what is deleted meanwhile.
const (
	keptCaches   = `caches.keys().then((names) => names.filter((name) => !name.endsWith(' program')))`
	keptVersions = keptCaches + `.then((names) => names.map((name) => name.split(' ').pop()).sort().join(', '))`
	kept         = keptCaches + `.then((names) => Promise.all(names.map((name) => caches.open(name).then((c) => c.keys())
	.then((files) => name.split(' ').pop() + ' ' + files.length)))).then((all) => all.sort().join(', '))`
)

// keptFolder goes through what becomes of the files of a folder: they are kept
// whole or not at all, and a page has those of its version for as long as it is
// open.
func keptFolder(t *testing.T, chrome context.Context) {
	host, first, second := new(staticHost), folderWith(t, "first"), folderWith(t, "second")
	server := httptest.NewServer(host)
	t.Cleanup(server.Close)
	notPublished(t, chrome, host, server.URL, first)
	host.set(first, "")
	w := open(t, chrome, server.URL, hostPath+"other.html", desktop)
	w.keep(first)
	w.wait(`window.kept && navigator.serviceWorker.controller`)
	wantKept(w, "all of the first version", first)

	host.setDown(true)
	for name, want := range map[string]string{
		"./": "text/html; charset=utf-8", "manifest.json": "application/json; charset=utf-8", nameOf(first, "page", ".css"): "text/css; charset=utf-8",
		nameOf(first, "quadrille", ".bin"): "application/octet-stream",
	} {
		if got := answer[string](w, `fetch(%q).then((a) => a.status + ' ' + a.headers.get('Content-Type'))`, name); got != "200 "+want {
			t.Errorf("without a network %s is %s, want %s", name, got, want)
		}
	}
	if got := answer[string](w, `fetch('built/other').then(() => 'there', () => 'not there')`); got != "not there" {
		t.Errorf("a file that nobody has is %s", got)
	}

	// Of a new version one file is missing: the old one is used.
	host.setDown(false)
	host.set(second, nameOf(second, "quadrille", ".bin"))
	update := `navigator.serviceWorker.getRegistration().then((r) => new Promise((done) => {
		r.onupdatefound = () => {
			const worker = r.installing;
			worker.onstatechange = () => { if (worker.state !== 'installing') done(worker.state); };
		};
		r.update();
	}))`
	if got := answer[string](w, update); got != "redundant" {
		t.Errorf("a new version with a file missing is %s", got)
	}
	if got := answer[string](w, inUse); got != first.Version {
		t.Errorf("after that version %s is used, want %s", got, first.Version)
	}

	// Now it is whole. It waits, and every page has its own files.
	host.set(second, "")
	other := w.tab(hostPath + "other.html")
	other.keep(first)
	if got := answer[string](w, update); got != "installed" {
		t.Errorf("a new version is %s", got)
	}
	w.wait(`window.use`)
	if got := answer[string](w, inUse); got != first.Version {
		t.Errorf("while it waits, version %s is used, want %s", got, first.Version)
	}
	eval[string](other, `document.title = 'before'`)
	eval[bool](w, `document.title = 'before', window.use(), true`)
	for _, tab := range []*window{w, other} {
		tab.wait(`document.title === 'Other'`) // it has loaded itself anew
		if got := answer[string](tab, inUse); got != second.Version {
			t.Errorf("once it is wanted, version %s is used, want %s", got, second.Version)
		}
	}
	wantKept(w, "both versions while two pages are open", first, second)
	if got := answer[int](w, `fetch(%q).then((a) => a.status)`, nameOf(first, "quadrille", ".bin")); got != 200 {
		t.Errorf("a file of the version before: %d", got)
	}
	other.run(chromedp.Navigate("about:blank"))
	w.keep(second)
	wantKept(w, "one page that is open", second)

	// Any address of the page is the page, without a network too, and may be installed.
	host.setDown(true)
	w.run(chromedp.Navigate(server.URL + hostPath + "?g=abc234"))
	w.wait(`document.getElementById('local')?.textContent.includes(%q)`, second.Version)
	host.setDown(false)
	installable(t, chrome, server.URL)

	// The way that docs/offline.md says removes all.
	gone := second
	gone.Files = maps.Clone(second.Files)
	gone.Files[page.FolderService] = removal(t)
	host.set(gone, "")
	w.run(chromedp.Navigate(server.URL + hostPath + "other.html"))
	answer[bool](w, `navigator.serviceWorker.getRegistration().then((r) => r?.update()).then(() => true)`)
	removed := `Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then(([c, r]) => c.length + r.length)`
	for deadline := time.Now().Add(patience); answer[int](w, removed) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the service worker of docs/offline.md does not remove all")
		}
	}
	w.run(chromedp.Navigate("about:blank"))
	for _, tab := range []*window{w, other} {
		tab.forgive("") // what the host could not send, and what a page without its host says
	}
}

// notPublished has a page say which of its files the host does not send as it was
// written, and does not blame the browser.
func notPublished(t *testing.T, chrome context.Context, host *staticHost, base string, f page.Folder) {
	t.Helper()
	w := open(t, chrome, base, hostPath+"other.html", desktop)
	style := nameOf(f, "page", ".css")
	for _, tc := range []struct {
		file, want string
		sends      []byte
	}{
		{page.FolderService, "missing " + page.FolderService, nil},
		{page.FolderService, "type " + page.FolderService, []byte("<!doctype html>")}, // as hosts send their start page for what is not there
		{style, "missing " + style, nil},
		{style, "changed " + style, f.Files[style][:len(f.Files[style])/2]},
	} {
		host.swap(f, tc.file, tc.sends)
		eval[bool](w, `(window.failed = '', true)`)
		w.keep(f)
		w.wait(`window.failed`)
		if got := eval[string](w, `window.failed`); got != tc.want {
			t.Errorf("%s, sent as %q: %s, want %s", tc.file, tc.sends, got, tc.want)
		}
	}
	w.forgive("")
	w.close()
}

// installable asks the browser what is in the way of installing the page. A profile
// that is dropped at the end would be.
func installable(t *testing.T, chrome context.Context, base string) {
	t.Helper()
	w := newWindow(t, chrome, func(*chromedp.Context) {}, base, desktop)
	w.run(chromedp.Navigate(base + hostPath))
	w.wait(`document.getElementById('local')`)
	w.run(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		found, err := cdp.Call(ctx, target, cdppage.GetInstallabilityErrors, cdp.Empty{})
		for _, e := range found.InstallabilityErrors {
			w.Errorf("the page cannot be installed: %s", e.ErrorID)
		}
		return err
	}))
	w.run(chromedp.Navigate("about:blank"))
	w.forgive("") // what a page says whose program is none
}

// removal is the service worker that docs/offline.md has for a folder that goes.
func removal(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../../../../docs/offline.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Removing it")
	_, block, _ := strings.Cut(section, "```js\n")
	block, _, ok := strings.Cut(block, "```")
	if !ok {
		t.Fatal("docs/offline.md has no script that removes a folder")
	}
	return []byte(block)
}

// wantKept waits until the browser keeps these folders and no others, and wants all
// of their files to be there: the service worker itself and the licences are not, and
// the page is one file.
func wantKept(w *window, what string, folders ...page.Folder) {
	w.Helper()
	var versions, files []string
	for _, f := range folders {
		versions = append(versions, f.Version)
		files = append(files, fmt.Sprintf("%s %d", f.Version, len(f.Files)-notKept))
	}
	slices.Sort(versions)
	slices.Sort(files)
	for deadline := time.Now().Add(patience); answer[string](w, keptVersions) != strings.Join(versions, ", ") && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	if got, want := answer[string](w, kept), strings.Join(files, ", "); got != want {
		w.Errorf("%s: kept is %s, want %s", what, got, want)
	}
}

// nameOf is the file of a folder whose name begins and ends so.
func nameOf(f page.Folder, begin, end string) string {
	for name := range f.Files {
		if strings.HasPrefix(name, "built/"+begin+"-") && strings.HasSuffix(name, end) {
			return name
		}
	}
	return ""
}
