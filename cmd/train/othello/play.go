package othello

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"quadrille/cmd/train/linefile"
	"quadrille/cmd/train/numbered"
)

// playCommand plays games. The file has the rules of play in its first line and
// then the games in the order of their numbers.
type playCommand struct {
	File    string `arg:"" help:"File of games; one that exists is continued."`
	Games   int    `short:"n" default:"10000" help:"Games the file shall have."`
	Weights string `short:"w" type:"existingfile" placeholder:"FILE" help:"File of weights to play by; without it, a few rules of thumb."`
	rulesOfPlay
	numbered.Flags
}

// Run plays until the file has its games.
func (c *playCommand) Run() error {
	if c.Games < 1 || c.Depth < 1 || c.Depth > maxDepth || c.Shortest < 0 || c.Longest < c.Shortest || c.Longest > mostEmpty || c.Noise < 0 || c.Solve < 1 || c.Balance < 0 || c.Late < 0 {
		return fmt.Errorf("--games is at least 1, --depth 1 to %d, --shortest at most --longest and that at most %d, --solve at least 1, and no number negative", maxDepth, mostEmpty)
	}
	return c.playTo(&c.Flags, c.File, c.Weights, c.Games)
}

// playTo plays until a file has so many games, by a file of weights or without.
func (r rulesOfPlay) playTo(by *numbered.Flags, path, weights string, games int) error {
	_, checksum, err := readEval(weights)
	if err != nil {
		return err
	}
	r.Weights = checksum
	f, _, err := linefile.Continue(path, &r, parseGame)
	if err != nil {
		return err
	}
	w := numbered.Work{Kind: Games, Rules: r, Path: path, Total: games}
	if weights != "" {
		w.Files = []string{weights}
	}
	w.InFile(f)
	return errors.Join(by.Do(w), f.Close())
}

// Games are games of self-play, by rules and, if any, a file of weights.
var Games = numbered.Kind{Name: "othello-games",
	Makers: func(rules []byte, files []string) (func() numbered.Maker, error) {
		var r rulesOfPlay
		if err := json.Unmarshal(rules, &r); err != nil {
			return nil, err
		}
		eval, checksum, err := readEval(strings.Join(files, ""))
		if err == nil && checksum != r.Weights {
			err = fmt.Errorf("the weights are %s, and the games are for %s", checksum, r.Weights)
		}
		return func() numbered.Maker {
			return func(n int) (string, error) {
				g := r.play(eval, n)
				return g.String(), nil
			}
		}, err
	},
	Check: func(line string) error { _, err := parseGame(line); return err }}
