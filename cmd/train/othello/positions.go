package othello

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"quadrille/ai/othellobot/pattern"
	"quadrille/cmd/train/linefile"
	"quadrille/engine/othello"
)

// positionsCommand takes a position out of each game and solves it.
type positionsCommand struct {
	Games   string `arg:"" type:"existingfile" help:"File of games."`
	Out     string `short:"o" required:"" placeholder:"FILE" help:"File of positions to write, a FEN, a semicolon and the exact final margin of the side to move on each line; one that exists is continued."`
	Empties int    `default:"16" help:"Empty squares of the positions."`
	Count   int    `short:"n" default:"1000" help:"Positions the file shall have."`
	Played  bool   `help:"Take the margin of the game as it was played instead of solving."`
}

// Run solves until the file has its positions, or the games are used up.
func (c *positionsCommand) Run() error {
	if c.Count < 1 || c.Empties < 1 || c.Empties > mostEmpty {
		return fmt.Errorf("--count is at least 1, and --empties 1 to %d", mostEmpty)
	}
	games, _, err := readGames(c.Games)
	if err != nil {
		return err
	}
	f, done, err := linefile.Continue(c.Out, nil, parseSolved)
	if err != nil {
		return err
	}
	solver := newSearcher(pattern.Default())
	found := 0
	for i := 0; i < len(games) && found < c.Count && err == nil; i++ {
		s, ok := games[i].at(c.Empties)
		if !ok {
			continue
		}
		if found++; found <= len(done) {
			continue
		}
		margin := games[i].margin(s.Side)
		if !c.Played {
			margin = solver.solve(&s).Margin
		}
		err = f.Append(fmt.Sprintf("%s;%d", s.FEN(), margin))
	}
	return errors.Join(err, f.Close())
}

// margin is the margin with which a game was played to its end, for a side.
func (g *game) margin(side uint8) int {
	s := othello.StartState()
	for _, t := range g.turns {
		s = s.Play(t)
	}
	if s.Side == side {
		return s.Margin()
	}
	return -s.Margin()
}

// at returns the position of a game with so many empty squares in which the
// side to move can place a disk.
func (g *game) at(empties int) (othello.State, bool) {
	for at, s := range g.states() {
		if bits.OnesCount64(s.Empty()) == empties && g.turns[at] != othello.Pass {
			return s, true
		}
	}
	return othello.State{}, false
}

// solved is a position and its exact margin for the side to move.
type solved struct {
	fen    string
	state  othello.State
	margin int
}

func readPositions(path string) ([]solved, error) { return linefile.Read(path, nil, parseSolved) }

var errSolved = errors.New("no position with its margin")

func parseSolved(line string) (solved, error) {
	text, after, ok := strings.Cut(line, ";")
	margin, err := strconv.Atoi(after)
	if !ok || err != nil || margin < -64 || margin > 64 {
		return solved{}, errSolved
	}
	s, err := othello.ParseState(text)
	return solved{fen: text, state: s, margin: margin}, err
}
