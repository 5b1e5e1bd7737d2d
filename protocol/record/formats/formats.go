// Package formats is the one list of the forms in which games are kept in
// files: our own record and those of other programs.
package formats

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"quadrille/engine/othello"
	"quadrille/protocol/record"
	"quadrille/protocol/record/blksgf"
	"quadrille/protocol/record/ggf"
	"quadrille/protocol/record/transcript"
	"quadrille/protocol/record/wthor"
)

// Format is a form of game files.
type Format struct {
	Name       string   // record, transcript, ggf, wthor or blksgf
	Extensions []string // of file names, with the dot, in lower case
	// Parse reads any number of games. The notes say what of the file is not in
	// the records. Errors name the line or the byte.
	Parse func(data []byte) (records []*record.Record, notes []string, err error)
	// Print writes games. Errors name the game that cannot be written, from 1.
	Print func(records []*record.Record) ([]byte, error)
	// looks says whether a file looks like one of the form.
	looks func(data []byte) bool
}

// All returns the forms, our own first.
func All() []Format {
	return []Format{
		{"record", []string{".record"}, parseRecords, printRecords, looksRecord},
		{"transcript", []string{".txt", ".transcript"}, parseTranscript, transcript.Print, looksTranscript},
		{"ggf", []string{".ggf"}, ggf.Parse, ggf.Print, looksGGF},
		{"wthor", []string{".wtb"}, parseWTHOR, wthor.Print, looksWTHOR},
		{"blksgf", []string{".blksgf"}, blksgf.Parse, blksgf.Print, looksSGF},
	}
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
func ByName(name string) (Format, error) {
	for _, f := range All() {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fmt.Errorf("no form of game files %q; there are: %s", name, strings.Join(Names(), " "))
}

// ByFile finds the form that a file's name ends with.
func ByFile(path string) (Format, bool) {
	ext := strings.ToLower(filepath.Ext(path))
	for _, f := range All() {
		if slices.Contains(f.Extensions, ext) {
			return f, true
		}
	}
	return Format{}, false
}

// Detect finds the form of a file by its name, or else by what is in it; a file
// that looks like none is taken for a record, whose errors say what is missing.
func Detect(path string, data []byte) Format {
	// Many things are called .txt.
	if f, ok := ByFile(path); ok && f.Name != "transcript" {
		return f
	}
	all := All()
	for _, f := range all {
		if f.looks(data) {
			return f
		}
	}
	return all[0]
}

func parseRecords(data []byte) ([]*record.Record, []string, error) {
	records, err := record.ParseAll(string(data))
	if err == nil && len(records) == 0 {
		err = &record.ParseError{Line: 1, Text: "there is no record"}
	}
	return records, nil, err
}

func printRecords(records []*record.Record) ([]byte, error) {
	var b bytes.Buffer
	for i, r := range records {
		text, err := r.Print()
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, errors.Unwrap(err))
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(text)
	}
	return b.Bytes(), nil
}

func parseTranscript(data []byte) ([]*record.Record, []string, error) {
	records, err := transcript.Parse(data)
	return records, nil, err
}

func parseWTHOR(data []byte) ([]*record.Record, []string, error) {
	return wthor.Parse(data, wthor.Names{})
}

// begins says whether the text begins with one of the words, behind a byte
// order mark and white space.
func begins(data []byte, words ...string) bool {
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\uFEFF")), " \t\r\n")
	return slices.ContainsFunc(words, func(w string) bool { return bytes.HasPrefix(text, []byte(w)) })
}

func looksRecord(data []byte) bool { return begins(data, "[") }

func looksTranscript(data []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
	_, ok := othello.SplitTranscript(strings.Join(strings.Fields(string(line)), ""))
	return ok
}

func looksGGF(data []byte) bool { return begins(data, "(;GM[Othello", "(;GM[othello") }

func looksSGF(data []byte) bool {
	return begins(data, "(") && bytes.Contains(data, []byte("GM[Blokus"))
}

// looksWTHOR counts: a file is as long as its header says.
func looksWTHOR(data []byte) bool {
	_, _, err := wthor.Parse(data, wthor.Names{})
	var wrong *wthor.Error
	return len(data) > 16 && (err == nil || errors.As(err, &wrong) && wrong.Offset >= 16)
}
