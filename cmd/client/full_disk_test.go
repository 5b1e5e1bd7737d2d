package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// No command ends well when its output could not be written.
func TestFullDisk(t *testing.T) {
	skipUnderRace(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no disk that is always full")
	}
	defer full.Close()
	ggf := filepath.Join("..", "..", "testdata", "records", "edax.ggf")
	for _, tc := range []struct{ args, input string }{
		{"--side all", "show\n"},
		{"--side all", "fen\nquit\n"},
		{"--side none --depth 1 --rule repetition=0", ""}, // a game that need not end
		{"--side all", "auto\n"},
		{"--help", ""}, {"play --help", ""}, {"match -h", ""}, {"--version", ""},
		{"completion bash", ""}, {"completion zsh", ""}, {"completion fish", ""}, {"man", ""}, {"engine -h", ""}, {"engine --help", ""},
		{"convert " + ggf + " - --to record", ""},
		{"analyse startpos --depth 1", ""}, {"analyse startpos --depth 1 --json -", ""}, {"analyse startpos --depth 1 --html -", ""},
		{"match -e name=a -e name=b --game teeko --nodes 10 --rounds 1 --journal " + filepath.Join(t.TempDir(), "m.db"), ""},
		{"compliance --only ugi", ""},
		{"classroom --players 2", "1\n"},
		{"engine", "isready\n"}, {"engine --version", ""}, {"engine", "go depth 1"},
		{"engine --protocol gtp", "name\n"}, {"engine", "nboard 2\nping 1\n"},
	} {
		if status, errs := inside(t, strings.Fields(tc.args), tc.input, full); status != 1 || !strings.Contains(errs, "no space left on device") {
			t.Errorf("client %s: exit status %d, %s", tc.args, status, errs)
		}
	}
	if status, errs := inside(t, strings.Fields("--side all --trace /dev/full"), "", io.Discard); status != 1 || !strings.Contains(errs, "no space left on device") {
		t.Errorf("--trace /dev/full: exit status %d, %s", status, errs)
	}
}
