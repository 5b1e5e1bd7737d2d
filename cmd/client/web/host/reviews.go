package host

import (
	"context"
	"slices"
	"sync"

	"quadrille/cmd/client/judge"
	"quadrille/protocol/driver"
)

// reviews are those under way and those made last, the latest at the end. The
// zero value has none.
type reviews struct {
	mu  sync.Mutex
	all []*review
}

// mostReviewed bounds the turns of the reviews that are kept.
const mostReviewed = 20_000

// review is one that is under way, or was made.
type review struct {
	key    string
	at     driver.Position // the end of the game
	known  []judge.Turn    // of its turns, from an earlier review
	ctx    context.Context // ends when nobody reads any more
	cancel context.CancelFunc

	readers int // of which reviews.mu is the guard

	mu      sync.Mutex
	report  *judge.Report // so far; may be nil
	why     Wait
	ended   bool
	err     error         // why it is not whole
	changed chan struct{} // closed when any of these changes
}

// join finds a review to read, or makes one, which is then to begin. leave ends
// it.
func (all *reviews) join(ctx context.Context, key string, at driver.Position) (r *review, begin bool) {
	all.mu.Lock()
	defer all.mu.Unlock()
	i := slices.IndexFunc(all.all, func(r *review) bool { return r.key == key })
	var old *review
	if i >= 0 {
		old = all.all[i]
		all.all = slices.Delete(all.all, i, i+1)
	}
	if old == nil || !old.serves(at) {
		r, begin = newReview(ctx, key, at, old), true
	} else {
		r = old
	}
	r.readers++
	all.all = append(all.all, r)
	all.prune()
	return r, begin
}

// prune forgets reviews that were asked for long ago. The lock is held.
func (all *reviews) prune() {
	turns := 0
	for i := len(all.all) - 1; i >= 0; i-- {
		turns += len(all.all[i].at.Turns)
		if turns > mostReviewed && i < len(all.all)-1 {
			all.all = slices.Delete(all.all, 0, i+1)
			return
		}
	}
}

// leave ends the reading of a review, and the review when nobody reads it.
func (all *reviews) leave(r *review) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if r.readers--; r.readers == 0 {
		r.cancel()
	}
}

// newReview is one that takes from an earlier one what the two have in common.
func newReview(ctx context.Context, key string, at driver.Position, old *review) *review {
	r := &review{key: key, at: at, changed: make(chan struct{})}
	r.ctx, r.cancel = context.WithCancel(ctx)
	if old == nil || old.at.Game != at.Game || old.at.Rules != at.Rules || old.at.Start != at.Start {
		return r
	}
	old.mu.Lock()
	defer old.mu.Unlock()
	if old.report == nil {
		return r
	}
	same := 0
	for same < min(len(at.Turns), len(old.report.Turns)) && at.Turns[same] == old.at.Turns[same] {
		same++
	}
	r.known = old.report.Turns[:same]
	return r
}

// serves says whether a review is, or is going to be, that of a game.
func (r *review) serves(at driver.Position) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	same := r.at.Game == at.Game && r.at.Rules == at.Rules && r.at.Start == at.Start && slices.Equal(r.at.Turns, at.Turns)
	return same && r.err == nil && (r.ended || r.ctx.Err() == nil)
}

// change changes what the readers are told.
func (r *review) change(how func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	how()
	close(r.changed)
	r.changed = make(chan struct{})
}

func (r *review) judged(sofar *judge.Report) { r.change(func() { r.report = sofar }) }
func (r *review) wait(why Wait)              { r.change(func() { r.why = why }) }

// end ends a review. What an unfinished one had found stays.
func (r *review) end(report *judge.Report, err error) {
	r.change(func() {
		r.ended, r.err = true, err
		if err == nil {
			r.report = report
		}
	})
}

// follow reads a review until it ends or the context does.
func (r *review) follow(ctx context.Context, w ReviewWatch) (*judge.Report, error) {
	for {
		r.mu.Lock()
		report, why, ended, err, changed := r.report, r.why, r.ended, r.err, r.changed
		r.mu.Unlock()
		if w.Judged != nil && report != nil {
			w.Judged(report)
		}
		if ended {
			return report, err
		}
		if w.Wait != nil {
			w.Wait(why)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return report, ctx.Err()
		}
	}
}
