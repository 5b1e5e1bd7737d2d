// Package formats is the list of file formats for games: our own record and
// those of other programs.
package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/record"
	"quadrille/protocol/record/blokus"
	"quadrille/protocol/record/fen"
	"quadrille/protocol/record/othello"
)

// All returns the forms in the order in which they are tried: our own first, and
// transcripts last, since files of others have squares in them too.
func All() []record.Format {
	return slices.Concat([]record.Format{record.Native()}, othello.Formats(), blokus.Formats(), []record.Format{fen.Format(), othello.Transcript()})
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

// ByExtension lists the forms that a file's name may end with.
func ByExtension(path string) (forms []record.Format) {
	ext := strings.ToLower(filepath.Ext(path))
	for _, f := range All() {
		if slices.Contains(f.Extensions, ext) {
			forms = append(forms, f)
		}
	}
	return forms
}

// ToWrite lists the forms for games of a kind that the name of their file asks
// for, first the one that is made for the game. Our own is meant by a name
// without an ending that says another. The error is that no form of the name
// holds the game, and says which names would do.
func ToWrite(path, game string) (forms []record.Format, err error) {
	named := ByExtension(path)
	if len(named) == 0 {
		return []record.Format{record.Native()}, nil
	}
	for _, f := range slices.Backward(named) {
		if holds(f, game) {
			forms = append(forms, f)
		}
	}
	if forms == nil {
		return nil, fmt.Errorf("%s holds games of %s and this is one of %s, for which a name may end with %s",
			named[0].Name, strings.Join(named[0].Games, " and "), engine.Clip(game), strings.Join(endings(game), " "))
	}
	return forms, nil
}

// endings are those of the names of files that hold a game.
func endings(game string) (all []string) {
	for _, f := range Holding(game) {
		all = append(all, f.Extensions[0])
	}
	return all
}

// Detect finds the form of a file by what is in it or, where that looks like
// none, by its name. The error says what the file begins with.
func Detect(path string, data []byte) (record.Format, error) {
	for _, f := range All() {
		if f.Looks(data) {
			return f, nil
		}
	}
	if what := packed(data); what != "" {
		return record.Format{}, fmt.Errorf("it is packed by %s; unpack it first", what)
	}
	if named := ByExtension(path); len(named) == 1 {
		return named[0], nil
	}
	if s := record.NewScanner(string(data)); strings.TrimSpace(s.Rest) == "" {
		return record.Format{}, errors.New("there is nothing in it")
	}
	return record.Format{}, fmt.Errorf("it begins with %q and looks like none of the forms of games: %s", beginning(data), strings.Join(Names(), " "))
}

// packed is what packed a file, as archives of games are, or "".
func packed(data []byte) string {
	for mark, by := range map[string]string{"\x1f\x8b": "gzip", "BZh": "bzip2", "PK\x03\x04": "zip", "\xfd7zXZ": "xz", "7z\xbc\xaf": "7-Zip", "\x28\xb5\x2f\xfd": "zstd"} {
		if bytes.HasPrefix(data, []byte(mark)) {
			return by
		}
	}
	return ""
}

// beginning is the first line of a text that is not empty, or the first bytes.
func beginning(data []byte) string {
	line, _, _ := strings.Cut(strings.TrimLeft(string(data[:min(len(data), 200)]), "\uFEFF \t\r\n"), "\n")
	return engine.Clip(strings.TrimRight(line, "\r"))
}

// Open takes a file of games apart, in the form of the name, or with "" in the
// one that Detect finds. Files that belong to it are looked for beside it,
// unless the path is "-". Errors name the form.
func Open(form, path string, data []byte) (file record.File, err error) {
	data = record.UTF8Of(data)
	var f record.Format
	if form != "" {
		f, err = ByName(form)
	} else {
		f, err = Detect(path, data)
	}
	if err != nil {
		return file, err
	}
	var folder fs.FS
	if path != "-" {
		folder = os.DirFS(filepath.Dir(path))
	}
	sure := slices.ContainsFunc(ByExtension(path), func(named record.Format) bool { return named.Name == f.Name })
	if sure && f.Looks(data) {
		return f.Split(data, folder) // it is what its name says
	}
	if file, err = f.Split(data, folder); err != nil {
		return file, readAs(f, err)
	}
	if len(file.Games) == 1 {
		read := file.Games[0]
		file.Games[0] = func() (*record.Record, []string, error) {
			r, notes, err := read()
			return r, notes, readAs(f, err)
		}
	}
	return file, nil
}

// readAs says which form an error is of, since another may have been meant.
func readAs(f record.Format, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("read as %s: %w", f.Name, err)
}
