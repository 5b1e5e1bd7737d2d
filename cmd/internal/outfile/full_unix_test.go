//go:build unix

package outfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/cmd/internal/fulldisk"
)

// A file that does not fit on the disk is told by its own name, and the old one
// stays.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := Write(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	var err error
	fulldisk.During(t, 1000, func() { err = Write(path, make([]byte, 2000)) })
	if err == nil || !strings.HasPrefix(err.Error(), "write "+path+": ") || strings.Contains(err.Error(), ".quadrille-") {
		t.Errorf("more than there is room for: %v", err)
	}
	names(t, dir, "a")
	if text, err := os.ReadFile(path); string(text) != "old" {
		t.Errorf("the old file has %q, %v", text, err)
	}
}
