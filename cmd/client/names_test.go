package main

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// An analysis of a WTHOR file has the names of the players, which stand in
// another file or behind a link to it, in the text and on the page.
func TestAnalyseNames(t *testing.T) {
	skipUnderRace(t)
	client, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	database, err := os.ReadFile("../../testdata/records/edax.wtb")
	if err != nil {
		t.Fatal(err)
	}
	binary.LittleEndian.PutUint16(database[18:], 1) // Black
	binary.LittleEndian.PutUint16(database[20:], 2)
	for name, data := range map[string][]byte{"WTH_2001.wtb": database, "names": nameFile(20, "Anna", "Bert", "Car\xeblle")} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("names", filepath.Join(dir, "WTHOR.JOU")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	page := filepath.Join(dir, "page.html")
	out, err := exec.Command(client, "analyse", filepath.Join(dir, "WTH_2001.wtb"), "--nodes", "20", "--html", page).CombinedOutput()
	html, err2 := os.ReadFile(page)
	if err != nil || err2 != nil || !strings.Contains(string(out), "\nBlack: Bert, White: Carëlle\n") || !strings.Contains(string(html), "<h1>othello: Black: Bert, White: Carëlle</h1>") {
		t.Errorf("%v, %v\n%s\n%.2000s", err, err2, out, html)
	}
}
