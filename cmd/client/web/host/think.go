package host

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// job is a search.
type job struct {
	request        // its key is the game's ID, since the engine may know that already
	seat    string // whose turn is searched for, where it is played
	at      driver.Position
	named   bool // the position is not a game's but what somebody says
	limits  Limits
	only    []string     // the turns that it looks at; all when empty
	book    bool         // whether an answer from the engine's opening book will do
	clock   *searchClock // nil is none
	anew    bool         // the engine is to forget what it found out before, and draws nothing new
}

// Watch is told how a search goes on. Its zero value is told nothing.
type Watch struct {
	Report func(driver.Info)
	// Wait is told why the search does not run at present, and with Running that
	// it does again.
	Wait func(Wait)
}

// Wait is why a search does not run.
type Wait string

// The reasons.
const (
	Running Wait = ""
	Playing Wait = "play"  // the engines play turns or give hints, which go first
	Sharing Wait = "share" // others analyse, and take turns with this search
)

func (w Watch) report(i driver.Info) {
	if w.Report != nil {
		w.Report(i)
	}
}

func (w Watch) wait(why Wait) {
	if w.Wait != nil {
		w.Wait(why)
	}
}

// think searches. When the context ends the search is stopped and what it
// found is returned, unless it had not begun. A search that has to give way is
// stopped and begun again later.
func (h *Host) think(ctx context.Context, j job) (Reply, error) {
	s := &thought{job: j, slice: h.config.Slice}
	r := j.request
	r.game, r.rules = j.at.Game, j.at.Rules
	defer h.searches.Add(1)
	for {
		s.paused = false
		err := h.lend(ctx, h.thinkers, r, func(u *unit) error { return h.search(ctx, u, s) })
		if err != nil && r.patient && s.reply.Move != "" && ctx.Err() != nil {
			err = nil // stopped while it waited to go on
		}
		if err != nil || !s.paused {
			s.reply.spent = s.spent
			return s.reply, err
		}
		r.patient, r.watch = true, Watch{} // it is through the queue, and has said why it pauses
	}
}

// thought is a search with what it has come to so far.
type thought struct {
	job
	reply  Reply
	spent  time.Duration // of thinking
	slice  time.Duration // how long it runs before it gives way to its equals
	paused bool          // it gave way and is to go on
	deep   int           // depth of the deepest report
}

// search has a lent engine search, until it is done or has to give way.
func (h *Host) search(ctx context.Context, u *unit, s *thought) error {
	if err := h.ready(ctx, u, s.job); err != nil {
		return err
	}
	h.searching.Add(1)
	defer h.searching.Add(-1)
	s.watch.wait(Running)
	run, cancel := context.WithTimeout(ctx, h.config.MaxThink-s.spent)
	defer cancel()
	ended := u.giveWay(s.slice, cancel)
	begun := time.Now()
	found := Reply{}
	best, err := u.Engine().Go(run, s.words(), func(i driver.Info) {
		if i.HasScore || len(i.Scores) > 0 {
			found.Info = i
		}
		if i.Depth >= s.deep { // what has been said before is not said again
			s.deep = i.Depth
			s.watch.report(i)
		}
	})
	found.Move, found.Ponder = best.Move, best.Ponder
	s.spent += time.Since(begun)
	way := ended()
	if err == nil {
		s.take(found, way, ctx.Err() != nil || s.spent >= h.config.MaxThink)
	}
	return err
}

// words are the arguments of go for what is still to be searched.
func (s *thought) words() string {
	l := s.limits
	if l.MoveTime > 0 {
		l.MoveTime = max(time.Millisecond, l.MoveTime-s.spent)
	}
	text := l.words()
	if s.clock != nil {
		text += s.clock.words(s.spent)
	}
	if len(s.only) > 0 {
		text += " searchmoves " + strings.Join(s.only, " ")
	}
	return text
}

// take keeps what a run has found, and says whether the search goes on. A run
// that was cut off, or had less time than one before it, may know less.
func (s *thought) take(found Reply, way Wait, stopped bool) {
	timed := s.limits.MoveTime > 0
	s.paused = way != Running && !stopped && !(timed && s.spent >= s.limits.MoveTime)
	cut := timed || stopped || s.paused
	if !cut || found.Move != "" && (s.reply.Move == "" || found.Info.Depth >= s.reply.Info.Depth) {
		s.reply = found
	}
	if !s.paused {
		return
	}
	s.watch.wait(way)
	if way == Sharing {
		s.slice *= 2 // so that a search to a depth comes to its end
	}
}

// giveWay stops a search when its engine is wanted, and when it is to be shared
// after the slice that it may have. What it returns ends the watch and says
// which of the two it was, or Running.
func (u *unit) giveWay(slice time.Duration, stop func()) func() Wait {
	begun, done, way := time.Now(), make(chan struct{}), make(chan Wait, 1)
	go func() {
		shared, slices := u.shared, (<-chan time.Time)(nil)
		for {
			select {
			case <-u.wanted:
				stop()
				way <- Playing
				return
			case <-shared:
				shared, slices = nil, time.After(time.Until(begun.Add(slice)))
			case <-slices:
				stop()
				way <- Sharing
				return
			case <-done:
				way <- Running
				return
			}
		}
	}()
	return func() Wait {
		close(done)
		return <-way
	}
}

// ready brings an engine to the position and sets its options. An engine that
// was at this game before is not told that a game begins, which would make it
// forget what it found out.
func (h *Host) ready(ctx context.Context, u *unit, j job) error {
	options := []string{option("Level", level(j.limits.Level)), option("MultiPV", max(1, j.limits.MultiPV)), option("OwnBook", j.book)}
	if !u.same {
		options = append(options, option("Hash", h.config.Hash), option(solveOption, false))
	}
	if !u.same || u.away || j.anew != u.seeded { // 0 draws a seed for each game
		options, u.seeded = append(options, option("Seed", map[bool]int{true: reviewSeed}[j.anew])), j.anew
	}
	if !u.same || j.anew {
		u.Forget()
	}
	if _, err := u.Engine().Ask(ctx, options...); err != nil { // one that has no such option searches without it
		return err
	}
	perfect, ask := j.limits.perfect(), []driver.Question(nil)
	if perfect {
		ask = append(ask, driver.AskRules)
	}
	f, err := u.SetUp(ctx, j.at, ask...)
	if err == nil && perfect {
		err = h.wantsPerfection(ctx, u, j.client, j.at.Game, ruleMap(f.Rules))
	}
	if j.named {
		return refusedAsNamed(err)
	}
	return err
}

func option[V int | bool | engine.Level](name string, value V) string {
	return fmt.Sprintf("setoption name %s value %v", name, value)
}

func level(n engine.Level) engine.Level {
	if n == 0 {
		return engine.MaxLevel
	}
	return n
}

// words are the arguments of go.
func (l Limits) words() string {
	var b strings.Builder
	add := func(key string, n uint64) {
		if n > 0 {
			b.WriteString(" " + key + " " + strconv.FormatUint(n, 10))
		}
	}
	add("depth", uint64(l.Depth))
	add("nodes", l.Nodes)
	if l.MoveTime > 0 {
		add("movetime", uint64(max(1, l.MoveTime.Milliseconds())))
	}
	if l.Exact {
		b.WriteString(" exact")
	}
	return strings.TrimSpace(b.String())
}

// bounded says whether a search with the limits ends by itself.
func (l Limits) bounded() bool {
	return l.MoveTime > 0 || l.Depth > 0 || l.Nodes > 0 || l.Exact || level(l.Level) < engine.MaxLevel
}

// perfect says whether a search with the limits plays from the solution of a game
// that is solved.
func (l Limits) perfect() bool {
	return (l.Exact || level(l.Level) == engine.MaxLevel) && l.Depth == 0 && l.Nodes == 0
}

// mostLines bounds Limits.MultiPV, as our engine does. It is enough for all
// turns of a position but in Blokus.
const mostLines = 256

// check says what is wrong with limits.
func (l Limits) check() error {
	switch {
	case l.Level != 0 && l.Level.Check() != nil:
		return Refuse(BadRequest, "%v", l.Level.Check())
	case l.MoveTime < 0 || l.Depth < 0:
		return Refuse(BadRequest, "depth and time cannot be negative")
	case l.Depth > 1_000_000 || l.Nodes > 1<<62:
		return Refuse(BadRequest, "that depth or number of nodes is too large")
	case l.MultiPV < 0 || l.MultiPV > mostLines:
		return Refuse(BadRequest, "the number of lines is 1 to %d, not %d", mostLines, l.MultiPV)
	}
	return nil
}

// chosen says whether a search with the limits may take longer than a turn of
// full strength, because whoever asks has chosen so.
func (h *Host) chosen(l Limits) bool {
	if l.MoveTime > 0 {
		return l.MoveTime > h.config.MoveTime
	}
	return l.Depth > 0 || l.Nodes > 0 || l.Exact
}

// forTurn are the limits of a search whose turn is played: it has one line and
// comes to an end.
func (h *Host) forTurn(l Limits) Limits {
	l.MultiPV = 1
	if !l.bounded() {
		l.MoveTime = h.config.MoveTime
	}
	return l
}
