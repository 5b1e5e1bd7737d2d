package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"quadrille/protocol/record"
	"quadrille/protocol/record/wthor"
)

// withNames reads a WTHOR database with the names that lie beside it.
func withNames(path string) func(data []byte) ([]*record.Record, []string, error) {
	return func(data []byte) ([]*record.Record, []string, error) {
		players, err1 := namesBeside(path, "WTHOR.JOU", wthor.PlayerName)
		tournaments, err2 := namesBeside(path, "WTHOR.TRN", wthor.TournamentName)
		if err := errors.Join(err1, err2); err != nil {
			return nil, nil, err
		}
		return wthor.Parse(data, wthor.Names{Players: players, Tournaments: tournaments})
	}
}

// namesBeside reads a file of names in the folder of another file, whatever
// its capitals; no such file is no names.
func namesBeside(path, name string, length int) ([]string, error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, nil // the folder need not be readable for the database to be
	}
	for _, e := range entries {
		if !strings.EqualFold(e.Name(), name) || !e.Type().IsRegular() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			return nil, err
		}
		names, err := wthor.ParseNames(data, length)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		return names, nil
	}
	return nil, nil
}
