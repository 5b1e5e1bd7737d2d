package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"quadrille/ai/square4bot"
	"quadrille/cmd/internal/cli"
	"quadrille/cmd/internal/outfile"
	"quadrille/cmd/prove/check"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// square4WinsCommand proves that Blue wins Four in a Square with slideback=false, by
// proof-number search after each of Red's first turns that are no images of each
// other, and writes Blue's strategy; or that Red keeps Blue from winning, and writes Red's. Package check,
// which uses nothing of this one, plays all that the other side may do against it.
type square4WinsCommand struct {
	Dir    string `default:"." type:"existingdir" help:"Folder for the certificate."`
	Pieces int    `default:"16" help:"Marbles a side, 4 to 16: with as many or more Blue's win is proved."`
	Slides bool   `help:"Blue may win in the movement phase, too: the win is proved for just so many marbles."`
	Hold   bool   `help:"Instead, Red is to keep Blue from winning, with 4 to 7 marbles a side."`
	Hash   int    `default:"512" help:"MiB for what is known of positions."`
}

// holdPreamble begins a certificate of Red's.
const holdPreamble = `square4 hold 1
# Four in a Square, slideback=false: Red keeps Blue from winning with %[1]d marbles a side.
# Made by: go run ./cmd/prove square4wins --pieces %[1]d --hold
# Check:   go run ./cmd/prove check FILE
# Red's turns, in the order in which a walk meets the positions in which Red has no turn that wins
# at once, each once: Blue's turns by square, slot and slide, each followed as far as it goes
# before the next. There are none for positions with two marbles of Blue's to come, or one, which Red
# holds though Red's blocks do not count.
pieces %[1]d
`

const winsPreamble = `square4 win 1
# Four in a Square, slideback=false: Blue wins whatever Red does.
# Made by: go run ./cmd/prove square4wins --pieces %d%s
# Check:   go run ./cmd/prove check FILE
# After each "first" come Blue's turns, in the order in which a walk meets the
# positions in which Blue has no turn that wins at once, each once: Red's turns by
# square, slot and slide, each followed as far as it goes before the next.
`

// slidesPreamble follows where Blue also wins in the movement phase.
const slidesPreamble = `# Where all is placed after a turn of Blue's, the number of slides follows within
# which Blue wins.
pieces %d
`

// name is that of the certificate.
func (c *square4WinsCommand) name() string {
	switch {
	case c.Hold:
		return fmt.Sprintf("red-holds-%d.txt.gz", c.Pieces)
	case c.Slides:
		return fmt.Sprintf("blue-wins-%d.txt.gz", c.Pieces)
	}
	return "blue-wins.txt.gz"
}

// preamble is what comes before the turns.
func (c *square4WinsCommand) preamble() string {
	if c.Slides {
		return fmt.Sprintf(winsPreamble, c.Pieces, " --slides") + fmt.Sprintf(slidesPreamble, c.Pieces)
	}
	return fmt.Sprintf(winsPreamble, c.Pieces, "")
}

// Run proves and writes. What is proved after a first turn is kept in a file of its own until
// all are done, so that an interrupted proof is gone on with.
func (c *square4WinsCommand) Run(out io.Writer) error {
	ctx, cancel := cli.UntilSignal()
	defer cancel()
	return c.run(ctx, out)
}

func (c *square4WinsCommand) run(ctx context.Context, out io.Writer) error {
	if c.Pieces < 4 || c.Pieces > mostPieces {
		return fmt.Errorf("--pieces is 4 to %d, not %d", mostPieces, c.Pieces)
	}
	if c.Hash < 1 || c.Hash > 1<<16 {
		return fmt.Errorf("--hash is 1 to %d, not %d", 1<<16, c.Hash)
	}
	if c.Hold {
		return c.hold(ctx, out)
	}
	start := square4.StartState(c.Pieces, false)
	turns := firstTurns(&start)
	search := newWinSearch(ctx, c.Hash, c.Slides, out)
	var text bytes.Buffer
	text.WriteString(c.preamble())
	last := 0
	for i, first := range turns {
		w, err := c.after(start.Play(first), first, search, out)
		if errors.Is(err, errStopped) {
			return fmt.Errorf("%w; %d of %d first turns are done, and the same command goes on from there", err, i, len(turns))
		} else if err != nil {
			return fmt.Errorf("after %v: %w", first, err)
		}
		fmt.Fprintf(&text, "first %v\n%s", first, w.text.Bytes())
		last = max(last, w.Marbles)
	}
	if err := c.write(&text, out); err != nil {
		return err
	}
	for _, first := range turns {
		if err := os.Remove(c.part(first)); err != nil {
			return err
		}
	}
	if c.Slides {
		fmt.Fprintf(out, "Blue wins with slideback=false and %d marbles a side, unless repetition=1.\n", c.Pieces)
	} else {
		fmt.Fprintf(out, "Blue wins with slideback=false and %d marbles a side or more.\n", last)
	}
	return nil
}

// write packs a certificate.
func (c *square4WinsCommand) write(text *bytes.Buffer, out io.Writer) error {
	path := filepath.Join(c.Dir, c.name())
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := text.WriteTo(z); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	if err := outfile.Write(path, packed.Bytes()); err != nil {
		return err
	}
	fmt.Fprintln(out, "wrote", path)
	return nil
}

// hold proves that Red keeps Blue from winning, and writes how. It takes a minute or two, so that
// nothing of an interrupted proof is kept.
func (c *square4WinsCommand) hold(ctx context.Context, out io.Writer) error {
	if c.Pieces > check.MostAlone || c.Slides {
		return fmt.Errorf("--hold is for --pieces 4 to %d, without --slides", check.MostAlone)
	}
	alone := check.NewAlone(c.Pieces)
	held := func(s *square4.State) bool {
		return s.Side == 0 && s.Barred != square4.NoSquare && alone.Holds(slotsOf(s.Marbles[0]), slotsOf(s.Marbles[1]), int(s.Hole), int(s.Barred))
	}
	search := newWinSearch(ctx, c.Hash, true, out)
	search.attack.Held(held)
	w := newWinner(search.hold, nil)
	w.Held = held
	if _, err := w.From(square4.StartState(c.Pieces, false)); err != nil {
		return err
	}
	text := bytes.NewBufferString(fmt.Sprintf(holdPreamble, c.Pieces))
	text.Write(w.text.Bytes())
	if err := c.write(text, out); err != nil {
		return err
	}
	fmt.Fprintf(out, "Blue has no win with slideback=false and %d marbles a side; %d turns of Red's, %d positions searched.\n",
		c.Pieces, w.States(), search.attack.Nodes())
	return nil
}

// slotsOf are cells as a set of slots, bit 4*square+number for each.
func slotsOf(cells uint64) (slots uint64) {
	for i := range 36 {
		slots |= cells >> square4.CellAt(i/4, i%4) & 1 << i
	}
	return slots
}

// part is the file of Blue's turns after a first turn.
func (c *square4WinsCommand) part(first square4.Turn) string {
	return filepath.Join(c.Dir, fmt.Sprintf("blue-wins-%d-%v.part", c.Pieces, first))
}

// after finds Blue's turns after a first turn, or takes those of its file.
func (c *square4WinsCommand) after(s square4.State, first square4.Turn, search *winSearch, out io.Writer) (*winner, error) {
	path, source := c.part(first), "read from "+c.part(first)
	kept, err := os.ReadFile(path)
	var w *winner
	switch {
	case err == nil:
		words := square4bot.NewWinWords(bytes.NewReader(kept))
		w = newWinner(words.Turn, c.slides(words.Slides))
		_, err = w.From(s)
		if err == nil && words.Scan() {
			err = fmt.Errorf("%q is more than is needed", words.Text())
		}
		if err != nil {
			return nil, fmt.Errorf("%s is not Blue's win (%w); delete it to have it searched again", path, err)
		}
	case errors.Is(err, fs.ErrNotExist):
		w = newWinner(search.turn, c.slides(search.slides))
		search.first = first
		if _, err := w.From(s); err != nil {
			return nil, err
		}
		if err := outfile.Write(path, w.text.Bytes()); err != nil {
			return nil, err
		}
		source = fmt.Sprintf("%d positions searched", search.attack.Nodes())
	default:
		return nil, err
	}
	fmt.Fprintf(out, "%v: Blue wins, %d turns, by marble %d; %s\n", first, w.States(), w.Marbles, source)
	return w, nil
}

// slides is how to tell within how many slides Blue wins, if that is asked.
func (c *square4WinsCommand) slides(tell func(*square4.State) (int, error)) func(*square4.State) (int, error) {
	if !c.Slides {
		return nil
	}
	return tell
}

// winSearch finds Blue's turns, and says now and then how far it is.
type winSearch struct {
	attack *square4bot.Attack
	first  square4.Turn // what is being searched
}

func newWinSearch(ctx context.Context, mib int, slides bool, out io.Writer) *winSearch {
	const tellEvery = 30 * time.Second
	w, told := &winSearch{}, time.Now()
	w.attack = square4bot.NewAttack(mib, slides, func() bool {
		if time.Since(told) > tellEvery {
			told = time.Now()
			fmt.Fprintf(out, "%v: %d positions searched so far\n", w.first, w.attack.Nodes())
		}
		return ctx.Err() != nil
	})
	return w
}

// turn finds a turn with which Blue wins.
func (w *winSearch) turn(s *square4.State) (square4.Turn, error) {
	turn, won, known := w.attack.Turn(s)
	return turn, unless(known, won, errNoWin)
}

// hold finds a turn with which Red keeps Blue from winning.
func (w *winSearch) hold(s *square4.State) (square4.Turn, error) {
	turn, holds, known := w.attack.Hold(s)
	return turn, unless(known, holds, errNotHeld)
}

// unless is why there is no turn, if there is none: none, or a stop before that was known.
func unless(known, found bool, none error) error {
	switch {
	case !known:
		return errStopped
	case !found:
		return none
	}
	return nil
}

// slides says within how many slides Blue wins when a turn has led to the movement phase.
func (w *winSearch) slides(s *square4.State) (int, error) {
	n := w.attack.Slides(s)
	if n == 0 {
		return n, fmt.Errorf("a win by more slides than a certificate may have, %d", square4bot.MostSlides)
	}
	return n, nil
}

// firstTurns are Red's first turns, one of those that are images of each other.
func firstTurns(start *square4.State) (turns []square4.Turn) {
	for _, t := range start.Turns(nil) {
		image := func(known square4.Turn) bool {
			for sym := range uint8(engine.Symmetries) {
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
	*square4bot.WinWalk
	text bytes.Buffer
}

func newWinner(turn func(*square4.State) (square4.Turn, error), slides func(*square4.State) (int, error)) *winner {
	w := &winner{}
	w.WinWalk = square4bot.NewWinWalk(func(s *square4.State) (square4.Turn, error) {
		t, err := turn(s)
		if err == nil {
			fmt.Fprintln(&w.text, t)
		}
		return t, err
	})
	if slides != nil {
		w.Slides = func(s *square4.State) (int, error) {
			n, err := slides(s)
			if err == nil {
				fmt.Fprintln(&w.text, n)
			}
			return n, err
		}
	}
	return w
}

var (
	errNoWin   = errors.New("no win (before the movement phase, where --slides is not given); nothing is proved")
	errNotHeld = errors.New("no turn of Red's keeps Blue from winning")
	errStopped = errors.New("interrupted")
)
