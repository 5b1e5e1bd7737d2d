package main

import (
	"errors"
	"fmt"
	"os"

	"quadrille/cmd/client/classroom"
	"quadrille/engine/teeko"
)

// classroomCommand is `client classroom`.
type classroomCommand struct {
	Players    *int    `placeholder:"N" help:"Human players, 1 or 2; by default the program asks."`
	Phase2     bool    `name:"phase2" xor:"start" help:"Start phase 2 from gameboard.txt in the working directory."`
	Board      *string `xor:"start" placeholder:"FILE" help:"Start phase 2 from the board in FILE."`
	Repetition int     `placeholder:"N" help:"A board seen N times in phase 2 with the same player to move is a draw; by default boards may recur."`
}

// boardFile is the document's name of the file with the board.
const boardFile = "gameboard.txt"

// Run plays one game on the standard input and output.
func (c *classroomCommand) Run(s *streams) error {
	players := 0
	if c.Players != nil {
		if players = *c.Players; players != 1 && players != 2 {
			return errors.New("--players is 1 or 2")
		}
	}
	start, err := c.start()
	if err != nil {
		return err
	}
	err = classroom.Play(classroom.Config{In: s.in, Out: s.out, Start: start, Players: players})
	if err != nil {
		return &exitError{exitFailed, err}
	}
	return nil
}

// start returns the board to start from.
func (c *classroomCommand) start() (*teeko.Position, error) {
	name := boardFile
	switch {
	case c.Board != nil:
		name = *c.Board
	case !c.Phase2:
		return classroom.Start(c.Repetition)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p, err := classroom.ReadBoard(f, c.Repetition)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}
