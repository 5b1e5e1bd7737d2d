package match

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"quadrille/cmd/client/match/arena"
	"quadrille/protocol/driver"
)

// A Solo is work that one program does alone, such as games of self-play for
// training, cut into numbered games, each of which is decided by its number and is
// told as a line. They go through the same queue as those of a match, to players in
// this process or to workers elsewhere.
//
// The program reads "game N", with numbers from 0, and answers with a line.
type Solo struct {
	Name        string
	Program     EngineSpec // as workers run it
	Serve       func(in io.Reader, out io.Writer) error
	Check       func(line string) error // says what is wrong with a line of others
	Have, Total int                     // lines that are there, and that are wanted
	// Keep takes the next line in the order of the numbers, and Cut takes all from
	// number n on back, since a worker has lied.
	Keep func(line string) error
	Cut  func(n int) error
	Tell func(note string)
}

// soloAhead is how far a game may be ahead of the first that is missing.
const soloAhead = 1024

// soloStall is how long a game may take.
const soloStall = 2 * time.Hour

// ServeAlone is the program's side: it reads numbers and writes the lines that make
// has of them, until the input ends.
func ServeAlone(in io.Reader, out io.Writer, make func(n int) (string, error)) error {
	for {
		var n int
		if _, err := fmt.Fscanf(in, "game %d\n", &n); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.ErrClosedPipe) {
				return nil
			}
			return fmt.Errorf("a line is game and a number: %w", err)
		}
		line, err := make(n)
		if err == nil {
			_, err = fmt.Fprintln(out, line)
		}
		if err != nil {
			return err
		}
	}
}

// soloRun is a solo that runs.
type soloRun struct {
	*Solo
	queue Queue
	made  []Played        // the lines that were kept in this run, from number Have on
	early map[int]Played  // lines of which one before is missing
	again []int           // numbers that are wanted once more
	given int             // the next number that nobody has
	said  map[string]bool // notes
}

// Run makes the lines that are missing until there are all or the context ends.
func (s *Solo) Run(ctx context.Context, o Options) (err error) {
	r := &soloRun{Solo: s, early: map[int]Played{}, given: s.Have, said: map[string]bool{}}
	here, set := o, NewSetting(s.spec(EngineSpec{}))
	here.Alone, here.NoPin = s.Serve, true
	if o.Open == nil {
		r.queue, err = openLocal(set, here)
	} else {
		second := newWorker(set, here, nil, -1)
		defer second.end()
		r.queue, err = o.Open(ctx, &Course{Spec: s.spec(s.Program), Total: s.Total, Check: s.check, Replay: second.play})
	}
	if err != nil {
		return err
	}
	defer r.queue.Close()
	return r.play(ctx)
}

// spec is the match whose games are the lines, as a player needs it.
func (s *Solo) spec(program EngineSpec) *Spec {
	program.Name, program.Limits = s.Name, &arena.Limits{Depth: 1} // which nobody looks at
	return &Spec{ID: rand.Text()[:16], Alone: true, Engines: []EngineSpec{program}, Game: s.Name, Format: RoundRobin, Rounds: 1, Pairs: 1, Stall: soloStall}
}

func (s *Solo) check(_ context.Context, p Pairing, g *arena.Game) error {
	p.mark(g)
	if g.End != arena.EndRules {
		return &arena.Lie{Text: "it says that it ended by " + string(g.End)}
	}
	if err := s.Check(g.Line); err != nil {
		return &arena.Lie{Text: err.Error()}
	}
	return nil
}

func (r *soloRun) play(ctx context.Context) error {
	look := time.NewTicker(5 * time.Second)
	defer look.Stop()
	for r.next() < r.Total {
		to, n := r.wanted()
		select {
		case to <- Pairing{ID: n + 1, Seats: []int{0}}:
			r.gave(n)
		case p := <-r.queue.Played():
			for _, p := range waiting(r.queue, p) {
				if err := r.take(p); err != nil {
					return err
				}
			}
		case <-look.C:
			if c := r.queue.Crew(); c.Where != "" && len(c.Away) == 0 {
				r.note(c.Notes[len(c.Notes)-1])
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// next is the first number of which there is no line.
func (r *soloRun) next() int { return r.Have + len(r.made) }

// wanted is the number of the next game and where it goes; nowhere when there is
// none for now.
func (r *soloRun) wanted() (chan<- Pairing, int) {
	switch {
	case len(r.again) > 0:
		return r.queue.Games(), r.again[0]
	case r.given < min(r.Total, r.next()+soloAhead):
		return r.queue.Games(), r.given
	}
	return nil, 0
}

func (r *soloRun) gave(n int) {
	if len(r.again) > 0 {
		r.again = r.again[1:]
		return
	}
	r.given++
}

// take takes what came back.
func (r *soloRun) take(p Played) error {
	switch {
	case p.Refusal != nil:
		return r.void(p)
	case p.Note != "":
		r.note(p.Note)
		return nil
	case p.Err != nil:
		return p.Err
	}
	r.early[p.Game.ID-1] = p
	return r.keep()
}

// keep keeps the lines of which none before is missing.
func (r *soloRun) keep() error {
	for {
		p, ok := r.early[r.next()]
		if !ok {
			return nil
		}
		if err := r.Keep(p.Game.Line); err != nil {
			return err
		}
		delete(r.early, r.next())
		r.made = append(r.made, p)
		if p.Kept != nil {
			p.Kept()
		}
	}
}

// void takes back what a worker has made that has lied.
func (r *soloRun) void(p Played) error {
	first := r.next()
	for i := range r.made {
		if r.made[i].Game.Worker == p.Refusal.Worker {
			first = r.Have + i
			break
		}
	}
	if first < r.next() {
		if err := r.Cut(first); err != nil {
			return err
		}
	}
	for i, q := range r.made[first-r.Have:] {
		q.Kept = nil // it was called
		r.early[first+i] = q
	}
	r.made = r.made[:first-r.Have]
	gone := 0
	for n, q := range r.early {
		if q.Game.Worker == p.Refusal.Worker {
			delete(r.early, n)
			r.again = append(r.again, n)
			gone++
		}
	}
	if p.Kept != nil {
		p.Kept()
	}
	r.note(fmt.Sprintf("worker %s gets no more games: %s; %d that it has played are played again", p.Refusal.Worker, p.Refusal.Why, gone))
	return r.keep()
}

// note tells something once.
func (r *soloRun) note(text string) {
	if !r.said[text] {
		r.said[text] = true
		r.Tell(text)
	}
}

// playAlone has the program of a solo play a game.
func (w *worker) playAlone(ctx context.Context, p Pairing) (arena.Game, error) {
	e := w.m.spec.Engines[0]
	if w.alone == nil {
		proc, err := w.start(e, w.options.Alone)
		if err != nil {
			return arena.Game{}, &StartError{err}
		}
		w.alone = proc
	}
	begun := time.Now()
	g := arena.Game{Begun: begun.UTC(), End: arena.EndRules, Used: []int64{0}, Points: []float64{0}}
	request := driver.Request{Text: fmt.Sprint("game ", p.ID-1), Begun: begun, Wait: w.m.spec.Stall}
	err := w.alone.SendLines(ctx, request.Text)
	if err == nil {
		err = w.alone.Await(ctx, request, func(line string, _ time.Time) (bool, error) {
			g.Line = line
			return true, nil
		})
	}
	if err != nil {
		w.dropAlone()
		return g, fmt.Errorf("%s: %w", e.Name, err)
	}
	g.Elapsed = time.Since(begun)
	return g, nil
}

func (w *worker) dropAlone() {
	if w.alone == nil {
		return
	}
	w.alone.Kill()
	w.alone.Close("", 0)
	w.guard.Release(w.alone.Pid())
	w.alone = nil
}
