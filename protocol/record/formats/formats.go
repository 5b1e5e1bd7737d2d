// Package formats is the list of file formats for games: our own record and
// those of other programs.
package formats

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quadrille/protocol/record"
	"quadrille/protocol/record/blokus"
	"quadrille/protocol/record/othello"
)

// All returns the forms, our own first.
func All() []record.Format {
	return slices.Concat([]record.Format{record.Native()}, othello.Formats(), blokus.Formats())
}

// Names lists the names of the forms.
func Names() []string {
	var names []string
	for _, f := range All() {
		names = append(names, f.Name)
	}
	return names
}

// ByName finds a form.
func ByName(name string) (record.Format, error) {
	for _, f := range All() {
		if f.Name == name {
			return f, nil
		}
	}
	return record.Format{}, fmt.Errorf("no file format %q; there are: %s", name, strings.Join(Names(), " "))
}

// ByFile finds the form that a file's name ends with.
func ByFile(path string) (record.Format, bool) {
	ext := strings.ToLower(filepath.Ext(path))
	for _, f := range All() {
		if slices.Contains(f.Extensions, ext) {
			return f, true
		}
	}
	return record.Format{}, false
}

// Detect finds the form of a file by its name, or else by what is in it; a file
// that looks like none is taken for a record, whose errors say what is missing.
func Detect(path string, data []byte) record.Format {
	// Many things are called .txt.
	if f, ok := ByFile(path); ok && f.Name != "transcript" {
		return f
	}
	all := All()
	for _, f := range all {
		if f.Looks(data) {
			return f
		}
	}
	return all[0]
}

// Open takes a file of games apart, in the form of the name, or with "" in the
// one that Detect finds. Files that belong to it are looked for beside it,
// unless the path is "-".
func Open(form, path string, data []byte) (file record.File, err error) {
	f := Detect(path, data)
	if form != "" {
		if f, err = ByName(form); err != nil {
			return file, err
		}
	}
	var folder fs.FS
	if path != "-" {
		folder = os.DirFS(filepath.Dir(path))
	}
	return f.Split(data, folder)
}
