// Package exercise has the exercises of the page: positions in which one turn,
// or very few, wins or draws and no other does.
//
// The files in the folder sets, one a game and one exercise a line, are made by
// "prove exercises"; docs/web.md says how. A test of that command proves each
// of them anew.
package exercise

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Exercise is a position and what is asked for in it.
type Exercise struct {
	ID    string            `json:"id"` // of the position, so that it stays when others come
	Game  string            `json:"game"`
	Rules map[string]string `json:"rules"` // those that are not at their defaults
	FEN   string            `json:"fen"`
	Aim   string            `json:"aim"`   // Win or Draw: the best that the side to move can have
	Turns []string          `json:"turns"` // that reach the aim, the best first
	// Plies are the turns of both sides to the end of a game that is won, with best
	// play, and Margin is by how many points it is won, where that is known.
	Plies  int `json:"plies,omitempty"`
	Margin int `json:"margin,omitempty"`
	Grade  int `json:"grade"` // 1, the easiest, to Grades, among those that one run of the command found
}

// What is asked for.
const (
	Win  = "win"
	Draw = "draw"
)

// Grades is the number of grades.
const Grades = 5

//go:embed sets/*.jsonl
var sets embed.FS

// Games lists the games that have exercises, sorted.
func Games() []string {
	files, err := sets.ReadDir("sets")
	if err != nil {
		panic("exercise: embedded files cannot be read: " + err.Error())
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".jsonl"))
	}
	slices.Sort(names)
	return names
}

// Of returns the exercises of a game, the easiest first; none for a game that
// has none. The error says which line of the set is no exercise.
func Of(game string) ([]Exercise, error) {
	if !slices.Contains(Games(), game) {
		return nil, nil
	}
	data, err := sets.ReadFile("sets/" + game + ".jsonl")
	if err != nil {
		return nil, err
	}
	return Read(data)
}

// Read reads a set, one exercise a line.
func Read(data []byte) (list []Exercise, err error) {
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		var e Exercise
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		list = append(list, e)
	}
	return list, lines.Err()
}

// Write writes a set as Read reads it.
func Write(list []Exercise) ([]byte, error) {
	var b bytes.Buffer
	for _, e := range list {
		line, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes(), nil
}
