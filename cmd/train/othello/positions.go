package othello

import (
	"errors"
	"fmt"
	"math/bits"
	"os"
	"strconv"
	"strings"

	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/othello"
)

// positionsCommand takes a position out of each game and solves it.
type positionsCommand struct {
	Games   string `arg:"" type:"existingfile" help:"File of games."`
	Out     string `short:"o" required:"" help:"File of positions to write, a FEN, a semicolon and the exact final margin of the side to move on each line; one that exists is continued."`
	Empties int    `default:"16" help:"Empty squares of the positions."`
	Count   int    `short:"n" default:"1000" help:"Positions the file shall have."`
	Played  bool   `help:"Take the margin of the game as it was played instead of solving."`
}

// Run solves until the file has its positions, or the games are used up.
func (c *positionsCommand) Run() error {
	done, err := readPositions(c.Out)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(c.Out, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	solver := endgame.New(tt.New[endgame.Entry](16), pattern.Default())
	found := 0
	_, err = readGames(c.Games, func(_ int, g *game) {
		s, ok := g.at(c.Empties)
		if found++; !ok || found <= len(done) || found > c.Count {
			if !ok {
				found--
			}
			return
		}
		margin := g.margin(s.Side)
		if !c.Played {
			margin = solver.Solve(endgame.Query{Own: s.Own, Opp: s.Opp, Threads: 1}).Margin
		}
		fmt.Fprintf(f, "%s;%d\n", fen(&s), margin)
	})
	if err != nil {
		return err
	}
	return f.Close()
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
	s := othello.StartState()
	for _, t := range g.turns {
		if bits.OnesCount64(s.Empty()) == empties && t != othello.Pass {
			return s, true
		}
		s = s.Play(t)
	}
	return s, false
}

func fen(s *othello.State) string {
	var b strings.Builder
	signs := [2]string{"XO-", "OX-"}[s.Side]
	for square := range 64 {
		switch {
		case s.Own>>square&1 != 0:
			b.WriteByte(signs[0])
		case s.Opp>>square&1 != 0:
			b.WriteByte(signs[1])
		default:
			b.WriteByte(signs[2])
		}
	}
	return b.String() + " " + signs[:1]
}

// solved is a position and its exact margin for the side to move.
type solved struct {
	fen    string
	state  othello.State
	margin int
}

func readPositions(path string) ([]solved, error) { return readLines(path, parseSolved) }

var errSolved = errors.New("no position with its margin")

func parseSolved(line string) (solved, error) {
	text, after, ok := strings.Cut(line, ";")
	margin, err := strconv.Atoi(after)
	if !ok || err != nil || margin < -64 || margin > 64 {
		return solved{}, errSolved
	}
	parsed, err := othello.Game{}.ParseFEN(text, engine.Rules{})
	if err != nil {
		return solved{}, err
	}
	s := parsed.(*othello.Position).SearchState()
	return solved{fen: text, state: s, margin: margin}, nil
}
