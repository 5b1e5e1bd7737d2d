package farm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/internal/bus"
)

// A coordinator publishes the view of its match every second, for whoever watches.

// watchTime is how often.
const watchTime = time.Second

// sight is what is published.
type sight struct {
	match.View
	Over bool `json:"over,omitempty"`
}

// Viewed is a reporter that keeps the view of a match for those who watch it from
// elsewhere, beside what another reporter does.
type Viewed struct {
	match.Reporter
	mu   sync.Mutex
	last sight
	made time.Time
}

// Begin keeps the first view.
func (v *Viewed) Begin(p match.Progress) {
	v.Reporter.Begin(p)
	v.keep(p, true, false)
}

// Game keeps a view now and then.
func (v *Viewed) Game(g arena.Game, p match.Progress) {
	v.Reporter.Game(g, p)
	v.keep(p, false, false)
}

// Note keeps a view.
func (v *Viewed) Note(text string, p match.Progress) {
	v.Reporter.Note(text, p)
	v.keep(p, true, false)
}

// End keeps the last view.
func (v *Viewed) End(p match.Progress, err error) {
	v.Reporter.End(p, err)
	v.keep(p, true, true)
}

func (v *Viewed) keep(p match.Progress, must, over bool) {
	now := time.Now()
	if !must && now.Sub(v.made) < watchTime/2 {
		return
	}
	v.made = now
	view := match.Look(p, now)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.last = sight{view, over}
}

// sight is the last view.
func (v *Viewed) sight() sight {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.last
}

// Watch shows a match of a server, that of an id or the only one, until it is over
// or the context ends. Show is given a view every second.
func Watch(ctx context.Context, s bus.Server, id string, show func(v match.View, over bool)) error {
	if id == "" {
		id = "*"
	} else if err := bus.CheckName(id); err != nil {
		return fmt.Errorf("match: %w", err)
	}
	l, err := connect(ctx, s, "quadrille watch", "_INBOX")
	if err != nil {
		return err
	}
	defer l.close()
	views := make(chan *nats.Msg, 256)
	sub, err := l.conn.ChanSubscribe(watchSubject+id, views)
	if err != nil {
		return l.lacking("watching", err)
	}
	defer sub.Unsubscribe()
	name, err := only(ctx, views, l.denied, s, id)
	if err != nil {
		return err
	}
	silent := time.NewTimer(deafTime)
	defer silent.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-silent.C:
			return fmt.Errorf("nothing was heard of match %s for %v; where its coordinator was interrupted, --resume goes on", name, deafTime)
		case msg := <-views:
			if msg.Subject != watchSubject+name {
				continue
			}
			silent.Reset(deafTime)
			var v sight
			if decode(msg.Data, &v) != nil {
				continue
			}
			show(match.View{Title: clean(v.Title), Table: clean(v.Table), Done: clean(v.Done)}, v.Over)
			if v.Over {
				return nil
			}
		}
	}
}

// only waits until every match that runs has been heard of, and returns the only
// one.
func only(ctx context.Context, views chan *nats.Msg, denied <-chan string, s bus.Server, id string) (string, error) {
	heard := map[string]bool{}
	end := time.After(3 * watchTime)
	for {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case msg := <-views:
			heard[strings.TrimPrefix(msg.Subject, watchSubject)] = true
			if heard[id] {
				return id, nil
			}
		case what := <-denied:
			return "", fmt.Errorf("the NATS server does not let this user watch: %s", what)
		case <-end:
			names := slices.Sorted(maps.Keys(heard))
			switch {
			case len(names) == 1:
				return names[0], nil
			case len(names) > 1:
				return "", fmt.Errorf("%d matches run at %s; name one with --watch-match: %s", len(names), s.Redacted(), strings.Join(names, ", "))
			case id != "*":
				return "", fmt.Errorf("match %s does not run at %s", id, s.Redacted())
			}
			return "", errors.New("no match runs at " + s.Redacted())
		}
	}
}
