package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/internal/outfile"
	"quadrille/protocol/record"
)

// Export writes every game of a journal as a text file game-00001.record in
// the folder, which is made. Files of another match are not overwritten: then
// nothing is written, and the error names one.
func Export(ctx context.Context, spec *Spec, j *Journal, dir string) error {
	games, err := j.Games(ctx)
	if err != nil {
		return err
	}
	if err := CheckExport(dir); err != nil {
		return err
	}
	texts := map[string]string{}
	for _, g := range games {
		text, err := Record(spec, g).Print()
		if err != nil {
			return fmt.Errorf("game %d: %w", g.ID, err)
		}
		path := filepath.Join(dir, fmt.Sprintf("game-%05d.record", g.ID))
		old, err := os.ReadFile(path)
		switch {
		case err == nil && !strings.HasPrefix(text, string(old)): // else it is the same, or its writing was interrupted
			return fmt.Errorf("%s is a game of another match; name another folder", path)
		case string(old) != text:
			texts[path] = text
		}
	}
	return writeNew(texts)
}

// writeNew writes files, which are not there or not complete.
func writeNew(texts map[string]string) error {
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		os.Remove(path)
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		_, err = f.WriteString(texts[path])
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// CheckExport says why games cannot be written to the folder, which is made, or
// nil.
func CheckExport(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return outfile.Check(filepath.Join(dir, "game-00001.record"))
}

// Record is a game as a record.
func Record(spec *Spec, g arena.Game) *record.Record {
	r := &record.Record{}
	r.SetTag(record.GameTag, spec.Game)
	if spec.Rules != "" {
		r.SetTag(record.RulesTag, spec.Rules)
	}
	r.SetTag("Round", fmt.Sprintf("%d.%d", g.Round, g.ID))
	r.SetTag(record.DateTag, g.Begun.Format("2006-01-02"))
	for i, e := range g.Seats {
		r.SetTag(record.SeatTag(fmt.Sprint("p", i+1)), plain(spec.Engines[e].Name))
	}
	r.SetTag(record.StartTag, g.Start)
	r.SetTag(record.ResultTag, g.Result)
	r.SetTag(record.ReasonTag, g.Reason)
	r.SetTag("End", string(g.End))
	r.Intro = plain(g.Detail)
	for i, token := range g.Turns {
		turn := record.Turn{Token: token}
		if i < len(g.Notes) {
			turn.Comment = plain(g.Notes[i])
		}
		r.Turns = append(r.Turns, turn)
	}
	return r
}

// plain makes words with single spaces of a text, as tags and comments in
// records are.
func plain(s string) string {
	s = strings.NewReplacer("{", "(", "}", ")").Replace(strings.ToValidUTF8(s, "?"))
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}
