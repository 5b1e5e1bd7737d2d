// Package linefile keeps files of one record a line, such as games, that grow
// over several runs, and says how far a run has come.
//
// A first line of JSON, the head, may say how the records are made, so that a
// file is never continued in another way. A last line without an end is what an
// interruption left; it does not count.
package linefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// ErrHead says that the records of a file were made in another way.
var ErrHead = errors.New("the file was begun in another way")

// Read returns the records of a file and decodes its head into head, which is
// nil for a file without one.
func Read[T any](path string, head any, parse func(line string) (T, error)) ([]T, error) {
	lines, _, err := wholeLines(path)
	if err != nil {
		return nil, err
	}
	first := 0
	if head != nil {
		if len(lines) == 0 {
			return nil, fmt.Errorf("%s: no head", path)
		}
		if err := json.Unmarshal([]byte(lines[0]), head); err != nil {
			return nil, fmt.Errorf("%s: head: %w", path, err)
		}
		first = 1
	}
	return parseFrom(path, lines, first, parse)
}

// Continue opens a file to write records to its end, and returns those that it
// has. It makes the file with its head if need be, and cuts off a line that was
// not finished. The head is nil for none. The error wraps ErrHead if the file
// has another.
func Continue[T any](path string, head any, parse func(line string) (T, error)) (f *File, list []T, err error) {
	lines, size, err := wholeLines(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	text, first := "", 0
	if head != nil {
		data, err := json.Marshal(head)
		if err != nil {
			return nil, nil, err
		}
		if text, first = string(data), 1; len(lines) > 0 && lines[0] != text {
			return nil, nil, fmt.Errorf("%s: %w", path, ErrHead)
		}
	}
	if list, err = parseFrom(path, lines, first, parse); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, err
	}
	f = &File{file: file, before: len(list), ends: []int64{int64(size)}}
	err = file.Truncate(int64(size))
	if err == nil && head != nil && len(lines) == 0 {
		err = f.Append(text)
		f.ends = f.ends[1:] // it is no record
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return f, list, nil
}

// File is a file that grows.
type File struct {
	file   *os.File
	before int     // records that it had when it was opened
	ends   []int64 // where those of then end, and each that came later
}

// Lines is the number of records.
func (f *File) Lines() int { return f.before + len(f.ends) - 1 }

// Append writes a record.
func (f *File) Append(line string) error {
	n, err := fmt.Fprintln(f.file, line)
	f.ends = append(f.ends, f.ends[len(f.ends)-1]+int64(n))
	return err
}

// Cut takes the records from number n on out, counted from 0, none of which was
// there when the file was opened.
func (f *File) Cut(n int) error {
	keep := n - f.before
	if keep < 0 || keep >= len(f.ends) {
		return fmt.Errorf("%s: there is no record %d of this run", f.file.Name(), n)
	}
	f.ends = f.ends[:keep+1]
	return f.file.Truncate(f.ends[keep])
}

// Sync has what was written reach the disk.
func (f *File) Sync() error { return f.file.Sync() }

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// wholeLines returns the finished lines of a file and how many bytes they take.
func wholeLines(path string) (lines []string, size int, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, 0, err
	}
	text := string(data)
	text = text[:strings.LastIndexByte(text, '\n')+1]
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	return lines, len(text), nil
}

// parseFrom parses the lines from number first on, counted from 0.
func parseFrom[T any](path string, lines []string, first int, parse func(line string) (T, error)) ([]T, error) {
	var list []T
	for n := first; n < len(lines); n++ {
		v, err := parse(lines[n])
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n+1, err)
		}
		list = append(list, v)
	}
	return list, nil
}
