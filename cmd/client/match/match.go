package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/match/stats"
	"quadrille/protocol/driver"
)

// Options are what the results of a match do not depend on.
type Options struct {
	Concurrency int  // games at a time; 0 is one a core
	NoPin       bool // do not bind engines to cores
	Trace       driver.Trace
	// Serve speaks as this program's engine. It is the referee, unless the
	// match names one; nil has this program started again for that.
	Serve    func(in io.Reader, out io.Writer) error
	Reporter Reporter
}

// Reporter is notified of what happens in a match, from one goroutine.
type Reporter interface {
	// Begin comes first, with the games of an earlier run already counted.
	Begin(p Progress)
	// Game comes after each game, which is in the journal by then.
	Game(g arena.Game, p Progress)
	// End comes last. The error is what ended the match early, or nil.
	End(p Progress, err error)
}

// Progress is the state of a match.
type Progress struct {
	Spec     *Spec
	Standing *Standing
	Total    int // games in all, if no test ends the match early
	Resumed  int // games of earlier runs
	Begun    time.Time
	Workers  int
	Cores    []int  // to which the games' engines are bound; empty when they are not
	Journal  string // the file; empty where none is written
}

// match is a match that runs.
type match struct {
	spec    *Spec
	options Options
	plan    plan
	terms   arena.Terms
	journal *Journal
	guard   *guard

	standing *Standing
	progress Progress
}

// Begin checks a specification against its referee, reads its openings and
// creates its journal, one with a name of its own if the path is empty. Lines are
// those of an opening file, if any.
func Begin(ctx context.Context, spec *Spec, lines []string, path string, o Options) (*Journal, error) {
	if err := spec.Check(); err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err == nil {
		return nil, fmt.Errorf("%s already exists; --resume continues the match of a journal", path)
	}
	m := &match{spec: spec, options: o}
	w := newWorker(m, -1)
	defer w.end()
	if err := w.needReferee(ctx); err != nil {
		return nil, err
	}
	spec.Game = w.facts.Game
	if err := m.arrange(w.facts.Players); err != nil {
		return nil, err
	}
	if err := spec.readOpenings(ctx, w.referee, lines); err != nil {
		return nil, err
	}
	for i := range spec.Engines {
		if err := w.try(ctx, i); err != nil {
			return nil, fmt.Errorf("engine %s: %w", spec.Engines[i].Name, err)
		}
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	if path == "" {
		return newJournal(time.Now(), text)
	}
	return createJournal(path, text)
}

// try starts an engine once, or with every value of the parameters that it is
// told, and has it set up the game, so that a wrong command line or option is
// an error and not a lost match.
func (w *worker) try(ctx context.Context, engine int) error {
	if err := w.m.spec.Engines[engine].plays(w.m.spec.Game); err != nil {
		return err
	}
	drawn, more := make([]int, len(w.m.spec.Vary)), true
	for n := 0; more; n++ {
		more = false
		for i, p := range w.m.spec.Vary {
			drawn[i] = min(n, len(p.Values)-1)
			more = more || n+1 < len(p.Values)
		}
		m, err := w.member(ctx, engine, drawn)
		if err != nil {
			return err
		}
		if err := m.player.NewGame(ctx, w.facts.Setup(driver.StartPos)); err != nil {
			return err
		}
		w.release()
	}
	return nil
}

// arrange makes the plan and the terms for a game of so many seats.
func (m *match) arrange(seats int) error {
	s := m.spec
	m.plan = plan{Format: s.Format, Engines: len(s.Engines), Seats: seats, Rounds: s.Rounds, Openings: s.Pairs, Seatings: s.Seatings}
	m.terms = arena.Terms{MaxPlies: s.MaxPlies, Margin: s.Margin, Stall: s.Stall,
		CPU: s.CPU, Pace: &arena.Pace{}, DrawRule: s.DrawRule, WinRule: s.WinRule}
	if seats != 2 && (s.SPRT != nil || s.DrawRule.Plies > 0 || s.WinRule.Plies > 0) {
		return fmt.Errorf("%s has %d seats; a sequential test and adjudication are for two", s.Game, seats)
	}
	return m.plan.Check()
}

// Run plays what is left of the match in a journal until it is over, a
// sequential test is decided or the context ends. The error is the context's
// or what made it impossible to go on; the journal has every game that was
// finished.
func Run(ctx context.Context, spec *Spec, j *Journal, o Options) error {
	m := &match{spec: spec, options: o, journal: j}
	var err error
	if m.guard, err = startGuard(); err != nil {
		return err
	}
	defer m.guard.Close()
	games, err := j.Games(ctx)
	if err != nil {
		return err
	}
	workers := m.startWorkers()
	defer workers.end()
	first := workers.list[0]
	if err := first.needReferee(ctx); err != nil {
		return err
	}
	if err := m.arrange(first.facts.Players); err != nil {
		return err
	}
	m.begin(games, len(workers.list), workers.cores.list)
	if err = m.learnPace(ctx, first); err == nil {
		err = m.batches(ctx, workers)
	}
	workers.end()
	if _, e := m.take(ctx, workers.rest()); err == nil {
		err = e
	}
	o.Reporter.End(m.progress, err)
	return err
}

// Show reports the match of a journal and plays nothing.
func Show(ctx context.Context, spec *Spec, j *Journal, o Options) error {
	games, err := j.Games(ctx)
	if err != nil {
		return err
	}
	m := &match{spec: spec, options: o}
	seats := 2
	if len(games) > 0 {
		seats = len(games[0].Seats)
	}
	if err := m.arrange(seats); err != nil {
		return err
	}
	m.begin(games, 0, nil)
	o.Reporter.End(m.progress, nil)
	return nil
}

// warmUps are the games by which the pace is learned before the first game.
const warmUps = 2

// learnPace has the engines that follow none play against themselves, where
// there are some that follow.
func (m *match) learnPace(ctx context.Context, w *worker) error {
	leaders := m.spec.leaders()
	for i := range warmUps {
		if len(leaders) == len(m.spec.Engines) || m.standing.Games == m.plan.Total() {
			return nil
		}
		seats := make([]int, m.plan.Seats)
		for seat := range seats {
			seats[seat] = leaders[(i+seat)%len(leaders)]
		}
		if _, err := w.play(ctx, pairing{Opening: i, Seats: seats}); err != nil {
			return err
		}
	}
	return nil
}

// begin counts the games of earlier runs.
func (m *match) begin(games []arena.Game, workers int, cores []int) {
	m.standing = newStanding(len(m.spec.Engines), m.plan.Seats)
	m.progress = Progress{Spec: m.spec, Standing: m.standing, Total: m.plan.Total(), Resumed: len(games),
		Begun: time.Now(), Workers: workers, Cores: cores}
	if m.journal != nil {
		m.progress.Journal = m.journal.path
	}
	for _, g := range games {
		m.standing.Add(g)
	}
	m.options.Reporter.Begin(m.progress)
}

// decided says whether the sequential test has an answer.
func (m *match) decided() bool {
	if m.spec.SPRT == nil {
		return false
	}
	_, verdict := m.spec.SPRT.Judge(m.standing.Prefix())
	return verdict != stats.Undecided
}

// batches plays the batches of the schedule one after the other.
func (m *match) batches(ctx context.Context, ws *workers) error {
	if m.decided() {
		return nil
	}
	next := pairing{ID: 1, Group: 1}
	for n := 0; ; n++ {
		batch := m.plan.Batch(n, next, m.standing.finished())
		if len(batch) == 0 {
			return nil
		}
		last := batch[len(batch)-1]
		next = pairing{ID: last.ID + 1, Group: last.Group + 1}
		batch = slices.DeleteFunc(batch, m.standing.has)
		if decided, err := m.batch(ctx, ws, batch); decided || err != nil {
			return err
		}
	}
}

// batch hands games to the workers and takes them back finished. Decided says
// that the sequential test ended the match; games that run then are left.
func (m *match) batch(ctx context.Context, ws *workers, games []pairing) (decided bool, err error) {
	for running := 0; running > 0 || len(games) > 0; {
		var jobs chan pairing // nil, which takes none, when there are no more
		var job pairing
		if len(games) > 0 {
			jobs, job = ws.jobs, games[0]
		}
		select {
		case jobs <- job:
			games = games[1:]
			running++
		case p := <-ws.played:
			played := ws.rest(p)
			running -= len(played)
			if decided, err := m.take(ctx, played); decided || err != nil {
				return decided, err
			}
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
	return false, nil
}

// take writes finished games to the journal, all that have come by now in one
// transaction, and then counts and reports them.
func (m *match) take(ctx context.Context, played []playedGame) (decided bool, err error) {
	var games []arena.Game
	for _, p := range played {
		if p.err != nil {
			err = errors.Join(err, p.err)
			continue
		}
		games = append(games, p.game)
	}
	// Games that are finished are kept even when the match is being ended.
	if e := m.journal.Append(context.WithoutCancel(ctx), games...); e != nil {
		return false, errors.Join(err, e)
	}
	for _, g := range games {
		m.standing.Add(g)
		decided = m.decided()
		m.options.Reporter.Game(g, m.progress)
	}
	return decided, err
}
