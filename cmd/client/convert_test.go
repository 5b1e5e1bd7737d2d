package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// nameFile is a file of names as the federation's are.
func nameFile(length int, names ...string) []byte {
	b := make([]byte, 16)
	binary.LittleEndian.PutUint16(b[8:], uint16(len(names)))
	for _, n := range names {
		b = append(b, append([]byte(n), make([]byte, length-len(n))...)...)
	}
	return b
}

// convertOut runs `client convert` and returns what it prints and its status.
func convertOut(args ...string) (out, errs string, code int) {
	var o, e bytes.Buffer
	code = run(append([]string{"convert"}, args...), &streams{in: os.Stdin, out: &o, errs: &e})
	return o.String(), e.String(), code
}

// The names of players and tournaments come from the files beside a database.
func TestConvertNames(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	game := append([]byte{20, 26, 11, 28, 1, 0, 0, 0, 0, 0, 209, 7, 8, 0, 0, 0}, // one game, of 2001
		1, 0, 2, 0, 0, 0, 64, 64, 65, 46, 35, 66, 57, 64, 75, 56, 53)
	write("WTH_2001.wtb", append(game, make([]byte, 16+68-len(game))...))
	in := filepath.Join(dir, "WTH_2001.wtb")
	for _, tc := range []struct {
		players, tournaments []byte
		want                 []string
	}{
		{nil, nil, []string{`[Event "tournament 1"]`, `[P1 "player 2"]`, `[P2 "player 0"]`}},
		{nameFile(20, "Anna", "Bert", "Car\xeblle"), nil, []string{`[Event "tournament 1"]`, `[P1 "Carëlle"]`, `[P2 "Anna"]`}},
		{nameFile(20, "Anna"), nameFile(26, "Cup", "Other Cup"), []string{`[Event "Other Cup"]`, `[Date "2001"]`, `[P1 "player 2"]`, `[P2 "Anna"]`}},
	} {
		if tc.players != nil {
			write("wthor.jou", tc.players)
		}
		if tc.tournaments != nil {
			write("WTHOR.TRN", tc.tournaments)
		}
		out, errs, code := convertOut(in, "-", "--to", "record")
		for _, want := range tc.want {
			if !strings.Contains(out, want+"\n") || code != 0 || errs != "" {
				t.Errorf("status %d, no %s: %s%s", code, want, errs, out)
			}
		}
	}
	write("wthor.jou", nameFile(20, "Anna")[:30])
	if out, errs, code := convertOut(in, "-", "--to", "record"); code != 0 || !strings.Contains(out, `[Event "Other Cup"]`) ||
		!strings.Contains(errs, "wthor.jou: byte 8: the file says that it has 1 names, which are 36 bytes, but it has 30") {
		t.Errorf("status %d: %s%s", code, errs, out)
	}
}

// The form to write is whole or not there, and a device is not replaced.
func TestConvertWrites(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(in, []byte("f5d6c3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := convertOut(in, filepath.Join(dir, "no", "folder.ggf")); code != exitFailed || !strings.Contains(errs, "no such file") {
		t.Errorf("status %d: %s", code, errs)
	}
	if _, errs, code := convertOut(in, os.DevNull, "--to", "ggf", "--force"); code != 0 || errs != "" {
		t.Errorf("status %d: %s", code, errs)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("the device is now %v, %v", info, err)
	}
	if _, errs, code := convertOut(in, dir, "--to", "ggf"); code != exitUsage || !strings.Contains(errs, "already exists") {
		t.Errorf("status %d: %s", code, errs)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("there are %v, %v", left, err)
	}
}

// Games count from 1, and a number before that does not mean all of them.
func TestConvertNumberFromOne(t *testing.T) {
	in := filepath.Join(t.TempDir(), "two.txt")
	if err := os.WriteFile(in, []byte("f5d6c3\nf5f6e6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for number, want := range map[string]string{"0": "", "-1": "", "2": "f5f6e6\n", "3": ""} {
		out, errs, code := convertOut("--number="+number, in, "-", "--to", "transcript")
		if ok := want != ""; out != want || (code == 0) != ok || (errs == "") != ok {
			t.Errorf("--number=%s: status %d, %q, %q", number, code, out, errs)
		}
	}
}
