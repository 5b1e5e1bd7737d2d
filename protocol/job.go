package protocol

import (
	"strconv"
	"time"

	"quadrille/ai"
	"quadrille/engine"
)

// job is a search, perft or bench that runs beside the command loop. Only the
// loop touches it.
type job struct {
	ctl     *ai.Control
	limits  ai.Limits
	bounded bool // ends by itself
	hold    bool // its answer waits for stop or ponderhit
	done    bool
	finish  func() // prints the answer
}

// event is what a running job tells the loop: lines to print or, with done,
// its end.
type event struct {
	lines  []string
	done   bool
	finish func()
}

// start runs a job in its own goroutine. run gets a function that prints lines
// and returns the one that prints the answer, which is called on the loop.
func (s *Server) start(j *job, run func(emit func(...string)) (finish func())) {
	s.job = j
	go func() {
		finish := run(func(lines ...string) { s.events <- event{lines: lines} })
		s.events <- event{done: true, finish: finish}
	}()
}

// handle performs an event on the loop. A job is gone before its answer is
// printed, so that a command sent in reply never finds the engine busy.
func (s *Server) handle(e event) {
	for _, line := range e.lines {
		s.print(line)
	}
	if !e.done {
		return
	}
	s.job.done = true
	s.job.finish = e.finish
	s.release()
}

// release prints the answer of a job that is done and not held.
func (s *Server) release() {
	j := s.job
	if j == nil || !j.done || j.hold {
		return
	}
	s.job = nil
	j.finish()
}

// stopJob asks the running job to end and gives its answer free.
func (s *Server) stopJob() {
	if s.job == nil {
		return
	}
	s.job.ctl.Stop()
	s.job.hold = false
	s.release()
}

// ponderHit turns a ponder search into an ordinary one.
func (s *Server) ponderHit() {
	if s.job == nil || !s.job.ctl.Pondering() {
		return
	}
	s.job.ctl.PonderHit()
	s.job.limits.Ponder = false
	s.job.hold = s.job.limits.Infinite
	s.job.bounded = endsByItself(s.job.limits, s.session.Settings())
	s.release()
}

// startSearch begins a `go` that is no perft.
func (s *Server) startSearch(l ai.Limits) error {
	if s.session.Position().Result().Over {
		s.print("bestmove none")
		return nil
	}
	search, err := s.session.Prepare(l)
	if err != nil {
		return err
	}
	ctl := ai.NewControl(l)
	j := &job{ctl: ctl, limits: l, hold: l.Infinite || l.Ponder, bounded: endsByItself(l, s.session.Settings())}
	ponder := s.session.options.ponder
	s.start(j, func(emit func(...string)) func() {
		r := reporter{emit: emit, times: !s.config.NoTimes}
		best := search(ctl, r.report)
		r.conclude(ctl)
		return func() { s.print(bestLine(best, ponder)) }
	})
	return nil
}

// endsByItself says whether a search needs no stop: its limits, its level or
// the proof it looks for end it.
func endsByItself(l ai.Limits, settings ai.Settings) bool {
	if l.Infinite || l.Ponder {
		return false
	}
	return l.Bounded() || l.Exact || settings.Level < ai.MaxLevel
}

func bestLine(best ai.Best, ponder bool) string {
	line := "bestmove " + best.Move
	if ponder && best.Ponder != "" {
		line += " ponder " + best.Ponder
	}
	return line
}

// reporter turns reports into lines and remembers the last with node counts.
type reporter struct {
	emit  func(...string)
	times bool
	last  ai.Info
	final bool // the last line that was printed has nodes, time and nps
}

func (r *reporter) report(i ai.Info) {
	r.emit(infoLine(i, r.times))
	r.final = i.Found()
	if r.final {
		r.last = i
	}
}

// conclude makes sure that the last info line before the answer has the node
// count, the time and the speed.
func (r *reporter) conclude(ctl *ai.Control) {
	if r.final {
		return
	}
	last := r.last
	last.Time = ctl.Elapsed()
	r.emit(infoLine(last, r.times))
}

// startPerft begins `go perft`.
func (s *Server) startPerft(depth int) {
	pos := s.session.Position()
	ctl := ai.NewControl(ai.Limits{})
	s.start(&job{ctl: ctl, bounded: true}, func(emit func(...string)) func() {
		total := engine.Divide(pos, depth, ctl.Done, func(token string, nodes uint64) {
			emit(token + ": " + strconv.FormatUint(nodes, 10))
		})
		return func() {
			if ctl.Stopped() {
				s.print("info string perft was stopped; the count is not complete")
			}
			s.printf("nodes %d", total)
		}
	})
}

// startBench searches a game's bench positions with a bot of its own, so that
// the count is the same whatever came before.
func (s *Server) startBench(game engine.Game, depth int) error {
	bot, err := s.session.FreshBot(game.Name())
	if err != nil {
		return err
	}
	positions := bot.Bench()
	ctl := ai.NewControl(ai.Limits{})
	s.start(&job{ctl: ctl, bounded: true}, func(emit func(...string)) func() {
		var nodes uint64
		var took time.Duration
		for i, b := range positions {
			n, spent, err := benchOne(ctl, bot, game, b, depth)
			if err != nil {
				emit("info string bench position " + strconv.Itoa(i+1) + ": " + err.Error())
				break
			}
			if ctl.Stopped() {
				emit("info string bench was stopped; the count is not complete")
				break
			}
			nodes += n
			took += spent
			emit("info string bench " + strconv.Itoa(i+1) + "/" + strconv.Itoa(len(positions)) + " nodes " + strconv.FormatUint(n, 10))
		}
		return func() {
			s.printf("nodes %d", nodes)
			if !s.config.NoTimes {
				s.printf("nps %d", perSecond(nodes, took))
			}
		}
	})
	return nil
}

// benchSettings are fixed so that the node count depends on nothing else.
func benchSettings() ai.Settings {
	settings := ai.FullStrength()
	settings.Hash = 16
	return settings
}

// benchOne searches one position. The time is the search's alone: what a bot does
// before its first one, such as unpacking weights, is done before.
func benchOne(ctl *ai.Control, bot ai.Bot, game engine.Game, b ai.BenchPosition, depth int) (nodes uint64, took time.Duration, err error) {
	pos, err := benchPosition(game, b)
	if err != nil {
		return 0, 0, err
	}
	if depth == 0 {
		depth = b.Depth
	}
	bot.Reset()
	bot.Ready(pos, benchSettings())
	began := time.Now()
	bot.Search(ctl, pos, ai.Limits{Depth: depth}, benchSettings(), func(i ai.Info) {
		if i.Found() {
			nodes = i.Nodes
		}
	})
	return nodes, time.Since(began), nil
}

func benchPosition(game engine.Game, b ai.BenchPosition) (engine.Position, error) {
	rules, err := engine.ResolveRules(game.Options(), b.Rules)
	if err != nil {
		return nil, err
	}
	if b.FEN == "" {
		return game.New(rules, 1)
	}
	return game.ParseFEN(b.FEN, rules)
}
