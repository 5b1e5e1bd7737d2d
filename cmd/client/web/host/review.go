package host

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/cmd/client/judge"
	"quadrille/protocol/driver"
)

// reviewSeed is of what engines draw in the searches of reviews.
const reviewSeed = 1

// ReviewWatch is told how a review goes on. Its zero value is told nothing.
type ReviewWatch struct {
	// Judged is told the report so far, which may be the same as before.
	Judged func(*judge.Report)
	// Wait is told why the review does not go on at present, and with Running
	// that it does.
	Wait func(Wait)
}

// reviewTime is how long a review looks at a turn, twice where another turn was
// better, unless limits say otherwise.
const reviewTime = 400 * time.Millisecond

// Review judges every turn of a game as `client analyse` does; nothing is
// played. Searches for it give way as those of Search do. Whoever asks for the
// same review reads along, or at once where it has been made. It stops when the
// contexts of all who read have ended, and goes on from there when somebody asks
// again. The report must not be changed.
//
// A game that goes on between people who have tokens is not judged, as an engine
// does not help them either.
func (h *Host) Review(ctx context.Context, id string, l Limits, w ReviewWatch) (*judge.Report, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	at, err := h.reviewed(ctx, id)
	if err != nil {
		return nil, err
	}
	r, begin := h.reviews.join(h.ctx, fmt.Sprint(id, l), at)
	if begin && !h.spawn(func() { h.judge(r, id, clientOf(ctx), l) }) {
		r.end(nil, errStopping)
	}
	defer h.reviews.leave(r)
	return r.follow(ctx, w)
}

// reviewed is the position at the end of a game that may be judged.
func (h *Host) reviewed(ctx context.Context, id string) (driver.Position, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return driver.Position{}, err
	}
	defer g.release()
	at := g.position()
	switch {
	case len(at.Turns) == 0:
		return at, Refuse(BadRequest, "no turn has been played that could be judged")
	}
	return at.After(len(at.Turns)), g.mayHelp()
}

// mayHelp says why an engine says nothing about a game: while people with seats of
// their own play each other, it helps neither of them.
func (g *game) mayHelp() error {
	if g.isContested() && !g.state.Load().Over() {
		return Refuse(Forbidden, "people play each other in this game; an engine says something about it when it is over")
	}
	return nil
}

// isContested says whether people with seats of their own play each other.
func (g *game) isContested() bool {
	guarded := 0
	for _, s := range g.head.Seats {
		if guardedPerson(s) {
			guarded++
		}
	}
	return guarded > 1
}

// judge makes a review.
func (h *Host) judge(r *review, id, client string, l Limits) {
	t := &turnJudge{host: h, ctx: r.ctx, client: client, id: id, limits: h.forReview(l, len(r.at.Turns)), waits: waits{tell: r.wait}}
	report, err := t.run(r)
	switch {
	case h.ctx.Err() != nil:
		err = errStopping
	case err == nil:
		err = r.ctx.Err() // it is not whole when its readers left
	}
	r.end(report, err)
}

// forReview are the limits of each search of a review, all of which together
// take no longer than a search may.
func (h *Host) forReview(l Limits, turns int) Limits {
	if l.MoveTime == 0 && l.Depth == 0 && l.Nodes == 0 {
		l.MoveTime = reviewTime
	}
	share := max(time.Millisecond, h.config.MaxThink/time.Duration(2*turns+1))
	if l.MoveTime == 0 || l.MoveTime > share {
		l.MoveTime = share
	}
	return l
}

// turnJudge judges with whichever engines of the host are free, several at once.
type turnJudge struct {
	host       *Host
	ctx        context.Context
	id, client string
	limits     Limits
	waits      waits
	lines      bool        // engines have MultiPV
	begun      atomic.Bool // one search has been through the queue
}

// waits make of several searches' reasons to wait one: a review waits when none of
// its searches runs.
type waits struct {
	tell func(Wait)

	mu      sync.Mutex
	running int
}

// of is what one search tells, and what is called when it is over.
func (w *waits) of() (tell func(Wait), over func()) {
	runs := false
	tell = func(why Wait) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.note(&runs, why == Running)
		if runs || w.running == 0 {
			w.tell(why)
		}
	}
	over = func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.note(&runs, false)
	}
	return tell, over
}

// note counts a search that runs now, or does not. The lock is held.
func (w *waits) note(runs *bool, now bool) {
	switch {
	case now && !*runs:
		w.running++
	case !now && *runs:
		w.running--
	}
	*runs = now
}

// run judges the turns of a review that are not known yet.
func (t *turnJudge) run(r *review) (*judge.Report, error) {
	const by = "chance"
	marks, err := judge.ParseMarks(by, "")
	if err != nil {
		return nil, err
	}
	var end driver.State
	err = t.host.consult(t.ctx, t.id, func(g *driver.Game) (err error) {
		_, t.lines = g.Engine().Option("MultiPV")
		end, err = g.SetUp(t.ctx, r.at, append(driver.Summary(), driver.AskOpening, driver.AskBook)...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return judge.Run(t.ctx, t, end, judge.Config{By: by, Marks: marks, Known: r.known, Searches: t.host.config.Engines, Judged: r.judged})
}

// HasLines implements judge.Engine.
func (t *turnJudge) HasLines() bool { return t.lines }

// At implements judge.Engine.
func (t *turnJudge) At(at driver.Position) (s driver.State, err error) {
	err = t.host.consult(t.ctx, t.id, func(g *driver.Game) error {
		s, err = g.SetUp(t.ctx, at, driver.AskTurn, driver.AskResult, driver.AskLegal)
		return err
	})
	return s, err
}

// Search implements judge.Engine. Each search begins anew and draws the same, so that
// what it finds does not depend on how many engines there are and which of them is free.
func (t *turnJudge) Search(ctx context.Context, at driver.Position, s judge.Search, report func(driver.Info)) (string, error) {
	tell, over := t.waits.of()
	defer over()
	j := job{at: at, limits: t.limits, only: s.Only, anew: true}
	j.request = request{key: t.id, client: t.client, urgency: elective, patient: t.begun.Load(), watch: Watch{Report: report, Wait: tell}}
	j.limits.MultiPV = s.Lines
	reply, err := t.host.think(ctx, j)
	if err == nil {
		t.begun.Store(true)
	}
	return reply.Move, err
}
