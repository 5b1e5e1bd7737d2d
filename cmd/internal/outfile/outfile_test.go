package outfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What cannot be written is refused in advance, in the words of the attempt, and
// both leave everything as it was.
func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	file, closed := filepath.Join(dir, "file"), filepath.Join(dir, "closed")
	err := errors.Join(os.WriteFile(file, []byte("old"), 0o600), os.Mkdir(closed, 0o500))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir:                              "is not a file",
		filepath.Join(dir, "none", "x"):  "no such file or directory",
		filepath.Join(file, "x"):         "not a directory",
		filepath.Join(closed, "x"):       "permission denied",
		filepath.Join(dir, "x\x00y"):     "invalid argument",
		filepath.Join(dir, "none") + "/": "no such file or directory",
	} {
		if want == "permission denied" && os.Geteuid() == 0 {
			continue // nothing is closed to root
		}
		for what, err := range map[string]error{"Check": Check(path), "Write": Write(path, []byte("new"))} {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), ".quadrille") {
				t.Errorf("%s %q: %v, want %s", what, path, err, want)
			}
		}
	}
	names(t, dir, "closed", "file")
}

// The file is new as a whole, keeps who may read it, and nothing is left beside
// it.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := Check(path); err != nil {
		t.Fatal(err)
	}
	names(t, dir)
	if err := errors.Join(Write(path, []byte("one")), os.Chmod(path, 0o600), os.Symlink(path, link)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(Check(link), Write(link, []byte("two"))); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	info, err2 := os.Stat(path)
	if string(data) != "two" || err != nil || err2 != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%s, %v, %v, %v", data, err, info.Mode(), err2)
	}
	names(t, dir, "file", "link")
}

// A device is written to, and says what is wrong with it.
func TestDevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	if err := errors.Join(Check("/dev/null"), Write("/dev/null", []byte("x")), Check("/dev/full")); err != nil {
		t.Error(err)
	}
	if err := Write("/dev/full", []byte("x")); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("a full device: %v", err)
	}
}

func names(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") || err != nil {
		t.Errorf("the folder has %v, %v", got, err)
	}
}

// Two files are one whatever way their names are spelled, whether or not they are
// there.
func TestDistinct(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	err := errors.Join(os.WriteFile("old", nil, 0o600), os.Mkdir("folder", 0o700), os.Symlink("folder", "link"), os.Symlink("old", "alias"))
	if err != nil {
		t.Fatal(err)
	}
	for _, same := range [][2]string{
		{"new", "new"}, {"new", "./new"}, {"new", filepath.Join(dir, "new")}, {"new", "folder/../new"}, {"folder/new", "link/new"},
		{"old", "alias"}, {"old", "./old"}, {"folder", "folder/"}, {"-", "-"}, {"none/new", "none//new"},
	} {
		err := CheckDistinct(File{"--c", same[1]}, File{"--b", ""}, File{"--a", same[0]})
		if err == nil || !strings.HasPrefix(err.Error(), "--a and --c ") || !strings.Contains(err.Error(), "name ") {
			t.Errorf("%q: %v", same, err)
		}
	}
	for _, other := range [][2]string{{"", ""}, {"new", "newer"}, {"old", "new"}, {"new", "old"}, {"folder/new", "new"}, {"-", "new"}, {os.DevNull, os.DevNull}} {
		if err := CheckDistinct(File{"--b", other[1]}, File{"--a", other[0]}); err != nil {
			t.Errorf("%q: %v", other, err)
		}
	}
	names(t, dir, "alias", "folder", "link", "old")
}
