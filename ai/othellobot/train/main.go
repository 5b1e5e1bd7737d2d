// Command train makes the weights of Othello's evaluation: it plays games with
// itself, solves their ends, and fits tables of patterns to them; then it does
// so again with the better player.
//
//	go run ./ai/othellobot/train run FOLDER
//
// is all of that, and the other commands are its parts. A command that was
// interrupted goes on where it was when it is given again, with the same result
// as without the interruption.
package main

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"
)

type commands struct {
	Run       runCommand       `cmd:"" help:"Make weights from nothing: play and fit, generation after generation."`
	Play      playCommand      `cmd:"" help:"Play games and write them to a file."`
	Fit       fitCommand       `cmd:"" help:"Fit weights to files of games."`
	Positions positionsCommand `cmd:"" help:"Take positions out of games and solve them."`
	Match     matchCommand     `cmd:"" help:"Play weights against an engine at a fixed depth."`
	Measure   measureCommand   `cmd:"" help:"Compare scores with exact margins."`
}

func main() {
	var c commands
	ctx := kong.Parse(&c, kong.Name("train"), kong.Description("Make the weights of Othello's evaluation."))
	if err := ctx.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}
