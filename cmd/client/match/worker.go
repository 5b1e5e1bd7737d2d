package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"quadrille/cmd/client/match/arena"
	"quadrille/protocol/driver"
)

// worker plays one game at a time with processes of its own: a referee, and
// each engine as often as it has seats in a game.
type worker struct {
	m       *Setting
	options Options
	guard   *guard
	core    int // to which its processes are bound; negative is none
	referee *arena.Referee
	facts   driver.State
	players []*member // the latest used last
	alone   *driver.Process
	// continued has a signal when this process has been stopped and went on; nil
	// where nobody looks.
	continued chan os.Signal
	opening   struct {
		number int
		arena.Opening
	}
}

// member is an engine's process.
type member struct {
	engine int
	drawn  []int // the values that it was told; nil when it is told none
	player driver.Player
	pid    int
	busy   bool
}

func newWorker(m *Setting, o Options, g *guard, core int) *worker {
	w := &worker{options: o, guard: g, core: core}
	w.turnTo(m)
	return w
}

// turnTo has the worker play games of a match from now on.
func (w *worker) turnTo(m *Setting) {
	if w.m == m && m != nil {
		return
	}
	w.end()
	w.m, w.opening.number = m, -1
}

// launch starts a process and puts it under guard.
func (w *worker) launch(c driver.Command) (proc *driver.Process, err error) {
	core := w.core
	if w.m.spec.threaded() {
		core = -1
	}
	onCore(core, func() { proc, err = driver.Start(c, w.options.Trace) })
	if err == nil {
		w.guard.Watch(proc.Pid())
	}
	return proc, err
}

// needReferee starts the referee, unless it runs.
func (w *worker) needReferee(ctx context.Context) error {
	if w.referee != nil {
		return nil
	}
	proc, err := w.start(EngineSpec{Name: "referee", Cmd: w.m.spec.Referee}, w.options.Serve)
	if err != nil {
		return err
	}
	engine, err := driver.Attach(ctx, proc, driver.Config{})
	if err != nil {
		w.guard.Release(proc.Pid())
		return fmt.Errorf("the referee: %w", err)
	}
	w.referee = arena.NewReferee(engine)
	if err := engine.ForRules(ctx); err != nil {
		w.dropReferee()
		return fmt.Errorf("the referee: %w", err)
	}
	w.facts, err = w.referee.NewGame(ctx, w.m.spec.Game, w.m.spec.Rules, 1)
	if err != nil {
		w.dropReferee()
		return fmt.Errorf("the referee: %w", err)
	}
	return nil
}

// start starts a program that answers every turn or game, such as the referee. Where
// it is this program, what serves as it is fastest inside; nil is a process for it too.
func (w *worker) start(e EngineSpec, serve func(in io.Reader, out io.Writer) error) (*driver.Process, error) {
	if serve != nil && e.Cmd == "" {
		return driver.Inside(e.Name, serve, w.options.Trace), nil
	}
	command, err := e.Command()
	if err != nil {
		return nil, err
	}
	return w.launch(command)
}

func (w *worker) dropReferee() {
	if w.referee == nil {
		return
	}
	pid := w.referee.Pid()
	w.referee.Close()
	w.guard.Release(pid)
	w.referee = nil
}

// play plays a game of the schedule. The error means that there was none. A game
// during which this process was stopped, and listened to no engine while their time
// went by, is played again.
func (w *worker) play(ctx context.Context, s Pairing) (arena.Game, error) {
	for {
		select {
		case <-w.continued: // before the game
		default:
		}
		g, err := w.playOnce(ctx, s)
		if err != nil || ctx.Err() != nil || !w.wasStopped(g) {
			return g, err
		}
	}
}

// wasStopped says whether this process was stopped during a game in which time
// counts.
func (w *worker) wasStopped(g arena.Game) bool {
	late := g.End == arena.EndTime || g.End == arena.EndStall
	if timed, follows := w.m.spec.Timed(); w.continued == nil || !timed && !follows && !late {
		return false
	}
	if late { // perhaps the signal is still on its way
		time.Sleep(signalWithin)
	}
	select {
	case <-w.continued:
		return true
	default:
		return false
	}
}

// signalWithin is longer than a signal takes from the system to a channel.
const signalWithin = 50 * time.Millisecond

func (w *worker) playOnce(ctx context.Context, s Pairing) (arena.Game, error) {
	g, err := w.attempt(ctx, s)
	var start *StartError
	if err != nil && ctx.Err() == nil && !errors.As(err, &start) {
		// The referee failed; that costs nobody the game.
		w.dropReferee()
		g, err = w.attempt(ctx, s)
	}
	s.mark(&g)
	return g, err
}

// mark writes into a game what the schedule knows of it.
func (p Pairing) mark(g *arena.Game) {
	g.ID, g.Round, g.Group, g.Size, g.Opening, g.Seats = p.ID, p.Round, p.Group, p.Size, p.Opening, p.Seats
}

// check has the referee replay a game that others have played. As in play, a
// referee that fails once is started again.
func (w *worker) check(ctx context.Context, p Pairing, g *arena.Game) error {
	err := w.verify(ctx, p, g)
	var lie *arena.Lie
	if err != nil && ctx.Err() == nil && !errors.As(err, &lie) {
		w.dropReferee()
		err = w.verify(ctx, p, g)
	}
	return err
}

func (w *worker) verify(ctx context.Context, p Pairing, g *arena.Game) error {
	if err := w.needReferee(ctx); err != nil {
		return err
	}
	opening, err := w.open(ctx, p.Opening)
	if err != nil {
		return err
	}
	var limits []arena.Limits
	for _, e := range p.Seats {
		limits = append(limits, w.m.spec.limits(w.m.spec.Engines[e]))
	}
	p.mark(g)
	return arena.Verify(ctx, w.referee, w.m.terms, opening, limits, *g)
}

func (w *worker) attempt(ctx context.Context, s Pairing) (arena.Game, error) {
	if w.m.spec.Alone {
		return w.playAlone(ctx, s)
	}
	if err := w.needReferee(ctx); err != nil {
		return arena.Game{}, err
	}
	opening, err := w.open(ctx, s.Opening)
	if err != nil {
		return arena.Game{}, err
	}
	members, g, err := w.seat(ctx, s, opening)
	if err == nil && g.End == "" {
		seats := make([]arena.Seat, len(members))
		for i, m := range members {
			e := w.m.spec.Engines[m.engine]
			seats[i] = arena.Seat{Player: m.player, Name: e.Name, Limits: w.m.spec.limits(e), Seed: w.m.spec.seed(e, s.ID, i)}
		}
		var broken []bool
		g, broken, err = arena.Play(ctx, w.referee, w.facts, w.m.terms, opening, seats)
		for i, m := range members {
			if broken[i] || err != nil {
				m.player.Process().Kill() // it is not worth waiting for
			}
			if broken[i] || w.m.spec.Restart || err != nil {
				w.close(m)
			}
		}
	}
	w.release()
	return g, err
}

// open returns an opening of the match by its number.
func (w *worker) open(ctx context.Context, number int) (arena.Opening, error) {
	if w.opening.number == number {
		return w.opening.Opening, nil
	}
	o, err := w.makeOpening(ctx, number)
	if err == nil {
		w.opening.number, w.opening.Opening = number, o
	}
	return o, err
}

func (w *worker) makeOpening(ctx context.Context, number int) (o arena.Opening, err error) {
	spec := w.m.spec
	o.Start = "startpos"
	if n := len(spec.Openings); n > 0 {
		o = spec.Openings[number%n]
	}
	if o.Start == "startpos" && driver.Drawn(w.facts.Rules) {
		seed := int(uint64(spec.Seed)*1_000_003+uint64(number)) & (1<<31 - 1)
		f, err := w.referee.NewGame(ctx, spec.Game, spec.Rules, max(1, seed))
		if err != nil {
			return o, err
		}
		o.Start = f.Start
	}
	if spec.Random > 0 {
		o.Turns, err = w.referee.Random(ctx, o.Start, spec.Random, uint64(spec.Seed), uint64(number))
	}
	return o, err
}

// seat finds or starts a process for every seat. When an engine cannot get
// ready, the game it returns is lost by it.
func (w *worker) seat(ctx context.Context, s Pairing, o arena.Opening) ([]*member, arena.Game, error) {
	var members []*member
	for i, e := range s.Seats {
		m, err := w.member(ctx, e, w.m.spec.draw(s.Group))
		var start *StartError
		switch {
		case err == nil:
			members = append(members, m)
		case errors.As(err, &start) || ctx.Err() != nil:
			return nil, arena.Game{}, err
		default:
			return nil, arena.Forfeit(o, len(s.Seats), i, err), nil
		}
	}
	return members, arena.Game{}, nil
}

// member returns a free process of an engine that was told the values drawn,
// and marks it busy.
func (w *worker) member(ctx context.Context, engine int, drawn []int) (*member, error) {
	spec := w.m.spec.Engines[engine]
	if !slices.ContainsFunc(w.m.spec.Vary, spec.takes) {
		drawn = nil
	}
	for i, m := range w.players {
		if m.engine == engine && !m.busy && slices.Equal(m.drawn, drawn) {
			m.busy = true
			w.players = append(slices.Delete(w.players, i, i+1), m)
			return m, nil
		}
	}
	if drawn != nil {
		spec = spec.with(w.m.spec.values(drawn))
	}
	pid := 0
	player, err := spec.Open(ctx, func(c driver.Command) (*driver.Process, error) {
		proc, err := w.launch(c)
		if err == nil {
			pid = proc.Pid()
		}
		return proc, err
	})
	if err != nil {
		if pid != 0 {
			w.guard.Release(pid)
		}
		return nil, err
	}
	m := &member{engine: engine, drawn: slices.Clone(drawn), player: player, pid: pid, busy: true}
	w.players = append(w.players, m)
	return m, nil
}

// patience is how long an engine may take to start, or to answer anything but a
// search.
const patience = 30 * time.Second

// idle is how many processes a worker keeps that it has no use for at present.
const idle = 8

// release frees the processes of a game, and ends those that were not used
// for long.
func (w *worker) release() {
	for _, m := range w.players {
		m.busy = false
	}
	for len(w.players) > idle {
		w.close(w.players[0])
	}
}

func (w *worker) close(m *member) {
	if i := slices.Index(w.players, m); i >= 0 {
		w.players = slices.Delete(w.players, i, i+1)
		m.player.Close()
		w.guard.Release(m.pid)
	}
}

// end ends all processes, which are not worth waiting for.
func (w *worker) end() {
	var all sync.WaitGroup
	for _, m := range w.players {
		all.Go(func() {
			m.player.Process().Kill()
			m.player.Close()
			w.guard.Release(m.pid)
		})
	}
	all.Wait()
	w.players = nil
	w.dropAlone()
	w.dropReferee()
}
