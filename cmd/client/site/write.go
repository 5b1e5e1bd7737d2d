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

// ForeignError says that a folder has files that are not ours.
type ForeignError struct {
	Folder string
	Names  []string
}

func (e *ForeignError) Error() string {
	names := e.Names
	if len(names) > 5 {
		names = append(slices.Clone(names[:4]), fmt.Sprintf("%d more", len(names)-4))
	}
	return fmt.Sprintf("%s has files that this program did not write: %s", e.Folder, strings.Join(names, ", "))
}

// Write writes the page into a folder, which is made if it is missing. At every
// instant the folder has one whole version: first come new files, then the page
// that names them, then files of old versions go. It refuses with a ForeignError,
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
		return record{}, fmt.Errorf("%s does not say what was written there: %w", filepath.Join(folder, recordName), err)
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
// it is known before the work begins. It leaves everything as it is.
func Check(folder string) error {
	r, err := readRecord(folder)
	if err != nil || len(r.Versions) > 0 {
		return err
	}
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var foreign []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && e.Name() != recordName {
			foreign = append(foreign, e.Name())
		}
	}
	return refuse(folder, foreign)
}

// check refuses files of others where those of a folder go that was written before.
func (r record) check(folder string, f page.Folder) error {
	if len(r.Versions) == 0 {
		return Check(folder)
	}
	var foreign []string
	for name := range f.Files {
		if _, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(name))); err == nil && !r.has(name) {
			foreign = append(foreign, name)
		}
	}
	slices.Sort(foreign)
	return refuse(folder, foreign)
}

func refuse(folder string, foreign []string) error {
	if len(foreign) == 0 {
		return nil
	}
	return &ForeignError{folder, foreign}
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
