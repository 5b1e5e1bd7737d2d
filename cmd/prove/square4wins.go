package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"

	"quadrille/ai/square4bot"
	"quadrille/cmd/internal/outfile"
	"quadrille/engine/square4"
)

// square4WinsCommand proves that Blue wins Four in a Square with slideback=false, by
// proof-number search after each of Red's first turns that are no images of each
// other, and writes Blue's strategy. Package check, which shares no code with this
// one, plays all that Red may do against it.
type square4WinsCommand struct {
	Dir    string `default:"." type:"existingdir" help:"Folder for the certificate."`
	Pieces int    `default:"16" help:"Marbles a side, 4 to 16: with as many or more Blue's win is proved."`
	Hash   int    `default:"512" help:"MiB for what is known of positions."`
}

// winsFile is the name of the certificate.
const winsFile = "blue-wins.txt.gz"

const winsPreamble = `square4 win 1
# Four in a Square, slideback=false: Blue wins whatever Red does.
# Made by: go run ./cmd/prove square4wins --pieces %d
# Check:   go run ./cmd/prove check FILE
# After each "first" come Blue's turns, in the order in which a walk meets the
# positions in which Blue has no turn that wins at once, each once: Red's turns by
# square, slot and slide, each followed as far as it goes before the next.
`

// Run proves and writes.
func (c *square4WinsCommand) Run(out io.Writer) error {
	if c.Pieces < 4 || c.Pieces > mostPieces {
		return fmt.Errorf("--pieces is 4 to %d, not %d", mostPieces, c.Pieces)
	}
	if c.Hash < 1 || c.Hash > 1<<16 {
		return fmt.Errorf("--hash is 1 to %d, not %d", 1<<16, c.Hash)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	w := &winner{attack: square4bot.NewAttack(c.Hash, func() bool { return ctx.Err() != nil })}
	fmt.Fprintf(&w.text, winsPreamble, c.Pieces)
	start := square4.StartState(c.Pieces, false)
	for _, first := range firstTurns(&start) {
		fmt.Fprintf(&w.text, "first %v\n", first)
		w.seen, w.turns = map[square4.State]bool{}, 0
		next := start.Play(first)
		if err := w.answer(next); err != nil {
			return fmt.Errorf("after %v: %w", first, err)
		}
		fmt.Fprintf(out, "%v: Blue wins, %d turns, by marble %d; %d positions searched\n", first, w.turns, w.last, w.attack.Nodes())
	}
	path := filepath.Join(c.Dir, winsFile)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := w.text.WriteTo(z); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := outfile.Write(path, packed.Bytes()); err != nil {
		return err
	}
	fmt.Fprintln(out, "wrote", path)
	fmt.Fprintf(out, "Blue wins with slideback=false and %d marbles a side or more.\n", w.last)
	return nil
}

// firstTurns are Red's first turns, one of those that are images of each other.
func firstTurns(start *square4.State) (turns []square4.Turn) {
	const symmetries = 8
	for _, t := range start.Turns(nil) {
		image := func(known square4.Turn) bool {
			for sym := range uint8(symmetries) {
				if known.Transform(sym) == t {
					return true
				}
			}
			return false
		}
		if !slices.ContainsFunc(turns, image) {
			turns = append(turns, t)
		}
	}
	return turns
}

// winner writes Blue's turns down.
type winner struct {
	attack *square4bot.Attack
	text   bytes.Buffer
	seen   map[square4.State]bool
	turns  int // after the present first turn
	last   int // the most marbles with which Blue has won
}

var (
	errNoWin   = errors.New("no win before the movement phase; nothing is proved")
	errStopped = errors.New("interrupted; nothing is proved")
)

// answer goes on with a state in which Blue is to move.
func (w *winner) answer(s square4.State) error {
	if s.WinsNow() {
		w.last = max(w.last, s.Placed(1)+1)
		return nil
	}
	if w.seen[s] {
		return nil
	}
	w.seen[s] = true
	turn, won, known := w.attack.Turn(&s)
	switch {
	case !known:
		return errStopped
	case !won:
		return errNoWin
	}
	fmt.Fprintln(&w.text, turn)
	w.turns++
	s = s.Play(turn)
	for _, t := range s.Turns(nil) {
		next := s.Play(t)
		if o := next.Outcome(); o == square4.BlueWins {
			continue
		} else if o != square4.Ongoing {
			return fmt.Errorf("%v spoils the win of %v", t, turn) // no bug of the search may go unseen
		}
		if err := w.answer(next); err != nil {
			return err
		}
	}
	return nil
}
