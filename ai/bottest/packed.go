package bottest

import (
	"compress/gzip"
	"io"
	"os"
	"testing"
)

// Packed returns the text of a file that gzip has packed.
func Packed(t testing.TB, path string) string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
