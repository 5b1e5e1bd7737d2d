// Package saves keeps game records in files: those that a person names, and
// the unfinished games that are saved without asking.
package saves

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"quadrille/protocol/record"
	"quadrille/protocol/record/formats"
)

// maxFile is the size of the largest record file that is read.
const maxFile = 16 << 20

// Read reads a game from a file: a record, or another program's file in one
// of the forms of package formats that has a single game. The notes say what of
// it is not in the record or contradicts it. Errors name the file and the line.
func Read(path string) (*record.Record, []string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, nil, err
	case len(text) > maxFile:
		return nil, nil, fmt.Errorf("%s is too large for a game record (over %d bytes)", path, maxFile)
	}
	r, notes, err := parse(path, text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, notes, nil
}

func parse(path string, data []byte) (*record.Record, []string, error) {
	file, err := formats.Open("", path, data)
	switch {
	case err != nil:
		return nil, nil, err
	case len(file.Games) != 1:
		return nil, nil, fmt.Errorf("the file has %d games; client convert --number N takes one out of it", len(file.Games))
	}
	r, notes, err := file.Game(1)
	return r, slices.Concat(file.Notes, notes), err
}

// Write writes a record to a file in one step: whatever happens, the file has
// either its old content or the whole record.
func Write(path string, r *record.Record) error {
	text, err := r.Print()
	if err != nil {
		return err
	}
	return WriteFile(path, []byte(text))
}

// WriteFile writes a file in one step, as Write does.
func WriteFile(path string, data []byte) error {
	path, err := target(path)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".quadrille-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// target is the file that a path leads to, by way of links. What is not a file,
// such as a device, must not be replaced by one.
func target(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil // a new file
	}
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(real); err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a file", path)
	}
	return real, nil
}

// Exists says whether there is anything under the path.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// ext ends the names of the files of unfinished games.
const ext = ".record"

// keepMost is how many unfinished games are kept.
const keepMost = 50

// Autosaves is a folder of unfinished games, one a file. Several clients may use
// one folder: each writes only files of its own.
type Autosaves struct {
	Dir string
	pid int
	n   int // games begun
}

// NewAutosaves returns those of a folder, which is made when it is needed.
func NewAutosaves(dir string) *Autosaves { return &Autosaves{Dir: dir, pid: os.Getpid()} }

// Begin returns the path for a game that begins now, under which there is none:
// in containers that share a folder two clients may have one number of process.
func (s *Autosaves) Begin(now time.Time) string {
	for {
		s.n++
		path := filepath.Join(s.Dir, fmt.Sprintf("%s-%d-%d%s", now.Format("20060102-150405"), s.pid, s.n, ext))
		if !Exists(path) {
			return path
		}
	}
}

// Put writes an unfinished game.
func (s *Autosaves) Put(path string, r *record.Record) error {
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return err
	}
	if err := Write(path, r); err != nil {
		return err
	}
	games := s.List("")
	for _, g := range games[min(keepMost, len(games)):] {
		os.Remove(g.Path)
	}
	return nil
}

// Remove forgets a game that is no longer unfinished.
func (s *Autosaves) Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Game is an unfinished game in the folder.
type Game struct {
	Path  string
	Saved time.Time
}

// List returns the games, the latest first, without the one under the path
// but.
func (s *Autosaves) List(but string) []Game {
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return nil // no folder, no games
	}
	var games []Game
	for _, e := range entries {
		path := filepath.Join(s.Dir, e.Name())
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !strings.HasSuffix(path, ext) || path == but {
			continue
		}
		games = append(games, Game{path, info.ModTime()})
	}
	slices.SortFunc(games, func(a, b Game) int {
		return cmp.Or(b.Saved.Compare(a.Saved), strings.Compare(b.Path, a.Path))
	})
	return games
}
