package othello

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"quadrille/ai/othellobot/pattern"
)

// A file of games has the rules of play as JSON in its first line and one game
// in each line after that, in the order of their numbers.

// errOtherRules says that a file of games was begun in another way.
var errOtherRules = errors.New("the file has games played in another way")

// continueGames opens a file of games to write on, makes it if need be, cuts
// off a line that was not finished, and returns how many games it has.
func continueGames(path string, rules *rulesOfPlay) (f *os.File, games int, err error) {
	head, err := json.Marshal(rules)
	if err != nil {
		return nil, 0, err
	}
	f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, 0, err
	}
	if games, err = resume(f, head); err != nil {
		f.Close()
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	return f, games, nil
}

func resume(f *os.File, head []byte) (games int, err error) {
	data, err := io.ReadAll(f)
	if err != nil {
		return 0, err
	}
	end := bytes.LastIndexByte(data, '\n') + 1
	if err := f.Truncate(int64(end)); err != nil {
		return 0, err
	}
	if _, err := f.Seek(int64(end), io.SeekStart); err != nil {
		return 0, err
	}
	if end == 0 {
		_, err := f.Write(append(head, '\n'))
		return 0, err
	}
	first, _, _ := bytes.Cut(data, []byte("\n"))
	if !bytes.Equal(first, head) {
		return 0, errOtherRules
	}
	return bytes.Count(data[:end], []byte("\n")) - 1, nil
}

// readGames calls use for each game of a file, which may still be growing.
func readGames(path string, use func(n int, g *game)) (rulesOfPlay, error) {
	var rules rulesOfPlay
	f, err := os.Open(path)
	if err != nil {
		return rules, err
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	head, err := lines.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(head, &rules)
	}
	if err != nil {
		return rules, fmt.Errorf("%s: rules of play: %w", path, err)
	}
	for n := 0; ; n++ {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			return rules, nil // a last line without an end is not finished
		}
		if err != nil {
			return rules, err
		}
		g, err := parseGame(line[:len(line)-1])
		if err != nil {
			return rules, fmt.Errorf("%s: game %d: %w", path, n+1, err)
		}
		use(n, &g)
	}
}

// readLines reads a file line by line. A last line without an end is not
// finished, and left out.
func readLines[T any](path string, parse func(line string) (T, error)) (list []T, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		line, whole := strings.CutSuffix(line, "\n")
		if !whole {
			break
		}
		v, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(list)+1, err)
		}
		list = append(list, v)
	}
	return list, nil
}

// readModel reads a file of weights; no name is no weights.
func readModel(path string) (model *pattern.Model, checksum string, err error) {
	if path == "" {
		return nil, "none", nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, "", err
	}
	model, err = pattern.Decode(data)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", path, err)
	}
	return model, fmt.Sprintf("%x", sha256.Sum256(data)), nil
}

// writeFile writes a file so that the old one or the new one is there whatever
// happens.
func writeFile(path string, data []byte) error {
	if err := os.WriteFile(path+".new", data, 0o666); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
