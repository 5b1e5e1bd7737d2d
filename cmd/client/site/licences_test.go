package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/cmd/internal/wasm"
)

// The folder has the licence of every module that is in its program.
func TestLicences(t *testing.T) {
	all, err := os.ReadFile("../web/page/licences.txt")
	if err != nil {
		t.Fatal(err)
	}
	list, err := wasm.Go(t.Context(), ".", "list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Dir}}{{end}}", "quadrille/cmd/browser")
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string]string{}
	for line := range strings.Lines(list) {
		name, folder, _ := strings.Cut(strings.TrimSpace(line), " ")
		modules[name] = folder
	}
	for name, folder := range modules {
		text, err := os.ReadFile(filepath.Join(folder, "LICENSE"))
		if err != nil {
			text, err = os.ReadFile(filepath.Join(folder, "COPYING"))
		}
		if err != nil || !strings.Contains(string(all), string(text)) {
			t.Errorf("the licence of %s is not in licences.txt (%v)", name, err)
		}
	}
	if len(modules) < 2 {
		t.Errorf("the program is of %v only", modules)
	}
}
