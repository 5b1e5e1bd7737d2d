package browser

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/storage"

	"quadrille/cmd/internal/wasm"
)

// serveDisk serves the page's module for the browser's database, and files by
// their names and what they have.
func serveDisk(t *testing.T, files map[string]string) string {
	scripts := http.FileServer(http.Dir("../page/static/js/local"))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := files[r.URL.Path]
		switch {
		case !ok:
			scripts.ServeHTTP(w, r)
			return
		case strings.HasSuffix(r.URL.Path, ".js"):
			w.Header().Set("Content-Type", "text/javascript")
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
		}
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

const emptyPage = `<!doctype html><html data-ready="yes"><link rel="icon" href="data:,"><title>Disk</title><main></main>`

// writer is a worker that takes the database over, says what it finds there, and
// then writes one change after the other, each of two keys, and says what was
// answered.
const writer = `import { disk } from './disk.js';
const d = disk('written');
const bytes = (n) => new TextEncoder().encode(String(n));
const me = crypto.getRandomValues(new Uint8Array(8));
const before = Object.fromEntries(await d.scan('').then(({ keys, values }) => keys.map((key, i) => [key, values[i]])));
await d.change('owner', before.owner ?? null, ['owner'], [me]);
const { keys, values } = await d.scan('n/');
const found = values.map((value) => Number(new TextDecoder().decode(value)));
postMessage({ found, keys });
for (let n = Math.max(0, ...found) + 1; ; n++) {
  await d.change('owner', me, ['n/one', 'n/two', 'n/' + (n % 7)], [bytes(n), bytes(n), n % 14 < 7 ? bytes(n) : null]);
  postMessage({ answered: n });
}`

// Whoever writes to the browser's database is ended at any instant, again and
// again: nothing that was answered is lost, and nothing is there by half.
func diskSurvives(t *testing.T, chrome context.Context) {
	base := serveDisk(t, map[string]string{"/": emptyPage, "/writer.js": writer})
	w := open(t, chrome, base, "/", desktop)
	eval[bool](w, `(async () => {
		const faults = [];
		let answered = 0;
		let rounds = 0;
		for (; answered < 1500 && faults.length === 0; rounds++) {
			const last = answered + Math.random() * 100; // answers that are waited for
			await new Promise((ended) => {
				const worker = new Worker('/writer.js', { type: 'module' });
				worker.onerror = (e) => { faults.push(String(e.message)); ended(); };
				worker.onmessage = ({ data }) => {
					if (data.answered) answered = data.answered;
					if (answered >= last) setTimeout(() => { worker.terminate(); ended(); }, Math.random() * 2);
					if (data.answered) return;
					const at = (key) => data.found[data.keys.indexOf(key)];
					if ((at('n/one') ?? 0) < answered) faults.push('lost: ' + answered + ' was answered, ' + at('n/one') + ' is there');
					if (at('n/one') !== at('n/two')) faults.push('by half: ' + at('n/one') + ' and ' + at('n/two'));
				};
			});
		}
		window.outcome = { faults, answered, rounds };
	})(), true`)
	w.wait(`window.outcome`)
	if faults := eval[[]string](w, `outcome.faults`); len(faults) > 0 {
		t.Errorf("after %d rounds: %q", eval[int](w, `outcome.rounds`), faults)
	}
	t.Logf("%d changes, ended %d times", eval[int](w, `outcome.answered`), eval[int](w, `outcome.rounds`))
}

// What the browser does to the database behind its back has a name of its own,
// and what can be gone on with goes on.
func diskFails(t *testing.T, chrome context.Context) {
	base := serveDisk(t, map[string]string{"/": emptyPage})
	for _, tc := range []struct{ name, script, want string }{
		{"deleted by another tab", `await d.change('k', null, ['k'], [one]);
			await request(indexedDB.deleteDatabase(name));
			await d.change('k', one, ['k'], [two])`, "GoneError"},
		{"made anew by a later version", `await d.change('k', null, ['k'], [one]);
			(await request(indexedDB.open(name, 2))).close();
			await d.change('k', one, ['k'], [two])`, "VersionError"},
		{"about to be deleted", `const old = await request(indexedDB.open(name, 1));
			await new Promise((yes) => { const r = indexedDB.deleteDatabase(name); r.onblocked = yes; });
			setTimeout(() => old.close(), 100);
			await d.change('k', null, ['k'], [one])`, ""},
		{"somebody else's", `await d.change('k', null, ['k'], [one]); await d.change('k', two, ['k'], [two])`, "GuardError"},
		{"no database", `Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });
			try { await d.scan('') } finally { delete globalThis.indexedDB }`, "MissingError"},
		{"too little room", `await d.change('k', null, ['k'], [one]);
			await d.change('k', one, ['a', 'b'], [one, new Uint8Array(20e6).map((_, i) => i * i)])`,
			"QuotaExceededError"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := open(t, chrome, base, "/", desktop)
			quota := 1e6 // bytes
			w.run(call(storage.OverrideQuotaForOrigin, storage.OverrideQuotaForOriginParams{Origin: base, QuotaSize: &quota}))
			eval[bool](w, `import('/disk.js').then(async ({ disk }) => {
				const name = 'failing', d = disk(name), one = new Uint8Array([1]), two = new Uint8Array([2, 3]);
				const request = (r) => new Promise((yes, no) => { r.onsuccess = () => yes(r.result); r.onerror = () => no(r.error); });
				let error = '';
				try { `+tc.script+` } catch (e) { error = e.name; }
				const left = await disk(name).scan('').then(({ keys, values }) => keys.map((key, i) => key + '=' + [...values[i]]).join(' '), (e) => e.name);
				window.outcome = { error, left };
			}), true`)
			w.wait(`window.outcome`)
			left := map[string]string{"GoneError": "", "VersionError": "VersionError", "MissingError": "MissingError"}
			want, ok := left[tc.want]
			if !ok {
				want = "k=1"
			}
			if got := eval[string](w, `outcome.error`); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
			if got := eval[string](w, `outcome.left`); got != want {
				t.Errorf("left is %q, want %q", got, want)
			}
		})
	}
}

// tester runs a test binary of Go in a worker, and says how it ended.
const tester = `import './wasm_exec.js';
import { disk } from './disk.js';
globalThis.disk = disk;
const go = new Go();
go.argv = ['test', '-test.v'];
let said = '';
const decoder = new TextDecoder();
globalThis.fs.writeSync = (fd, buffer) => { said += decoder.decode(buffer); return buffer.length; };
go.exit = (code) => postMessage({ code, said });
const { instance } = await WebAssembly.instantiate(await (await fetch('/test.wasm')).arrayBuffer(), go.importObject);
await go.run(instance);`

// The store over the browser's database does all that a store must do.
func diskContract(t *testing.T, chrome context.Context) {
	file := filepath.Join(t.TempDir(), "test.wasm")
	_, failed := wasm.Go(t.Context(), ".", "test", "-c", "-o", file, "quadrille/cmd/client/web/store/kv/indexeddb")
	script, missing := wasm.Script(t.Context(), ".", "wasm_exec.js")
	if err := errors.Join(failed, missing); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"/": emptyPage, "/tester.js": tester}
	for at, path := range map[string]string{"/test.wasm": file, "/wasm_exec.js": script} {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[at] = string(content)
	}
	w := open(t, chrome, serveDisk(t, files), "/", desktop)
	eval[bool](w, `(new Worker('/tester.js', { type: 'module' }).onmessage = ({ data }) => { window.outcome = data; }, true)`)
	w.wait(`window.outcome`)
	said := eval[string](w, `outcome.said`)
	if code := eval[int](w, `outcome.code`); code != 0 || !strings.Contains(said, "--- PASS: TestContract") || !strings.Contains(said, "--- PASS: TestAsMemory") {
		t.Errorf("ended with %d:\n%s", code, said)
	}
}
