package site

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"quadrille/cmd/client/web/page"
)

// Where the source is, as folders that have a go.mod say.
func TestSourceAbove(t *testing.T) {
	root := t.TempDir()
	for file, text := range map[string]string{
		"ours/go.mod":          "// the games\nmodule  quadrille\n\ngo 1.26\n",
		"ours/cmd/x.go":        "",
		"ours/other/go.mod":    "module quadrille/other\n",
		"ours/other/x/y/z.go":  "",
		"theirs/go.mod":        "module example.org/quadrille\n",
		"theirs/quadrille/.go": "module quadrille",
	} {
		full := filepath.Join(root, file)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for folder, want := range map[string]string{
		"ours": "ours", "ours/cmd": "ours", "ours/other/x/y": "ours", "theirs/quadrille": "", "theirs": "", ".": "",
	} {
		if want != "" {
			want = filepath.Join(root, want)
		}
		if got := sourceAbove(filepath.Join(root, folder)); got != want {
			t.Errorf("%s: %q, want %q", folder, got, want)
		}
	}
}

// A release has both files, or it is none.
func TestReleased(t *testing.T) {
	for _, tc := range []struct {
		names string
		want  bool
	}{
		{"README.md", false}, {"quadrille.wasm.gz", false}, {"wasm_exec.js", false}, {"quadrille.wasm.gz wasm_exec.js", true},
	} {
		files := fstest.MapFS{}
		for _, name := range strings.Fields(tc.names) {
			files["embedded/"+name] = &fstest.MapFile{Data: []byte(name)}
		}
		p, err := read(t.Context(), files)
		if ok := released(files); ok != tc.want || ok != (err == nil) || ok && (string(p.Wasm) != "quadrille.wasm.gz" || string(p.Exec) != "wasm_exec.js") {
			t.Errorf("%s: %v, %v", tc.names, ok, err)
		}
	}
}

// What Go builds, in a source with a small program, and what is said where it
// cannot, is stopped or is not there.
func TestBuild(t *testing.T) {
	source := t.TempDir()
	write := func(name, text string) {
		full := filepath.Join(source, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module quadrille\n\ngo 1.26\n")
	write("cmd/browser/main.go", "package main\n\nfunc main() { println() }\n")
	write("cmd/browser/othello.pgo", "") // a profile of nothing
	p, err := Build(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := page.NewFolder(p); err != nil || !strings.Contains(string(p.Exec), "globalThis.Go") {
		t.Errorf("%v; of Go is there: %.80s", err, p.Exec)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Build(stopped, source); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	write("cmd/browser/main.go", "package main\n\nfunc main() { nothing() }\n")
	if _, err := Build(t.Context(), source); err == nil || !strings.Contains(err.Error(), "undefined: nothing") {
		t.Errorf("wrong source: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Build(t.Context(), source); err == nil || !strings.Contains(err.Error(), "not installed") {
		t.Errorf("without Go: %v", err)
	}
}
