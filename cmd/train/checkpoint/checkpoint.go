// Package checkpoint keeps what a fit needs to go on after an interruption in a file
// beside what it will write, and where the result comes from in another.
package checkpoint

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"quadrille/cmd/internal/outfile"
)

// ErrOther says that a checkpoint belongs to another fit.
var ErrOther = errors.New("the checkpoint of a fit with other games or settings; remove it to begin anew")

// File is a checkpoint.
type File struct {
	path string
	of   [32]byte
}

// Beside returns the checkpoint of the fit that writes a file. The fingerprint tells
// fits apart that have other samples or settings.
func Beside(out string, fingerprint [32]byte) File { return File{out + ".fit", fingerprint} }

// Save writes how far a fit is: a pointer to what a step changes, as gob encodes it.
func (f File) Save(progress any) error {
	var b bytes.Buffer
	to := gob.NewEncoder(&b)
	if err := errors.Join(to.Encode(f.of), to.Encode(progress)); err != nil {
		return err
	}
	return outfile.Write(f.path, b.Bytes())
}

// Load reads what was saved, if anything was. The error wraps ErrOther if another fit
// saved it.
func (f File) Load(progress any) (found bool, err error) {
	data, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var of [32]byte
	from := gob.NewDecoder(bytes.NewReader(data))
	if err = from.Decode(&of); err == nil && of != f.of {
		err = ErrOther
	}
	if err == nil {
		err = from.Decode(progress)
	}
	if err != nil {
		return false, fmt.Errorf("%s: %w", f.path, err)
	}
	return true, nil
}

// Remove removes the file, if there is one, when the fit is done.
func (f File) Remove() error {
	if err := os.Remove(f.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// WriteProvenance writes where a file comes from into one of JSON beside it.
func WriteProvenance(of string, v any) error {
	return outfile.WriteJSON(strings.TrimSuffix(of, filepath.Ext(of))+".json", v)
}
