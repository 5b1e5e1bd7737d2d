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

	"quadrille/cmd/internal/outfile"
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
	if err != nil {
		return nil, nil, err
	}
	return file.Only("client convert --number N takes one out of it")
}

// Written is what became of a game that was written.
type Written struct {
	Form  string   // such as ggf
	Lost  []string // what the form leaves out, such as the tag Date
	Other error    // why it is not the form that the name asks for first, or nil
}

// Write writes a game to a file in the form that its name asks for, whole or not
// at all. The game that would be read from it must be this one: the same turns,
// start and result.
func Write(path string, r *record.Record) (w Written, err error) {
	forms, err := formats.ToWrite(path, r.Tag(record.GameTag))
	if err != nil {
		return w, fmt.Errorf("%s: %w", path, err)
	}
	for _, form := range forms {
		var data []byte
		if data, w.Lost, err = formats.Write(form, r); err == nil {
			w.Form = form.Name
			return w, outfile.Write(path, data)
		}
		w.Other = cmp.Or(w.Other, fmt.Errorf("written as %s: %w", form.Name, err))
	}
	if forms[0].Name != record.Native().Name {
		w.Other = fmt.Errorf("%w; a name that ends with .record keeps all of it", w.Other)
	}
	return w, fmt.Errorf("%s: %w", path, w.Other)
}

// Exists says whether there is anything under the path that can be seen. In a
// folder that is closed to us, or is none, nothing can, and writing says why.
func Exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
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
	if _, err := Write(path, r); err != nil {
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
