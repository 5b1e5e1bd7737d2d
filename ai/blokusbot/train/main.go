// Command train makes the weights of the priors of the blokus bot: it plays
// games of the bot against itself and fits the weights to how often the
// searches tried each turn.
//
//	go run ./ai/blokusbot/train play -variant duo -games 500 -nodes 1500 duo.games
//	go run ./ai/blokusbot/train fit -o ai/blokusbot/prior/weights.bin duo.games classic.games
//
// play goes on after the games that the file has already, so it may be stopped
// at any time.
package main

import (
	"flag"
	"fmt"
	"os"

	"quadrille/ai/blokusbot/prior"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	commands := map[string]func([]string) error{"play": runPlay, "fit": runFit}
	if len(args) == 0 || commands[args[0]] == nil {
		return fmt.Errorf("what is to be done? play or fit")
	}
	return commands[args[0]](args[1:])
}

func runPlay(args []string) error {
	var g generator
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	flags.StringVar(&g.variant, "variant", "duo", "duo or classic")
	flags.IntVar(&g.games, "games", 500, "games in the file in the end")
	flags.Uint64Var(&g.nodes, "nodes", 1500, "simulations a turn")
	flags.StringVar(&g.params, "params", "", "parameters of the bot")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("play takes one file")
	}
	return g.run(flags.Arg(0))
}

func runFit(args []string) error {
	flags := flag.NewFlagSet("fit", flag.ContinueOnError)
	out := flags.String("o", "", "file to write")
	decay := flags.Float64("decay", 1e-4, "how much weights are pulled towards zero")
	rounds := flags.Int("rounds", 20, "rounds of the descent")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var samples []prior.Sample
	for _, name := range flags.Args() {
		more, err := readSamples(name)
		if err != nil {
			return err
		}
		samples = append(samples, more...)
	}
	fmt.Println(len(samples), "positions")
	model := prior.Fit(samples, *rounds, *decay, 1, func(round int, train, held float64) {
		fmt.Printf("round %d: cross entropy %.4f, held out %.4f\n", round+1, train, held)
	})
	file, err := model.Append(nil)
	if err != nil {
		return err
	}
	return os.WriteFile(*out, file, 0o644)
}
