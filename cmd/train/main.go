// Command train makes the data of the searches: the weights, the model of
// ProbCut and the book of Othello, and the priors of Blokus.
//
//	go run ./cmd/train othello run FOLDER
//	go run ./cmd/train blokus play --games 500 duo.games
//
// A command that was interrupted goes on where it was when it is given again,
// with the same result as without the interruption.
package main

import (
	"github.com/alecthomas/kong"

	"quadrille/cmd/internal/cli"
	"quadrille/cmd/train/blokus"
	"quadrille/cmd/train/chance"
	"quadrille/cmd/train/othello"
)

type commands struct {
	Othello othello.Commands `cmd:"" help:"Othello's weights, cuts and book."`
	Blokus  blokus.Commands  `cmd:"" help:"The priors of Blokus."`
	Chance  chance.Command   `cmd:"" help:"What a score is worth: the scales of chances."`
}

func main() {
	cli.Main(&commands{}, kong.Name("train"), kong.Description("Make the weights, books and models of the searches."))
}
