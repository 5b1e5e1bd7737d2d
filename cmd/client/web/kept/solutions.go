package kept

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quadrille/cmd/client/web/host"
)

// Solution is a solved game that engines play from.
type Solution struct {
	Name  string `json:"name"` // the game and what tells its rules, as teeko-5x5
	Bytes int64  `json:"bytes"`
}

// solutionEnd ends the names of the files that engines keep solutions in.
const solutionEnd = ".table"

// solutions lists the solutions in the folder that engines keep them in. None is no
// error: engines make it, where there are files at all.
func (g *Games) solutions() ([]Solution, error) {
	entries, err := os.ReadDir(g.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errors.ErrUnsupported) {
		return nil, host.Refuse(host.Unavailable, "the solutions cannot be read: %v", err)
	}
	found := []Solution{}
	for _, e := range entries {
		name, is := strings.CutSuffix(e.Name(), solutionEnd)
		if !is {
			continue
		}
		if info, err := e.Info(); err == nil { // or it has gone meanwhile
			found = append(found, Solution{name, info.Size()})
		}
	}
	return found, nil
}

// RemoveSolution deletes a solution, and has the games that play from it solved again
// when that is wanted.
func (g *Games) RemoveSolution(_ context.Context, name string) error {
	found, err := g.solutions()
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(found, func(s Solution) bool { return s.Name == name }) {
		return host.Refuse(host.NotFound, "there is no such solution")
	}
	if err := os.Remove(filepath.Join(g.folder, name+solutionEnd)); err != nil {
		return host.Refuse(host.Unavailable, "the solution cannot be deleted: %v", err)
	}
	g.host.ForgetSolutions()
	return nil
}
