package othello

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// measureCommand compares scores with exact margins.
type measureCommand struct {
	Positions string `arg:"" type:"existingfile" help:"File of positions."`
	Weights   string `short:"w" type:"existingfile" placeholder:"FILE" help:"File of weights."`
	NBoard    string `name:"nboard" placeholder:"CMD" help:"Command line of an engine that speaks NBoard and answers hints, to be measured in place of weights."`
	Depth     int    `default:"1" help:"Plies of a search."`
}

// Run prints the errors in disks.
func (c *measureCommand) Run(out io.Writer) error {
	if c.Depth < 1 || c.NBoard == "" && c.Depth > maxDepth {
		return fmt.Errorf("--depth is at least 1, and at most %d without --nboard", maxDepth)
	}
	list, err := readPositions(c.Positions)
	if err != nil {
		return err
	}
	score, end, err := c.scorer()
	if err != nil {
		return err
	}
	defer end()
	var all rmsError
	bias, off := 0.0, 0.0
	seen := map[string]bool{} // engines may answer the second time from a book
	for i := range list {
		if seen[list[i].fen] {
			continue
		}
		seen[list[i].fen] = true
		v, err := score(&list[i])
		if errors.Is(err, errNoHint) {
			continue
		}
		if err != nil {
			return err
		}
		d := v/100 - float64(list[i].margin)
		all.add(d)
		bias += d
		off += math.Abs(d)
	}
	n := float64(max(1, all.count))
	_, err = fmt.Fprintf(out, "%d positions, depth %d: root mean square error %.3f, mean absolute error %.3f, mean error %+.3f disks\n",
		all.count, c.Depth, all.root(), off/n, bias/n)
	return err
}

// scorer returns what scores a position in hundredths of a disk, and what ends
// it.
func (c *measureCommand) scorer() (score func(*solved) (float64, error), end func(), err error) {
	if c.NBoard != "" {
		return c.hints()
	}
	eval, _, err := readEval(c.Weights)
	if err != nil {
		return nil, nil, err
	}
	s := newSearcher(eval)
	return func(p *solved) (float64, error) {
		_, v := s.best(p.state.Own, p.state.Opp, c.Depth)
		return float64(v), nil
	}, func() {}, nil
}

// hints starts an engine and returns what asks it for its best hint.
func (c *measureCommand) hints() (score func(*solved) (float64, error), end func(), err error) {
	command, err := driver.ParseCommand(c.NBoard)
	if err != nil {
		return nil, nil, err
	}
	proc, err := driver.Start(command, nil)
	if err != nil {
		return nil, nil, err
	}
	end = func() { proc.Close("quit", 2*time.Second) }
	ctx := context.Background()
	if err := proc.SendLines(ctx, "nboard 2", fmt.Sprint("set depth ", c.Depth)); err != nil {
		end()
		return nil, nil, err
	}
	pings := 0
	return func(p *solved) (float64, error) {
		pings++
		return hint(ctx, proc, p, fmt.Sprint(pings))
	}, end, nil
}

// errNoHint says that an engine had no hints, as NTest has none for the mirror
// image of a position that it has seen.
var errNoHint = errors.New("no hint")

// hint reads the best of an engine's hints up to the answer to a ping.
func hint(ctx context.Context, proc *driver.Process, p *solved, ping string) (float64, error) {
	board := strings.ReplaceAll(p.fen, "X", "*")
	game := fmt.Sprintf("set game (;GM[Othello]PC[Q]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 %s];)", board)
	request := driver.Request{Text: "hint 60", Begun: time.Now(), Wait: time.Minute}
	if err := proc.SendLines(ctx, game, request.Text, "ping "+ping); err != nil {
		return 0, err
	}
	best := math.Inf(-1)
	err := proc.Await(ctx, request, func(line string, _ time.Time) (bool, error) {
		if fields := strings.Fields(line); len(fields) >= 3 && fields[0] == "search" {
			if v, err := strconv.ParseFloat(fields[2], 64); err == nil {
				best = max(best, 100*v)
			}
		}
		return strings.TrimSpace(line) == "pong "+ping, nil
	})
	if err == nil && math.IsInf(best, 0) {
		err = errNoHint
	}
	return best, err
}
