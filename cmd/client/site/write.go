package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"quadrille/cmd/client/web/page"
	"quadrille/cmd/internal/outfile"
)

// recordName is the file in which a folder says what was written into it.
const recordName = "quadrille.json"

// record says what was written into a folder, the newest version first.
type record struct {
	Versions []version `json:"versions"`
}

// version is what one run wrote.
type version struct {
	Version string         `json:"version"`
	Files   map[string]int `json:"files"` // their sizes in bytes, by their paths
}

// keep is how many versions a folder has: a browser that loaded the page of the
// one before may still want its files.
const keep = 2

// Written says what writing a folder came to.
type Written struct {
	Version string
	Same    bool           // the folder had that version already
	Before  string         // the version whose files are still there; "" without one
	Files   map[string]int // the sizes of the version's files in bytes
	Removed []string       // files of older versions
}

// FolderError says why a folder is not one to write into.
type FolderError struct {
	Why string
	// Forced says that Write writes there all the same when it is forced.
	Forced bool
}

func (e *FolderError) Error() string { return e.Why }

// Write writes the page into a folder, which is made if it is missing. At every
// instant the folder has one whole version: first come new files, then the page
// that names them, then files of old versions go. It refuses with a FolderError,
// before it writes, a folder with files of others, hidden ones apart, that it
// never wrote into, and to replace such a file; unless forced.
func Write(folder string, f page.Folder, force bool) (Written, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return Written{}, err
	}
	old, err := readRecord(folder)
	if err != nil && !force {
		return Written{}, err
	}
	if err := old.check(folder, f); err != nil && !force {
		return Written{}, err
	}
	w := Written{Version: f.Version, Files: map[string]int{}, Same: len(old.Versions) > 0 && old.Versions[0].Version == f.Version}
	for name, raw := range f.Files {
		w.Files[name] = len(raw)
	}
	next := old.with(version{f.Version, w.Files})
	if len(next.Versions) > 1 {
		w.Before = next.Versions[1].Version
	}
	w.Removed = old.without(next)
	// Until old files are gone, the record has them too.
	if err := next.union(old).write(folder); err != nil {
		return w, err
	}
	if err := writeFiles(folder, f); err != nil {
		return w, err
	}
	return w, errors.Join(remove(folder, w.Removed), next.write(folder))
}

func readRecord(folder string) (record, error) {
	var r record
	raw, err := os.ReadFile(filepath.Join(folder, recordName))
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	for _, v := range r.Versions {
		for name := range v.Files {
			if !filepath.IsLocal(filepath.FromSlash(name)) {
				err = fmt.Errorf("it names %q, which is not in the folder", name)
			}
		}
	}
	if err != nil {
		return record{}, &FolderError{fmt.Sprintf("%s does not say what was written there: %v", filepath.Join(folder, recordName), err), true}
	}
	return r, nil
}

func (r record) write(folder string) error {
	raw, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return outfile.Write(filepath.Join(folder, recordName), append(raw, '\n'))
}

// Check refuses what Write refuses of a folder whatever is to be written, so that
// it is known before the work begins: a name that is no folder's, a folder that is
// closed to us, and, unless forced, one with files of others. It leaves everything
// as it is.
func Check(folder string, force bool) error {
	if err := writable(folder); err != nil || force {
		return err
	}
	r, err := readRecord(folder)
	if err != nil || len(r.Versions) > 0 {
		return err
	}
	return foreign(folder)
}

// writable refuses a folder that cannot be written into, or made.
func writable(folder string) error {
	info, err := os.Stat(folder)
	switch {
	case folder == "":
		return &FolderError{Why: "no folder is named; name one such as site, or . for the working folder"}
	case err == nil && !info.IsDir():
		return &FolderError{Why: folder + " is a file; name a folder"}
	case err == nil:
		return outfile.Check(filepath.Join(folder, recordName))
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if _, err := os.Lstat(folder); err == nil {
		return &FolderError{Why: folder + " is a link that leads nowhere; name a folder"}
	}
	// The first that is to be made, beside which there is a folder or nothing can be.
	if above := filepath.Dir(folder); above != folder {
		if _, err := os.Stat(above); err != nil {
			return writable(above)
		}
	}
	return outfile.Check(folder)
}

// foreign refuses a folder that was never written into and has files.
func foreign(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && e.Name() != recordName {
			names = append(names, e.Name())
		}
	}
	return refuse(folder, names)
}

// check refuses files of others where those of a folder go that was written before.
func (r record) check(folder string, f page.Folder) error {
	if len(r.Versions) == 0 {
		return foreign(folder)
	}
	var names []string
	for name := range f.Files {
		if _, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(name))); err == nil && !r.has(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return refuse(folder, names)
}

func refuse(folder string, foreign []string) error {
	if len(foreign) == 0 {
		return nil
	}
	if len(foreign) > 5 {
		foreign = append(slices.Clone(foreign[:4]), fmt.Sprintf("%d more", len(foreign)-4))
	}
	return &FolderError{fmt.Sprintf("%s has files that this program did not write: %s", folder, strings.Join(foreign, ", ")), true}
}

func (r record) has(name string) bool {
	return slices.ContainsFunc(r.Versions, func(v version) bool { _, ok := v.Files[name]; return ok })
}

// with is the record after a version was written.
func (r record) with(v version) record {
	others := slices.DeleteFunc(slices.Clone(r.Versions), func(o version) bool { return o.Version == v.Version })
	all := append([]version{v}, others...)
	return record{all[:min(keep, len(all))]}
}

// without lists the files that were there and are in no version any more.
func (r record) without(next record) (names []string) {
	for _, v := range r.Versions {
		for name := range v.Files {
			if !next.has(name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// union is a record of the versions of both.
func (r record) union(old record) record {
	all := slices.Clone(r.Versions)
	for _, v := range old.Versions {
		if !slices.ContainsFunc(r.Versions, func(o version) bool { return o.Version == v.Version }) {
			all = append(all, v)
		}
	}
	return record{all}
}

// writeFiles writes what is not there yet, the page after what it names.
func writeFiles(folder string, f page.Folder) error {
	names := slices.Sorted(maps.Keys(f.Files))
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	for _, name := range names {
		full := filepath.Join(folder, filepath.FromSlash(name))
		if there, err := os.ReadFile(full); err == nil && bytes.Equal(there, f.Files[name]) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		if err := outfile.Write(full, f.Files[name]); err != nil {
			return err
		}
	}
	return nil
}

// rank is when a file is written: those with a folder before the page, and the
// service worker, which keeps all, at the end.
func rank(name string) int {
	switch {
	case name == page.FolderService:
		return 3
	case name == page.FolderIndex:
		return 2
	case path.Dir(name) == ".":
		return 1
	}
	return 0
}

func remove(folder string, names []string) error {
	var errs []error
	for _, name := range names {
		if err := os.Remove(filepath.Join(folder, filepath.FromSlash(name))); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
