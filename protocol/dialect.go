package protocol

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"quadrille/ai"
	"quadrille/engine"
)

// Search is a search of a session, made ready by Prepare. It may be run on any goroutine
// while the session is left alone, and ends soon after its control is stopped.
type Search func(ctl *ai.Control, report func(ai.Info)) ai.Best

// Prepare returns a search of the present position by the bot of its game. The
// game must not be over, and the SearchMoves must be legal.
func (s *Session) Prepare(l ai.Limits) (Search, error) {
	pos, settings := s.Position(), s.Settings()
	bot, err := s.Bot(pos.Game().Name())
	if err != nil {
		return nil, err
	}
	l.SearchMoves = withoutRepeats(l.SearchMoves)
	return func(ctl *ai.Control, report func(ai.Info)) ai.Best {
		return bot.Search(ctl, pos, l, settings, report)
	}, nil
}

// SetOption gives an option of the `ugi` list a value. On an error the old
// value stays.
func (s *Session) SetOption(name, value string) error { return s.options.Set(name, value) }

// PlayTurns plays tokens from the present position, all or none. Unlike Play it
// takes no transcripts, and its error is the game's own.
func (s *Session) PlayTurns(tokens ...string) error {
	var steps []engine.Position
	p := s.Position()
	for _, token := range tokens {
		next, err := engine.PlayActions(p, token)
		if err != nil {
			return err
		}
		steps = append(steps, next...)
		p = steps[len(steps)-1]
	}
	s.steps = append(s.steps, steps...)
	return nil
}

// Steps is the number of actions that were played since the start.
func (s *Session) Steps() int { return len(s.steps) - 1 }

// ErrorText returns what is wrong without the code that the protocol of this
// package puts in front, for dialects that have no codes.
func ErrorText(err error) string { return asError(err).Text }

// Intake reads the lines of a dialect, also while a search runs.
type Intake struct {
	r    *reader
	held []input // read while a search ran
}

// NewIntake returns an intake for lines of up to MaxLine bytes, which need not
// be UTF-8. It must be closed.
func NewIntake(in io.Reader) *Intake {
	r := newReader(in)
	r.lines.anyBytes = true
	return &Intake{r: r}
}

// Close ends the intake's goroutine, at once unless it is stuck in a read of
// the input.
func (i *Intake) Close() { close(i.r.asks) }

// Next waits for a line. The error is an *Error for a line that cannot be used,
// after which reading may go on, or io.EOF or another error of the input.
func (i *Intake) Next() (string, error) {
	if len(i.held) > 0 {
		got := i.held[0]
		i.held = i.held[1:]
		return got.line, got.err
	}
	if i.r.asked {
		i.r.asked = false
		got := <-i.r.got
		return got.line, got.err
	}
	return i.r.lines.next()
}

// Ready says whether Next returns without waiting.
func (i *Intake) Ready() bool { return len(i.held) > 0 || !i.r.asked && i.r.lines.ready() }

// Answers are what a dialect does with its lines.
type Answers struct {
	Do     func(line string)
	Refuse func(err error) // answers a line that cannot be used
	Done   func() bool     // asked before each line: is it to be the last
}

// Answer has every line answered until the last one or the end of input. Out is
// flushed whenever no line is waiting, and at the end. The error is that of the
// input or of out.
func (i *Intake) Answer(out *bufio.Writer, a Answers) error {
	for !a.Done() {
		if !i.Ready() {
			if err := flushed(out); err != nil {
				return err
			}
		}
		line, err := i.Next()
		switch {
		case errors.Is(err, io.EOF):
			return flushed(out)
		case Ended(err):
			return errors.Join(fmt.Errorf("reading commands: %w", err), out.Flush())
		case err != nil:
			a.Refuse(err)
		default:
			a.Do(line)
		}
	}
	return flushed(out)
}

func flushed(out *bufio.Writer) error {
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing answers: %w", err)
	}
	return nil
}

// maxHeld bounds the lines that are read ahead while a search runs.
const maxHeld = 1000

// During performs work in a goroutine of its own and returns when it is done.
// Each line that comes in meanwhile, or the end of input, is told to heard and
// kept for Next, until heard returns false or there are too many.
func (i *Intake) During(work func(), heard func(line string, err error) (goOn bool)) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	for goOn := true; ; {
		var got chan input
		if goOn && len(i.held) < maxHeld {
			got = i.r.got
			if !i.r.asked {
				i.r.asks <- struct{}{}
				i.r.asked = true
			}
		}
		select {
		case <-done:
			return
		case g := <-got:
			i.r.asked = false
			i.held = append(i.held, g)
			goOn = heard(g.line, g.err) && !Ended(g.err)
		}
	}
}

// Ended says whether an error of Next is the end of input or a failure of it,
// and not only a line that cannot be used.
func Ended(err error) bool {
	var refused *Error
	return err != nil && !errors.As(err, &refused)
}
