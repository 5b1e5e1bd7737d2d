package postgres

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"quadrille/cmd/client/web/store"
)

// The channel of a store's servers is named by its schema. What is told does not
// belong to the transactions of the changes, which would then wait for each other.
const (
	channel = "'quadrille_' || md5(current_schema())"
	listen  = "DO $$ BEGIN EXECUTE 'LISTEN ' || quote_ident(" + channel + "); END $$"
	notify  = "SELECT pg_notify(" + channel + ", $1)"
)

// Bounds of what is told at once: PostgreSQL takes 8000 bytes.
const (
	mostTold  = 7500
	tellEvery = 25 * time.Millisecond // so that more can be told at once where much happens
)

// teller tells other servers of changes.
type teller struct {
	pool *pgxpool.Pool
	id   string

	mu   sync.Mutex
	news []store.News
	wake chan struct{} // holds a value when there is something to tell
}

func newTeller(pool *pgxpool.Pool, id string) *teller {
	return &teller{pool: pool, id: id, wake: make(chan struct{}, 1)}
}

func (t *teller) tell(n store.News) {
	t.mu.Lock()
	t.news = append(t.news, n)
	t.mu.Unlock()
	raise(t.wake)
}

// raise puts a value into a channel that holds one.
func raise(signal chan struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// tellFor is how long telling may take, when the store is being closed too; others find
// by themselves what they were not told for so long.
const tellFor = 2 * time.Second

// run tells what there is, until the context ends, and what there is then. What cannot
// be told is left to others to find.
func (t *teller) run(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-t.wake:
			t.tellAll()
			pause(ctx, tellEvery)
		case <-ctx.Done():
		}
	}
	t.tellAll()
}

// tellAll tells what there is.
func (t *teller) tellAll() {
	t.mu.Lock()
	news := t.news
	t.news = nil
	t.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), tellFor)
	defer cancel()
	for _, text := range written(t.id, news) {
		t.pool.Exec(ctx, notify, text)
	}
}

// written is what is told of changes: after the server's name, of each the game and
// its deadline in microseconds since 1970, 0 for none.
func written(id string, news []store.News) (texts []string) {
	var b strings.Builder
	for i, n := range news {
		if b.Len() == 0 {
			b.WriteString(id)
		}
		b.WriteString(" " + n.ID + ":" + strconv.FormatInt(store.Micros(n.Deadline), 10))
		if b.Len() > mostTold || i == len(news)-1 {
			texts = append(texts, b.String())
			b.Reset()
		}
	}
	return texts
}

// read reads what was written by another server.
func read(text, own string) (news []store.News) {
	id, rest, _ := strings.Cut(text, " ")
	if id == own {
		return nil
	}
	for _, word := range strings.Fields(rest) {
		game, deadline, _ := strings.Cut(word, ":")
		if n, err := strconv.ParseInt(deadline, 10, 64); err == nil {
			news = append(news, store.News{ID: game, Deadline: store.FromMicros(n)})
		}
	}
	return news
}

// heard is what was told and is not taken yet.
type heard struct {
	mu   sync.Mutex
	news []store.News
	all  bool          // something may have been missed
	some chan struct{} // holds a value when there is something
}

// mostHeard bounds what waits to be taken; beyond it all counts as missed.
const mostHeard = 10_000

func (h *heard) take(text, own string) {
	news := read(text, own)
	if len(news) == 0 {
		return
	}
	h.mu.Lock()
	if h.news = append(h.news, news...); len(h.news) > mostHeard {
		h.news, h.all = nil, true
	}
	h.mu.Unlock()
	raise(h.some)
}

// missed says that something may not have been heard.
func (h *heard) missed() {
	h.mu.Lock()
	h.all = true
	h.mu.Unlock()
	raise(h.some)
}

func (h *heard) wait(ctx context.Context) (news []store.News, all bool, err error) {
	select {
	case <-h.some:
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	news, all = h.news, h.all
	h.news, h.all = nil, false
	return news, all, nil
}
