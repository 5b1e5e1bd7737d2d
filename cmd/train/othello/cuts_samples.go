package othello

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"

	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/midgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	"quadrille/cmd/train/linefile"
	"quadrille/cmd/train/numbered"
	"quadrille/engine/othello"
)

// cutSample is one position: the values of searches to depth 1, 2 and so on, and,
// if it was solved, the exact value behind them.
type cutSample struct {
	empties int
	solved  bool
	values  []int // hundredths of a disk
}

// mostEmpty is how many squares are empty at the start, and so the deepest search;
// maxCutValue is beyond all values.
const mostEmpty, maxCutValue = 60, 1_000_000

// parseCutSample reads what String writes.
func parseCutSample(line string) (s cutSample, err error) {
	words := strings.Fields(line)
	if len(words) < 3 || len(words) > 2+mostEmpty || words[0] != "middle" && words[0] != "solved" {
		return s, fmt.Errorf("%q is not a sample", line)
	}
	s.solved = words[0] == "solved"
	for _, word := range words[1:] {
		v, err := strconv.Atoi(word)
		if err != nil || v < -maxCutValue || v > maxCutValue {
			return s, fmt.Errorf("%q is not a sample's value", word)
		}
		s.values = append(s.values, v)
	}
	s.empties, s.values = s.values[0], s.values[1:]
	if s.empties < 1 || s.empties > mostEmpty {
		return s, fmt.Errorf("%d squares are not empty", s.empties)
	}
	return s, nil
}

func (s cutSample) String() string {
	kind := "middle"
	if s.solved {
		kind = "solved"
	}
	return kind + " " + strconv.Itoa(s.empties) + " " + strings.Trim(fmt.Sprint(s.values), "[]")
}

// grow makes samples until there are enough, and returns all.
func (c *cutsCommand) grow() ([]cutSample, error) {
	file, list, err := linefile.Continue(c.Samples, nil, parseCutSample)
	if err != nil {
		return nil, err
	}
	w := numbered.Work{Kind: Cuts, Rules: c.depths(), Path: c.Samples, Total: c.Count}
	w.InFile(file)
	if err := errors.Join(c.Do(w), file.Close()); err != nil || w.Have >= c.Count {
		return list, err
	}
	return linefile.Read(c.Samples, nil, parseCutSample)
}

// depths are what a sample depends on beside its number.
type depths struct{ Depth, Solve int }

func (c *cutsCommand) depths() depths { return depths{c.Depth, c.Solve} }

// Cuts are samples of what searches of different depths say of a position.
var Cuts = numbered.Kind{Name: "othello-cuts",
	Makers: func(rules []byte, _ []string) (func() numbered.Maker, error) {
		var d depths
		err := json.Unmarshal(rules, &d)
		return func() numbered.Maker {
			table := tt.New[endgame.Entry](8)
			searcher := midgame.New(pattern.Default(), table)
			return func(n int) (string, error) {
				// The number of the sample decides everything about it.
				table.Clear()
				r := rand.New(rand.NewPCG(uint64(n), 3))
				return d.measure(searcher, cutPosition(searcher, r)).String(), nil
			}
		}, err
	},
	Check: func(line string) error { _, err := parseCutSample(line); return err }}

// cutPosition plays some turns at random and others after a short search, up to
// a random number of empty squares.
func cutPosition(searcher *midgame.Searcher, r *rand.Rand) othello.State {
	for {
		s := othello.StartState()
		random, empties := 50+r.IntN(6), 8+r.IntN(46)
		for bits.OnesCount64(s.Empty()) > empties && !s.Over() {
			turns := s.Turns(nil)
			if bits.OnesCount64(s.Empty()) > random || r.IntN(20) == 0 {
				s = s.Play(turns[r.IntN(len(turns))])
				continue
			}
			r := searcher.RunAll(s, midgame.Options{Options: alphabeta.Options{Depth: 3}})
			s = s.Play(othello.Turn(r.Lines[0].Moves[0]))
		}
		if !s.Over() {
			return s
		}
	}
}

// measure searches a position to all depths.
func (c depths) measure(searcher *midgame.Searcher, s othello.State) cutSample {
	m := cutSample{empties: bits.OnesCount64(s.Empty())}
	m.solved = m.empties <= c.Solve
	o := midgame.Options{Options: alphabeta.Options{Depth: c.Depth}, Full: true}
	if m.solved {
		o.Depth = min(c.Depth, m.empties-2)
	}
	o.Report = func(r alphabeta.Report) {
		if len(r.Lines) > 0 {
			m.values = append(m.values, r.Lines[0].Value)
		}
	}
	searcher.RunAll(s, o)
	if m.solved {
		r := searcher.RunAll(s, midgame.Options{Full: true})
		m.values = append(m.values, r.Lines[0].Value)
	}
	return m
}
