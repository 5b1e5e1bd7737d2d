// Package wasm has the Go that is installed build for JavaScript and WebAssembly,
// for browsers and for Node.
package wasm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Go runs Go for js and wasm in a folder, and returns what it prints. The error has
// what it complains of, or is that of the context when that ends.
func Go(ctx context.Context, folder string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
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

// Script is the path of a script of that Go that runs what it built, such as
// wasm_exec.js. It is the Go that a folder is built with: its go.mod may choose one.
func Script(ctx context.Context, folder, name string) (string, error) {
	root, err := Go(ctx, folder, "env", "GOROOT")
	return filepath.Join(strings.TrimSpace(root), "lib", "wasm", name), err
}
