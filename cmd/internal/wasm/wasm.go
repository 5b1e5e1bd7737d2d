// Package wasm has the Go that is installed build for JavaScript and WebAssembly,
// for browsers and for Node, and gives what Go built loops and branches in place of
// tables of blocks, functions with vectors, and memory in fewer parts.
package wasm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Go runs Go for js and wasm in a folder, and returns what it prints. The error has
// what it complains of, or is that of the context when that ends.
func Go(ctx context.Context, folder string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = folder
	// One implementation of JSON for both of its packages, as from Go 1.27 on.
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOEXPERIMENT=jsonv2")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("the wasm is built with Go, which is not installed or not in the PATH: %w", err)
	case err != nil:
		return "", fmt.Errorf("go %s in %s: %w\n%s", args[0], folder, err, strings.TrimSpace(errs.String()))
	}
	return out.String(), nil
}

// gap is how many zeros are written out between what a program has in memory. It
// packs best from 64 to 100,000.
const gap = 512

// Build builds a package of a folder by those flags for Go, and reworks what Go
// made so that it is faster and smaller.
func Build(ctx context.Context, folder, pkg string, flags ...string) ([]byte, error) {
	place, err := os.MkdirTemp("", "quadrille-wasm-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(place)
	file := filepath.Join(place, "built.wasm")
	if _, err := Go(ctx, folder, slices.Concat([]string{"build"}, flags, []string{"-o", file, pkg})...); err != nil {
		return nil, err
	}
	built, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if built, err = rework(built, gap); err != nil {
		return nil, fmt.Errorf("what Go built: %w", err)
	}
	return built, nil
}

// Script is the path of a script of that Go that runs what it built, such as
// wasm_exec.js. It is the Go that a folder is built with: its go.mod may choose one.
func Script(ctx context.Context, folder, name string) (string, error) {
	root, err := Go(ctx, folder, "env", "GOROOT")
	return filepath.Join(strings.TrimSpace(root), "lib", "wasm", name), err
}
