package match

import (
	"context"
	"crypto/rand"
	"encoding/json"
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
	Alone    func(in io.Reader, out io.Writer) error // speaks as a program of a Solo
	Reporter Reporter
	// Open opens the queue that carries the games; nil is one in this process. Reach,
	// which may be nil too, says first whether that could be done.
	Open  func(ctx context.Context, c *Course) (Queue, error)
	Reach func(context.Context) error
}

// Reporter is notified of what happens in a match, from one goroutine.
type Reporter interface {
	// Begin comes first, with the games of an earlier run already counted.
	Begin(p Progress)
	// Game comes after each game, which is in the journal by then.
	Game(g arena.Game, p Progress)
	// Note tells of something else that people should know, such as a worker
	// that is refused.
	Note(text string, p Progress)
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
	Crew     Crew
	Journal  string // the file; empty where none is written
	Over     bool   // the run has ended, though there may be games left
}

// Setting is what it takes to play games of a match.
type Setting struct {
	spec  *Spec
	terms arena.Terms
}

// NewSetting is the setting of a match that was checked where it began.
func NewSetting(s *Spec) *Setting {
	return &Setting{s, arena.Terms{MaxPlies: s.MaxPlies, Margin: s.Margin, Stall: s.Stall,
		CPU: s.CPU, Pace: &arena.Pace{}, DrawRule: s.DrawRule, WinRule: s.WinRule}}
}

// match is a match that runs.
type match struct {
	*Setting
	options Options
	plan    plan
	journal *Journal
	queue   Queue
	playing []Pairing // the batch that is under way

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
	if o.Reach != nil {
		if err := o.Reach(ctx); err != nil {
			return nil, err
		}
	}
	m := &match{Setting: NewSetting(spec), options: o}
	w := newWorker(m.Setting, o, nil, -1)
	defer w.end()
	if err := w.needReferee(ctx); err != nil {
		return nil, err
	}
	spec.Game, spec.ID = w.facts.Game, rand.Text()[:16]
	if err := m.arrange(w.facts.Players); err != nil {
		return nil, err
	}
	if err := m.plan.checkLength(); err != nil {
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

// arrange makes the plan for a game of so many seats.
func (m *match) arrange(seats int) error {
	s := m.spec
	m.plan = plan{Format: s.Format, Engines: len(s.Engines), Seats: seats, Rounds: s.Rounds, Openings: s.Pairs, Seatings: s.Seatings}
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
	m := &match{Setting: NewSetting(spec), options: o, journal: j}
	games, err := j.Games(ctx)
	if err != nil {
		return err
	}
	guard, err := startGuard()
	if err != nil {
		return err
	}
	defer guard.Close()
	house := newWorker(m.Setting, o, guard, -1)
	defer house.end()
	if err := house.needReferee(ctx); err != nil {
		return err
	}
	if err := m.arrange(house.facts.Players); err != nil {
		return err
	}
	second := newWorker(m.Setting, o, guard, -1) // plays again what others have played
	defer second.end()
	if m.queue, err = m.open(ctx, house, second, games); err != nil {
		return err
	}
	defer m.queue.Close()
	m.begin(games)
	if err = m.learnPace(ctx, house); err == nil {
		err = m.batches(ctx)
	}
	m.queue.Close()
	if e := m.last(ctx, waiting(m.queue)); err == nil {
		err = e
	}
	m.progress.Over = true
	o.Reporter.End(m.progress, err)
	return err
}

// last takes what came back after the last batch was left.
func (m *match) last(ctx context.Context, played []Played) error {
	if _, err := m.take(ctx, played); err != nil {
		return err
	}
	_, err := m.void(ctx, played)
	return err
}

// open opens the queue for what is left of the match.
func (m *match) open(ctx context.Context, house, second *worker, games []arena.Game) (Queue, error) {
	if m.options.Open == nil {
		return openLocal(m.Setting, m.options)
	}
	refused, err := m.journal.Refused(ctx)
	if err != nil {
		return nil, err
	}
	c := &Course{Spec: m.spec, Refused: refused, Total: m.plan.Total(), Check: house.check, Varies: m.spec.varies()}
	if c.Varies == "" {
		c.Replay = second.play
	}
	for _, g := range games {
		c.Done = append(c.Done, g.ID)
	}
	return m.options.Open(ctx, c)
}

// Show reports the match of a journal and plays nothing.
func Show(ctx context.Context, spec *Spec, j *Journal, o Options) error {
	games, err := j.Games(ctx)
	if err != nil {
		return err
	}
	m := &match{Setting: NewSetting(spec), options: o}
	seats := 2
	if len(games) > 0 {
		seats = len(games[0].Seats)
	}
	if err := m.arrange(seats); err != nil {
		return err
	}
	m.begin(games)
	m.progress.Over = true
	o.Reporter.End(m.progress, nil)
	return nil
}

// warmUps are the games by which the pace is learned before the first game.
const warmUps = 2

// learnPace has the engines that follow none play against themselves, where
// there are some that follow.
func (m *match) learnPace(ctx context.Context, w *worker) error {
	leaders := m.spec.leaders()
	defer w.end()
	for i := range warmUps {
		if len(leaders) == len(m.spec.Engines) || m.standing.Games == m.plan.Total() {
			return nil
		}
		seats := make([]int, m.plan.Seats)
		for seat := range seats {
			seats[seat] = leaders[(i+seat)%len(leaders)]
		}
		if len(m.progress.Crew.Cores) > 0 {
			w.core = m.progress.Crew.Cores[0]
		}
		if _, err := w.play(ctx, Pairing{Opening: i, Seats: seats}); err != nil {
			return err
		}
	}
	return nil
}

// begin counts the games of earlier runs.
func (m *match) begin(games []arena.Game) {
	m.progress = Progress{Spec: m.spec, Total: m.plan.Total(), Resumed: len(games), Begun: time.Now()}
	if m.queue != nil {
		m.progress.Crew = m.queue.Crew()
	}
	if m.journal != nil {
		m.progress.Journal = m.journal.path
	}
	m.count(games)
	m.options.Reporter.Begin(m.progress)
}

// count makes the table anew.
func (m *match) count(games []arena.Game) {
	m.standing = newStanding(len(m.spec.Engines), m.plan.Seats)
	m.progress.Standing = m.standing
	for _, g := range games {
		m.standing.Add(g)
	}
}

// decided says whether the sequential test has an answer.
func (p Progress) decided() bool {
	if p.Spec.SPRT == nil {
		return false
	}
	_, _, verdict := p.Standing.Test(*p.Spec.SPRT)
	return verdict != stats.Undecided
}

// batches plays the batches of the schedule one after the other.
func (m *match) batches(ctx context.Context) error {
	if m.progress.decided() {
		return nil
	}
	next := Pairing{ID: 1, Group: 1}
	for n := 0; ; n++ {
		batch := m.plan.Batch(n, next, m.standing.finished())
		if len(batch) == 0 {
			return nil
		}
		last := batch[len(batch)-1]
		next = Pairing{ID: last.ID + 1, Group: last.Group + 1}
		if decided, err := m.batch(ctx, batch); decided || err != nil {
			return err
		}
	}
}

// unfinished are the games of a batch that are still to be played.
func (m *match) unfinished(batch []Pairing) []Pairing {
	return slices.DeleteFunc(slices.Clone(batch), func(p Pairing) bool { return m.standing.has(p.Group, p.ID) })
}

// batch puts games into the queue and takes them back finished. Decided says
// that the sequential test ended the match; games that run then are left.
func (m *match) batch(ctx context.Context, all []Pairing) (decided bool, err error) {
	m.playing = all
	games := m.unfinished(all)
	for running := 0; running > 0 || len(games) > 0; {
		var next chan<- Pairing // nil, which takes none, when there are no more
		var game Pairing
		if len(games) > 0 {
			next, game = m.queue.Games(), games[0]
		}
		select {
		case next <- game:
			games = games[1:]
			running++
		case p := <-m.queue.Played():
			played := waiting(m.queue, p)
			running -= finished(played)
			if decided, err = m.take(ctx, played); err != nil {
				return false, err
			}
			void, err := m.void(ctx, played)
			if err != nil {
				return false, err
			}
			if decided && (len(void) == 0 || m.progress.decided()) {
				return true, nil
			}
			games = append(games, void...)
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
	return false, nil
}
