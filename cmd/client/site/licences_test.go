package site

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The folder has the licence of every module that is in its program.
func TestLicences(t *testing.T) {
	all, err := os.ReadFile("../web/page/licences.txt")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Dir}}{{end}}", "quadrille/cmd/browser")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := map[string]string{}
	for line := range strings.Lines(string(list)) {
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
