package othello

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"math/bits"
	"os"
	"strings"
	"time"

	"quadrille/ai/othellobot/endgame"
	"quadrille/engine/othello"
	"quadrille/protocol/driver"
	"quadrille/protocol/driver/nboard"
)

// matchCommand plays weights against an engine at a fixed depth.
type matchCommand struct {
	NBoard   string `name:"nboard" required:"" help:"Command line of an engine that speaks NBoard."`
	Openings string `required:"" type:"existingfile" help:"File of openings, turns without spaces, one opening a line. Each is played with both colours."`
	Count    int    `short:"n" default:"100" help:"Openings to play, from the first on."`
	Weights  string `short:"w" required:"" type:"existingfile" help:"File of weights."`
	Depth    int    `default:"1" help:"Plies of both sides' searches."`
	Solve    int    `default:"12" help:"Empty squares from which on the weights' side solves, as NTest does at any depth."`
}

// Run prints the result from the view of the weights.
func (c *matchCommand) Run() error {
	model, _, err := readModel(c.Weights)
	if err != nil {
		return err
	}
	openings, err := readOpenings(c.Openings, c.Count)
	if err != nil {
		return err
	}
	command, err := driver.ParseCommand(c.NBoard)
	if err != nil {
		return err
	}
	proc, err := driver.Start(command, nil)
	if err != nil {
		return err
	}
	ctx := context.Background()
	other, err := nboard.Open(ctx, proc, time.Minute)
	if err != nil {
		return err
	}
	defer other.Close()
	m := &match{searcher: newSearcher(evalOf(model)), other: other, depth: c.Depth, solve: c.Solve}
	for _, opening := range openings {
		for seat := range uint8(2) {
			if err := m.play(ctx, opening, seat); err != nil {
				return err
			}
		}
	}
	fmt.Println(m)
	return nil
}

func readOpenings(path string, count int) ([][]othello.Turn, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list [][]othello.Turn
	lines := bufio.NewScanner(f)
	for lines.Scan() && len(list) < count {
		opening, err := parseOpening(strings.TrimSpace(lines.Text()))
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(list)+1, err)
		}
		list = append(list, opening)
	}
	return list, lines.Err()
}

func parseOpening(text string) ([]othello.Turn, error) {
	var g game
	if _, err := g.playTurns(text); err != nil {
		return nil, err
	}
	return g.turns, nil
}

// match is a match between weights and an engine.
type match struct {
	searcher *searcher
	other    *nboard.Player
	depth    int
	solve    int

	won, drawn, lost int
	margins          int // sum of the weights' margins
}

// play plays a game in which the weights have a seat, 0 for Black.
func (m *match) play(ctx context.Context, opening []othello.Turn, seat uint8) error {
	if err := m.other.NewGame(ctx, driver.Setup{Game: "othello", Start: "startpos", Seats: 2}); err != nil {
		return err
	}
	s := othello.StartState()
	var tokens []string
	play := func(t othello.Turn) {
		s = s.Play(t)
		tokens = append(tokens, strings.ToLower(t.String()))
	}
	for _, t := range opening {
		play(t)
	}
	for !s.Over() {
		switch {
		case s.MustPass():
			play(othello.Pass)
		case s.Side == seat:
			play(m.choose(&s))
		default:
			t, err := m.ask(ctx, &s, tokens)
			if err != nil {
				return err
			}
			play(t)
		}
	}
	m.count(&s, seat)
	return nil
}

func (m *match) choose(s *othello.State) othello.Turn {
	if bits.OnesCount64(s.Empty()) <= m.solve {
		return m.searcher.solver.Solve(endgame.Query{Own: s.Own, Opp: s.Opp, Threads: 1}).Turn
	}
	square, _ := m.searcher.best(s.Own, s.Opp, m.depth)
	return othello.Turn(square)
}

func (m *match) ask(ctx context.Context, s *othello.State, tokens []string) (othello.Turn, error) {
	answer, err := m.other.Go(ctx, tokens, driver.Limits{Depth: m.depth, GiveUpAfter: time.Minute})
	if err != nil {
		return 0, err
	}
	t, ok := othello.ParseTurn(answer.Token)
	if !ok || !legal(s, t) {
		return 0, fmt.Errorf("%s played %q after %s", m.other.Name(), answer.Token, strings.Join(tokens, " "))
	}
	return t, nil
}

func (m *match) count(s *othello.State, seat uint8) {
	margin := s.Margin()
	if s.Side != seat {
		margin = -margin
	}
	m.margins += margin
	switch {
	case margin > 0:
		m.won++
	case margin < 0:
		m.lost++
	default:
		m.drawn++
	}
}

// String tells the score with twice its standard error.
func (m *match) String() string {
	n := float64(max(1, m.won+m.drawn+m.lost))
	mean := (float64(m.won) + float64(m.drawn)/2) / n
	squares := (float64(m.won) + float64(m.drawn)/4) / n
	return fmt.Sprintf("%d games: %d won, %d drawn, %d lost, %.1f %% ± %.1f, mean margin %+.2f disks",
		int(n), m.won, m.drawn, m.lost, 100*mean, 200*math.Sqrt(max(0, squares-mean*mean)/n), float64(m.margins)/n)
}
