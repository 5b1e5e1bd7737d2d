package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/web/page"
)

// made is a folder of a version with one page and the files of the words.
func made(version string, words ...string) page.Folder {
	f := page.Folder{Version: version, Files: map[string][]byte{
		page.FolderIndex: []byte("page " + version), page.FolderService: []byte("service " + version),
	}}
	for _, w := range words {
		f.Files["built/"+w] = []byte(w)
	}
	return f
}

// files are those of a folder, without the record.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && d.Name() != recordName {
			rest, _ := filepath.Rel(folder, name)
			names = append(names, filepath.ToSlash(rest))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// What a folder has after versions were written one after the other: the files of
// the last and of the one before.
func TestVersions(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	for i, step := range []struct {
		made    page.Folder
		want    string // the files in built
		before  string
		same    bool
		removed string
	}{
		{made("1", "a", "b"), "a b", "", false, ""},
		{made("1", "a", "b"), "a b", "", true, ""},
		{made("2", "b", "c"), "a b c", "1", false, ""},
		{made("2", "b", "c"), "a b c", "1", true, ""},
		{made("3", "c", "d"), "b c d", "2", false, "a"},
		{made("2", "b", "c"), "b c d", "3", false, ""}, // back again
		{made("4", "e"), "b c e", "2", false, "d"},
	} {
		w, err := Write(folder, step.made, false)
		if err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		want := []string{}
		for _, word := range strings.Fields(step.want) {
			want = append(want, "built/"+word)
		}
		want = append(want, page.FolderIndex, page.FolderService)
		if diff := cmp.Diff(want, files(t, folder)); diff != "" {
			t.Errorf("%d: files (-want +got):\n%s", i, diff)
		}
		index, _ := os.ReadFile(filepath.Join(folder, page.FolderIndex))
		if string(index) != "page "+step.made.Version {
			t.Errorf("%d: the page is %q", i, index)
		}
		if removed := strings.ReplaceAll(strings.Join(w.Removed, " "), "built/", ""); w.Before != step.before || w.Same != step.same || removed != step.removed {
			t.Errorf("%d: %+v", i, w)
		}
	}
}

// Files of others: which folders are refused, and what is left of them.
func TestForeign(t *testing.T) {
	for _, tc := range []struct {
		about  string
		before []string // written by others before us
		after  []string // and after a first version
		force  bool
		want   string // files that are named
	}{
		{"nothing", nil, nil, false, ""},
		{"hidden files", []string{".git/config", ".nojekyll"}, nil, false, ""},
		{"a file", []string{"thesis.txt"}, nil, false, "thesis.txt"},
		{"many", []string{"1", "2", "3", "4", "5", "6"}, nil, false, "1, 2, 3, 4, 2 more"},
		{"a file, forced", []string{"thesis.txt"}, nil, true, ""},
		{"a file beside a first version", nil, []string{"CNAME"}, false, ""},
		{"a file where one of ours will be", nil, []string{"built/new"}, false, "built/new"},
		{"the same, forced", nil, []string{"built/new"}, true, ""},
	} {
		folder := t.TempDir()
		put := func(names []string) {
			for _, name := range names {
				full := filepath.Join(folder, name)
				if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte("theirs"), 0o644)); err != nil {
					t.Fatal(err)
				}
			}
		}
		put(tc.before)
		if early := Check(folder, false); (early == nil) != (tc.before == nil || !tc.force && tc.want == "") {
			t.Errorf("%s: before it is written: %v", tc.about, early)
		}
		_, err := Write(folder, made("1", "old"), tc.force)
		if err == nil {
			put(tc.after)
			_, err = Write(folder, made("2", "new"), tc.force)
		}
		wrong, got := errors.AsType[*FolderError](err)
		if got && !wrong.Forced || got != (tc.want != "") || got && !strings.HasSuffix(err.Error(), ": "+tc.want) || !got && err != nil {
			t.Errorf("%s: %v, want %q", tc.about, err, tc.want)
		}
		for _, name := range append(tc.before, tc.after...) {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil || string(text) != "theirs" && !(tc.force && name == "built/new") {
				t.Errorf("%s: %s is now %q, %v", tc.about, name, text, err)
			}
		}
		if tc.want != "" && len(tc.before) > 0 && len(files(t, folder)) != len(tc.before) {
			t.Errorf("%s: refused, but it has %q", tc.about, files(t, folder))
		}
	}
}

// What is no folder to write into is refused before anything is built, in words,
// and nothing is left there.
func TestNoFolder(t *testing.T) {
	dir := t.TempDir()
	file, link, loop, closed := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "loop"), filepath.Join(dir, "closed")
	if err := errors.Join(os.WriteFile(file, nil, 0o644), os.Symlink("nowhere", link), os.Symlink("loop", loop), os.Mkdir(closed, 0o500)); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		folder, want string
		named        bool // wrongly, so that another name is right
	}{
		{"", "no folder is named", true},
		{file, "is a file", true},
		{filepath.Join(file, "x"), "not a directory", false},
		{link, "leads nowhere", true},
		{filepath.Join(link, "x"), "leads nowhere", true},
		{loop, "too many levels", false},
		{filepath.Join(closed, "x", "y"), "permission denied", false},
		{filepath.Join(dir, strings.Repeat("x", 300)), "name too long", false},
		{filepath.Join(dir, "new", "folder"), "", false},
		{dir, "", false},
	} {
		if tc.want == "permission denied" && os.Geteuid() == 0 {
			continue // nothing is closed to root
		}
		err := Check(tc.folder, true)
		if _, named := errors.AsType[*FolderError](err); named != tc.named || (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%.60q: %v, want %q", tc.folder, err, tc.want)
		}
	}
	if got := strings.Join(files(t, dir), " "); got != "file link loop" {
		t.Errorf("there is now: %s", got)
	}
}

// A record that is broken, or names files elsewhere, is refused, and what it
// names is not removed.
func TestBrokenRecord(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"{", "[]", `{"versions":[{"version":"0","files":{"../outside":1}},{"version":"1","files":{"../outside":1}}]}`,
		fmt.Sprintf(`{"versions":[{"version":"1","files":{%q:1}}]}`, outside),
	} {
		folder := filepath.Join(filepath.Dir(outside), "folder")
		if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(filepath.Join(folder, recordName), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
		if _, err := Write(folder, made("9"), false); err == nil || !strings.Contains(err.Error(), recordName) {
			t.Errorf("%s: %v", text, err)
		}
		if _, err := Write(folder, made("9"), true); err != nil {
			t.Errorf("%s, forced: %v", text, err)
		}
		if _, err := os.Stat(outside); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A run that is broken off leaves the page of the version before with all its
// files, and the next run takes away what it wrote.
func TestBrokenOff(t *testing.T) {
	folder := t.TempDir()
	if _, err := Write(folder, made("1", "a"), false); err != nil {
		t.Fatal(err)
	}
	broken := made("2", "b")
	broken.Files["built/b/c"] = []byte("in a folder that is a file")
	if _, err := Write(folder, broken, false); err == nil {
		t.Fatal("a file below a file was written")
	}
	index, err := os.ReadFile(filepath.Join(folder, page.FolderIndex))
	if err != nil || string(index) != "page 1" || !slices.Contains(files(t, folder), "built/a") {
		t.Errorf("the page is %q with %q, %v", index, files(t, folder), err)
	}
	for _, v := range []string{"3", "4"} {
		if _, err := Write(folder, made(v), false); err != nil {
			t.Fatal(err)
		}
	}
	if got := files(t, folder); len(got) != 2 {
		t.Errorf("after two versions there are %q", got)
	}
}

// Whatever a record says, nothing outside of the folder is touched, and a folder
// that was written has that version.
func FuzzRecord(f *testing.F) {
	for _, text := range []string{
		"", "{", `{"versions":[{"version":"1","files":{"built/a":1}}]}`, `{"versions":[{"version":"9","files":{"index.html":1}},{},{"files":{".":1}}]}`,
		`{"versions":[{"version":"0","files":{"../outside":1}}]}`, `{"versions":[{"files":{"built":1}},{"files":{"quadrille.json":1}}]}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parent := t.TempDir()
		folder, outside := filepath.Join(parent, "folder"), filepath.Join(parent, "outside")
		if err := errors.Join(os.Mkdir(folder, 0o755), os.WriteFile(outside, nil, 0o644), os.WriteFile(filepath.Join(folder, recordName), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
		for _, v := range []string{"8", "9", "10"} {
			if _, err := Write(folder, made(v, "a"), false); err != nil {
				return
			}
		}
		if _, err := os.Stat(outside); err != nil {
			t.Errorf("a file outside: %v", err)
		}
		r, err := readRecord(folder)
		if err != nil || len(r.Versions) != keep || r.Versions[0].Version != "10" || len(files(t, folder)) < 3 {
			t.Errorf("%+v, %v, files %q", r, err, files(t, folder))
		}
	})
}
