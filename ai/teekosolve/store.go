package teekosolve

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"quadrille/engine/teeko"
)

// Store keeps tables in the files of a folder, which is made when needed. The
// zero value keeps nothing.
type Store struct {
	Dir string
}

// ErrDamaged is wrapped by errors about a file that is no whole table of the
// board; the table is to be built again.
var ErrDamaged = errors.New("table is damaged")

// magic begins every file, whose second line says where the table comes from.
const magic = "quadrille teeko table, form 1, board %d\n"

// maxOrigin bounds the second line, in bytes.
const maxOrigin = 1000

// Path is the file of a board.
func (s Store) Path(b teeko.Board) string {
	return filepath.Join(s.Dir, fmt.Sprintf("teeko-%s.table", names[b]))
}

// names of the boards in file names.
var names = [...]string{teeko.Small: "4x4", teeko.Scarne: "5x5", teeko.Advanced: "5x5-advanced"}

// Load reads the table of a board and where it comes from. The error wraps
// fs.ErrNotExist when there is none and ErrDamaged when the file is not as
// Save wrote it.
func (s Store) Load(b teeko.Board) (t *Table, origin string, err error) {
	if s.Dir == "" {
		return nil, "", fmt.Errorf("teekosolve: %w", os.ErrNotExist)
	}
	s.sweep()
	file, err := os.ReadFile(s.Path(b))
	if err != nil {
		return nil, "", fmt.Errorf("teekosolve: %w", err)
	}
	if t, origin = parse(file, b); t == nil {
		return nil, "", fmt.Errorf("teekosolve: %s: %w", s.Path(b), ErrDamaged)
	}
	return t, origin, nil
}

// Has says whether there is a file of a board, whole or not.
func (s Store) Has(b teeko.Board) bool {
	if s.Dir == "" {
		return false
	}
	_, err := os.Stat(s.Path(b))
	return err == nil
}

// Remove deletes the file of a board.
func (s Store) Remove(b teeko.Board) error {
	if err := os.Remove(s.Path(b)); err != nil {
		return fmt.Errorf("teekosolve: %w", err)
	}
	return nil
}

const (
	// part is the pattern of the names of files that are being written.
	part = "teeko-*.part"
	// partAge is how old such a file is when nobody writes it any more: a program
	// was ended before it could give it its name.
	partAge = time.Hour
)

// sweep deletes files that were left unfinished. One that cannot be deleted does no
// harm.
func (s Store) sweep() {
	left, _ := filepath.Glob(filepath.Join(s.Dir, part))
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > partAge {
			os.Remove(path)
		}
	}
}

// parse reads a file; the table is nil if it is damaged.
func parse(file []byte, b teeko.Board) (t *Table, origin string) {
	rest, ok := bytes.CutPrefix(file, fmt.Appendf(nil, magic, b))
	if !ok || len(rest) < sha256.Size {
		return nil, ""
	}
	end := len(file) - sha256.Size
	if sum := sha256.Sum256(file[:end]); !bytes.Equal(sum[:], file[end:]) {
		return nil, ""
	}
	line, rest, ok := bytes.Cut(rest[:len(rest)-sha256.Size], []byte("\n"))
	t = newTable(b)
	if !ok || len(rest) != t.bytes() {
		return nil, ""
	}
	for marks, l := range t.layers {
		t.values[marks], rest = rest[:l.places():l.places()], rest[l.places():]
	}
	return t, string(line)
}

// bytes is the size of the values.
func (t *Table) bytes() int {
	n := 0
	for _, l := range t.layers {
		n += l.places()
	}
	return n
}

// Save writes a table. A reader finds the old file or the whole new one, never
// a part. Origin is a line that says where the table comes from.
func (s Store) Save(t *Table, origin string) (err error) {
	if s.Dir == "" {
		return nil
	}
	if len(origin) > maxOrigin || bytes.ContainsAny([]byte(origin), "\r\n") {
		return fmt.Errorf("teekosolve: the origin of a table is one line of at most %d bytes", maxOrigin)
	}
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return fmt.Errorf("teekosolve: %w", err)
	}
	f, err := os.CreateTemp(s.Dir, part)
	if err != nil {
		return fmt.Errorf("teekosolve: %w", err)
	}
	_, err = f.Write(t.file(origin))
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), s.Path(t.board))
	}
	if err != nil {
		return fmt.Errorf("teekosolve: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return nil
}

// file is what Save writes.
func (t *Table) file(origin string) []byte {
	file := make([]byte, 0, t.bytes()+maxOrigin+2*sha256.Size+len(magic))
	file = fmt.Appendf(file, magic, t.board)
	file = append(append(file, origin...), '\n')
	for _, values := range t.values {
		file = append(file, values...)
	}
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}
