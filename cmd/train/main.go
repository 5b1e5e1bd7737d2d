// Command train makes the data of the searches: the weights and the model of
// ProbCut of Othello, the priors of Blokus, and the opening books of both.
//
//	go run ./cmd/train othello run FOLDER
//	go run ./cmd/train blokus play --games 500 duo.games
//	go run ./cmd/train book grow othello othello.journal
//
// A command that was interrupted goes on where it was when it is given again,
// with the same result as without the interruption.
package main

import (
	"github.com/alecthomas/kong"

	"quadrille/cmd/internal/cli"
	"quadrille/cmd/train/blokus"
	"quadrille/cmd/train/book"
	"quadrille/cmd/train/chance"
	"quadrille/cmd/train/numbered"
	"quadrille/cmd/train/othello"
)

type commands struct {
	Othello othello.Commands `cmd:"" help:"Othello's weights and cuts."`
	Blokus  blokus.Commands  `cmd:"" help:"The priors of Blokus."`
	Book    book.Commands    `cmd:"" help:"The opening books of Othello and Blokus."`
	Chance  chance.Command   `cmd:"" help:"What a score is worth: the scales of chances."`
	Player  numbered.Player  `cmd:"" hidden:"" help:"Make games by their numbers, for a worker of a NATS server."`
}

func main() {
	cli.Main(&commands{}, kong.Name("train"), kong.Description("Make the weights, books and models of the searches."),
		kong.Vars(book.Vars()), kong.Bind([]numbered.Kind{othello.Games, othello.Cuts, blokus.Games, chance.Games}))
}
