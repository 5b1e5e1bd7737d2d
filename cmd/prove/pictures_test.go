package main

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPictures holds the pictures of docs/square4-value.md to what the command draws,
// and each of them is shown there.
func TestPictures(t *testing.T) {
	all, err := pictures()
	if err != nil {
		t.Fatal(err)
	}
	paper, err := os.ReadFile("../../docs/square4-value.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		kept, err := os.ReadFile(filepath.Join("../../docs/square4", p.name))
		if err != nil || string(kept) != p.svg() {
			t.Errorf("docs/square4/%s is not what `go run ./cmd/prove pictures` draws (error %v)", p.name, err)
		}
		if !strings.Contains(string(paper), "(square4/"+p.name+")") {
			t.Errorf("docs/square4-value.md does not show %s", p.name)
		}
		for d := xml.NewDecoder(strings.NewReader(p.svg())); err != io.EOF; {
			if _, err = d.Token(); err != nil && err != io.EOF {
				t.Fatalf("%s: %v", p.name, err)
			}
		}
	}
}
