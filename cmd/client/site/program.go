// Package site makes and writes the folder of static files that plays without a
// server: it gets the wasm, from a release or by building it, and puts it there
// with the page.
package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"quadrille/cmd/client/web/page"
	"quadrille/cmd/internal/wasm"
)

// embedded has the program of a release, or only words of what it would be.
//
//go:embed embedded
var embedded embed.FS

// The names of the files in a release.
const (
	embeddedWasm = "embedded/quadrille.wasm.gz"
	embeddedExec = "embedded/wasm_exec.js"
)

// ErrNoSource says that the wasm is not there and cannot be built.
var ErrNoSource = errors.New("this program has no wasm with it, as those of a release have, and does not find its source to build it from; " +
	"run it in the folder of the source, with Go installed")

// Released says whether this program is one of a release, with the wasm in it.
func Released() bool { return released(embedded) }

func released(files fs.FS) bool {
	_, noWasm := fs.Stat(files, embeddedWasm)
	_, noExec := fs.Stat(files, embeddedExec)
	return noWasm == nil && noExec == nil
}

// read is the program of a release.
func read(ctx context.Context, files fs.FS) (page.Program, error) {
	wasm, noWasm := fs.ReadFile(files, embeddedWasm)
	exec, noExec := fs.ReadFile(files, embeddedExec)
	list, noList := catalogue(ctx)
	return page.Program{Wasm: wasm, Exec: exec, Catalogue: list}, errors.Join(noWasm, noExec, noList)
}

// Embed builds the program from a folder with the source and puts it there, where
// a release takes it from.
func Embed(ctx context.Context, source string) error {
	p, err := Build(ctx, source)
	if err != nil {
		return err
	}
	here := filepath.Join(source, "cmd", "client", "site")
	return errors.Join(
		os.WriteFile(filepath.Join(here, filepath.FromSlash(embeddedWasm)), p.Wasm, 0o644),
		os.WriteFile(filepath.Join(here, filepath.FromSlash(embeddedExec)), p.Exec, 0o644))
}

// Program is the program of a release, or one that is built from the source,
// which takes up to some minutes: then building is called first with the folder
// of the source.
func Program(ctx context.Context, building func(source string)) (page.Program, error) {
	if Released() {
		return read(ctx, embedded)
	}
	source, ok := findSource()
	if !ok {
		return page.Program{}, ErrNoSource
	}
	building(source)
	return Build(ctx, source)
}

// findSource is the folder of the source that this program was built from, if it
// is still there, or that which the working folder lies in.
func findSource() (string, bool) {
	if _, file, _, ok := runtime.Caller(0); ok && filepath.IsAbs(file) {
		if source := sourceAbove(filepath.Dir(file)); source != "" {
			return source, true
		}
	}
	working, err := os.Getwd()
	if err != nil {
		return "", false
	}
	source := sourceAbove(working)
	return source, source != ""
}

// sourceAbove is the folder with our source that a folder is or lies in, or "".
func sourceAbove(folder string) string {
	for {
		text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		if err == nil && isOurs(string(text)) {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			return ""
		}
		folder = above
	}
}

// isOurs says whether a go.mod is that of this module.
func isOurs(text string) bool {
	for line := range strings.Lines(text) {
		if strings.Join(strings.Fields(line), " ") == "module quadrille" {
			return true
		}
	}
	return false
}

// Build has Go build the program from a folder with the source.
func Build(ctx context.Context, source string) (page.Program, error) {
	built, err := wasm.Build(ctx, source, "./cmd/browser", small()...)
	if err != nil {
		return page.Program{}, err
	}
	script, err := wasm.Script(ctx, source, "wasm_exec.js")
	if err != nil {
		return page.Program{}, err
	}
	exec, err := os.ReadFile(script)
	if err != nil {
		return page.Program{}, fmt.Errorf("the Go that is installed has not what wasm needs in a browser: %w", err)
	}
	packed, err := pack(built)
	if err != nil {
		return page.Program{}, err
	}
	list, err := catalogue(ctx)
	return page.Program{Wasm: packed, Exec: exec, Catalogue: list}, err
}

// small are the flags for Go that keep the program small. What is inlined makes it
// a tenth larger and is needed only where rules and searches spend their time, as
// a profile of them says (BenchmarkOthello of package browser); there it is worth
// more than usual, since calls cost more in WebAssembly.
func small() []string {
	flags := []string{"-trimpath", "-ldflags=-w", "-pgo=cmd/browser/othello.pgo", "-gcflags=all=-l"}
	for _, hot := range []string{"quadrille/ai/...", "quadrille/engine/...", "math/bits", "math/rand/v2", "slices", "cmp"} {
		flags = append(flags, "-gcflags="+hot+"=-d=pgoinlinecdfthreshold=99.9,pgoinlinebudget=4000")
	}
	return flags
}

// pack packs by gzip, which browsers unpack while it comes.
func pack(raw []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(raw)
	err = errors.Join(err, w.Close())
	return packed.Bytes(), err
}
