package main

import (
	"errors"

	"quadrille/cmd/client/classroom"
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
	start, err := classroom.Start(c.Repetition)
	switch {
	case c.Board != nil:
		start, err = classroom.Open(*c.Board, c.Repetition)
	case c.Phase2:
		start, err = classroom.Open(boardFile, c.Repetition)
	}
	if err != nil {
		return err
	}
	err = classroom.Play(classroom.Config{In: s.in, Out: s.out, Start: start, Players: players})
	if err != nil {
		return &exitError{exitFailed, err}
	}
	return nil
}
