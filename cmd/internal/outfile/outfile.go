// Package outfile writes the files that a command is asked for: a name that
// cannot be written to is refused before the work begins, and what is written is
// whole.
package outfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Check says why a file cannot be written, or nil: its folder is missing or
// closed to us, or there is something else under its name. It leaves everything
// as it is. No name is no file.
func Check(path string) error {
	if path == "" {
		return nil
	}
	real, device, err := target(path)
	switch {
	case err != nil:
		return err
	case device:
		f, err := os.OpenFile(real, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return f.Close()
	}
	f, err := create(path, real)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// File is one of a command's files, and the flag or the argument that names it.
type File struct{ By, Path string }

// Files are files that one flag or argument names.
func Files(by string, paths []string) []File {
	files := make([]File, len(paths))
	for i, path := range paths {
		files[i] = File{by, path}
	}
	return files
}

// CheckDistinct says which of a command's other files is the one that it writes, however
// their names are spelled, or nil. No name is no file, and what is written to the null
// device is meant for nobody.
func CheckDistinct(written File, others ...File) error {
	for _, other := range others {
		switch {
		case other.Path == "" || written.Path == "" || other.Path == os.DevNull || !Same(other.Path, written.Path):
		case other.Path == "-":
			return fmt.Errorf("%s and %s cannot both go to the standard output; name a file for one of them", other.By, written.By)
		default:
			return fmt.Errorf("%s and %s are the same file, %s; name two", other.By, written.By, written.Path)
		}
	}
	return nil
}

// Same says whether two paths lead to one file or folder, which need not be there.
func Same(a, b string) bool {
	if found, err := os.Stat(a); err == nil {
		other, err := os.Stat(b)
		return err == nil && os.SameFile(found, other)
	}
	return place(a) == place(b)
}

// place is the one spelling of a path at which there is nothing.
func place(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(folder, filepath.Base(path))
	}
	return path
}

// Write writes a file in one step: whatever happens, it has either its old
// content or all of the new. A device or a pipe is written to.
func Write(path string, data []byte) error { return write(path, data, 0o644) }

// WritePrivate is Write where nobody but its owner may read a new file.
func WritePrivate(path string, data []byte) error { return write(path, data, 0o600) }

func write(path string, data []byte, mode fs.FileMode) error {
	real, device, err := target(path)
	if err != nil {
		return err
	}
	if device {
		return os.WriteFile(real, data, 0)
	}
	f, err := create(path, real)
	if err != nil {
		return err
	}
	if old, err := os.Stat(real); err == nil {
		mode = old.Mode().Perm()
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), real)
	}
	if err != nil {
		os.Remove(f.Name())
		return &fs.PathError{Op: "write", Path: path, Err: cause(err)} // nobody knows the other name
	}
	return nil
}

// WriteJSON writes a value as indented JSON, as Write does.
func WriteJSON(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	return Write(path, append(text, '\n'))
}

// create makes the file that becomes the one under the path. The error names
// the path.
func create(path, real string) (*os.File, error) {
	f, err := os.CreateTemp(filepath.Dir(real), ".quadrille-*")
	if err != nil {
		return nil, &fs.PathError{Op: "write", Path: path, Err: cause(err)}
	}
	return f, nil
}

// cause is an error without the name of a file.
func cause(err error) error {
	var named *fs.PathError
	if errors.As(err, &named) {
		return named.Err
	}
	return err
}

// target is the file that a path leads to, by way of links. A folder and the
// like must not be replaced by a file.
func target(path string) (real string, device bool, err error) {
	real, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, false, nil // a new file
	}
	var info fs.FileInfo
	if err == nil {
		info, err = os.Stat(real)
	}
	switch {
	case err != nil:
		return "", false, &fs.PathError{Op: "write", Path: path, Err: cause(err)}
	case info.Mode()&(fs.ModeDevice|fs.ModeNamedPipe) != 0:
		return real, true, nil
	case !info.Mode().IsRegular():
		return "", false, fmt.Errorf("%s is not a file", path)
	}
	return real, false, nil
}
