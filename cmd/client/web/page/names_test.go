package page

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// browserNames are the names of browsers that scripts may use anywhere.
const browserNames = `AbortController Array AudioContext Blob Boolean BroadcastChannel ClipboardItem CompressionStream DOMMatrix
	Date DecompressionStream Element Error Event EventTarget FileReader FormData GainNode IDBKeyRange Image Infinity
	Intl JSON Map Math MessageEvent Node Number Object OscillatorNode Promise ReadableStream RegExp Request ResizeObserver Response
	SVGSVGElement Set String Symbol TextDecoder TextDecoderStream TextEncoder TransformStream TypeError URL URLSearchParams
	Uint8Array WebAssembly Worker XMLSerializer addEventListener atob btoa cancelAnimationFrame clearInterval clearTimeout crypto
	document encodeURIComponent fetch getComputedStyle globalThis indexedDB isSecureContext localStorage location matchMedia navigator
	parseFloat performance removeEventListener requestAnimationFrame scrollTo scrollY sessionStorage setInterval setTimeout undefined window`

// rareNames are those that might be taken for names of ours, and the scripts that
// use them; Go is that of wasm_exec.js.
var rareNames = map[string]string{
	"Go": "local/wasm.js", "caches": "local/wasm.js service-worker.js", "clients": "service-worker.js", "close": "local/engine-worker.js",
	"console": "local/host-worker.js", "history": "place.js", "parent": "app.js embed/talk.js", "postMessage": "local/engine-worker.js",
	"registration": "service-worker.js", "skipWaiting": "service-worker.js",
}

// Scripts define or import all names that they use, but for those of browsers.
// Neither the bundler nor a page that is not led through that line would tell.
func TestNamesOfScripts(t *testing.T) {
	common, seen := strings.Fields(browserNames), map[string]bool{}
	walk := func(path string, entry fs.DirEntry, err error) error {
		name, isScript := strings.CutPrefix(path, "static/js/")
		if err != nil || !isScript || entry.IsDir() {
			return err
		}
		source, err := static.ReadFile(path)
		if err != nil {
			return err
		}
		free, err := freeNames(source)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, used := range free {
			seen[used] = true
			if !slices.Contains(common, used) && !slices.Contains(strings.Fields(rareNames[used]), name) {
				t.Errorf("%s uses %s, which it neither defines nor imports", name, used)
			}
		}
		return nil
	}
	if err := fs.WalkDir(static, "static/js", walk); err != nil {
		t.Fatal(err)
	}
	for name := range rareNames {
		common = append(common, name)
	}
	for _, name := range common {
		if !seen[name] {
			t.Errorf("no script uses %s any more", name)
		}
	}
}

// freeNames are the names that a module uses and neither defines nor imports.
func freeNames(source []byte) (names []string, err error) {
	tree, err := js.Parse(parse.NewInputBytes(slices.Clone(source)), js.Options{}) // which writes into what it reads
	if err != nil {
		return nil, err
	}
	imported := map[string]bool{}
	for _, statement := range tree.List {
		if i, ok := statement.(*js.ImportStmt); ok {
			imported[string(i.Default)] = true
			for _, one := range i.List {
				imported[string(one.Binding)] = true
			}
		}
	}
	for _, v := range tree.Undeclared {
		if name := string(v.Data); !imported[name] {
			names = append(names, name)
		}
	}
	return names, nil
}

func TestFreeNames(t *testing.T) {
	for source, want := range map[string]string{
		`import { a, b as c } from './x.js'; a(c)`:                                 "",
		`import { b as c } from './x.js'; b(c)`:                                    "b",
		`import * as all from './x.js'; all.a(gone)`:                               "gone",
		`import only from './x.js'; only()`:                                        "",
		`const f = ({ a, b: [c] = d }, ...e) => a + c + e; f()`:                    "d",
		"function f() { return `${g(h)}`; } class K extends L { #m = n; o() {} }":  "g h L n",
		`{ let a = 1; a; } a; for (const x of y) x; try { z } catch (e) { e }`:     "a y z",
		`export const a = { b, c: 1, [d]: 2, e() {} }; a.f.g?.h; label: a; a?.[i]`: "b d i",
	} {
		names, err := freeNames([]byte(source))
		slices.Sort(names)
		wanted := strings.Fields(want)
		slices.Sort(wanted)
		if err != nil || !slices.Equal(names, wanted) {
			t.Errorf("%s: free are %q (%v), want %q", source, names, err, wanted)
		}
	}
}
