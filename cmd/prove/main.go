// Command prove solves positions and games, and checks the proofs.
//
//	go run ./cmd/prove square4 --dir DIR
//	go run ./cmd/prove check DIR/blue-never-loses.txt DIR/red-never-loses.txt
//	go run ./cmd/prove square4wins --dir DIR
//	go run ./cmd/prove check DIR/blue-wins.txt.gz
//	go run ./cmd/prove square4wins --slides --pieces 7 --dir DIR
//	go run ./cmd/prove square4wins --hold --pieces 5 --dir DIR
//	go run ./cmd/prove check --four
//	go run ./cmd/prove check --alone 5
//	go run ./cmd/prove pictures
//	go run ./cmd/prove teeko --advanced
//	go run ./cmd/prove ffo --hash 64
//	go run ./cmd/prove exercises teeko
//	go run ./cmd/prove positions square4 --rule pieces=4..16 --rule slideback=false
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strconv"

	"github.com/alecthomas/kong"

	"quadrille/ai/bots"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/prove/check"
)

type commands struct {
	Square4     square4Command     `cmd:"" name:"square4" help:"Prove that Four in a Square with slideback=true is a draw."`
	Square4Wins square4WinsCommand `cmd:"" name:"square4wins" help:"Prove that Blue wins Four in a Square with slideback=false, or that Red keeps Blue from it."`
	Check       check.Command      `cmd:"" help:"Check the certificates that square4 and square4wins write."`
	Pictures    picturesCommand    `cmd:"" help:"Draw the pictures of docs/square4-value.md."`
	Teeko       teekoCommand       `cmd:"" help:"Solve a board of Teeko for the player's cache."`
	Exercises   exercisesCommand   `cmd:"" help:"Make the exercises of the page."`
	Positions   positionsCommand   `cmd:"" help:"Measure how many positions of games are proved within a time."`
	FFO         ffoCommand         `cmd:"" name:"ffo" help:"Solve Othello's FFO end games and check the answers."`
}

// checkPlace says that a file or a folder is not there and, where it is one of the
// repository that nobody has named, what to do about that.
func checkPlace(path string, named bool, instead string) error {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return fmt.Errorf("%s is not here: run this in the folder of the repository, or %s", path, instead)
	}
	return err
}

// folder is the one that --dir names, or else one of the repository. It has to be there.
func folder(dir, otherwise string) (string, error) {
	path := cmp.Or(dir, otherwise)
	return path, checkPlace(path, dir != "", "name another folder with --dir")
}

func main() {
	cli.Main(&commands{}, kong.Name("prove"), kong.Description("Find out what positions are worth for certain."),
		vars())
}

// vars are what the help has to be told.
func vars() kong.Vars {
	return kong.Vars{"cache": bots.Kept(), "cpus": strconv.Itoa(runtime.NumCPU())}
}
