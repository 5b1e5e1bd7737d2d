package postgres

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/cmd/client/web/store"
)

// The locks of a store, by two numbers of which the second is its schema's. Servers
// share theirs; who wants the store alone has it alone.
const (
	lockUpgrade = "1364222308, hashtext('upgrade ' || coalesce(current_schema(), ''))"
	lockServer  = "1364222308, hashtext('server ' || coalesce(current_schema(), ''))"
)

// link is the one connection of a store that holds it, by a lock that the database
// frees when the connection ends, whatever it ends by. While it is lost nothing is
// written, since somebody else may have the store by then. By the same connection
// a server says that it lives, and hears what others tell.
type link struct {
	config *pgx.ConnConfig
	only   bool // no other may have the store
	id     string
	first  bool      // no other had it when this one came
	start  *pgx.Conn // until begin
	stop   context.CancelFunc
	ended  chan struct{}

	allowance allowance

	mu    sync.Mutex
	why   error // nil while the lock is held
	heard heard
}

// How long the lock of a server that has just ended may still be held, and how
// often it is tried meanwhile. A server waits longer, for the first one to begin.
const (
	lingering = time.Second
	between   = 100 * time.Millisecond
)

// join connects, brings the tables to the present version and takes the lock.
func join(ctx context.Context, config *pgx.ConnConfig, only bool) (*link, error) {
	l := &link{config: config, only: only, id: rand.Text(), ended: make(chan struct{})}
	l.heard.some = make(chan struct{}, 1)
	l.allowance.held, l.allowance.unsaid = map[string]int{}, map[string]bool{}
	var err error
	if l.start, err = l.connect(ctx, true); err == nil && only {
		err = l.begin(ctx)
	}
	return l, err
}

// begin lets other servers in, and has the connection looked after from then on. It
// is called once.
func (l *link) begin(ctx context.Context) error {
	if l.first && !l.only {
		if _, err := l.start.Exec(ctx, share); err != nil {
			return explain(err)
		}
	}
	running, stop := context.WithCancel(context.Background())
	l.stop = stop
	go l.keep(running, l.start)
	return nil
}

// connect makes the connection, and has the lock and hears the others then. Tables are
// brought to the present version only by who has them alone.
func (l *link) connect(ctx context.Context, start bool) (*pgx.Conn, error) {
	if !start {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	conn, err := pgx.ConnectConfig(ctx, l.config.Copy())
	if err != nil {
		return nil, err
	}
	alone, err := l.lock(ctx, conn, start)
	if err == nil {
		err = upgrade(ctx, conn, alone)
	}
	if start {
		l.first = alone
	}
	if err == nil && !l.only {
		_, err = conn.Exec(ctx, listen)
	}
	if err == nil {
		err = l.live(ctx, conn)
	}
	if err != nil {
		conn.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	l.heard.missed()
	return conn, nil
}

// lock takes the lock: alone at the start, if that can be, so that the first server
// is known, and together with other servers otherwise.
func (l *link) lock(ctx context.Context, conn *pgx.Conn, start bool) (alone bool, err error) {
	until := time.Now().Add(lingering)
	if start && !l.only {
		until = time.Now().Add(patience)
	}
	for ; ; pause(ctx, between) {
		var shared bool
		if start || l.only {
			err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock("+lockServer+")").Scan(&alone)
		}
		if err == nil && !alone && !l.only {
			err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock_shared("+lockServer+")").Scan(&shared)
		}
		if err != nil || alone || shared {
			return alone, err
		}
		if time.Now().After(until) {
			return false, &store.Failure{Cause: store.ErrInUse, Text: "another program has the store open"}
		}
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
	}
}

// share lets other servers in.
const share = "SELECT pg_advisory_lock_shared(" + lockServer + "), pg_advisory_unlock(" + lockServer + ")"

// How often a server says that it lives, and when others take it for dead.
const (
	beat   = time.Second
	silent = "interval '5 seconds'"
)

// live says that the server lives, and forgets those that are long dead.
func (l *link) live(ctx context.Context, conn *pgx.Conn) error {
	if l.only {
		return conn.Ping(ctx)
	}
	var forgotten bool
	var b pgx.Batch
	b.Queue("INSERT INTO servers VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET seen = now() RETURNING xmax = 0", l.id).
		QueryRow(func(row pgx.Row) error { return row.Scan(&forgotten) })
	b.Queue("DELETE FROM servers WHERE seen < now() - interval '1 minute'")
	b.Queue("DELETE FROM work WHERE server NOT IN (SELECT id FROM servers)")
	b.Queue("DELETE FROM held WHERE server NOT IN (SELECT id FROM servers)")
	if err := conn.SendBatch(ctx, &b).Close(); err != nil {
		return err
	}
	return l.allowance.say(ctx, conn, l.id, forgotten)
}

// keep has the connection, and makes it anew when it is lost.
func (l *link) keep(ctx context.Context, conn *pgx.Conn) {
	defer close(l.ended)
	for ctx.Err() == nil {
		if conn != nil {
			l.set(nil)
			err := l.watch(ctx, conn)
			l.set(explain(err)) // before anything that takes time
			l.leave(conn)
		}
		var err error
		if conn, err = l.connect(ctx, false); err != nil {
			l.set(explain(err))
			pause(ctx, between)
		}
	}
	if conn != nil {
		l.leave(conn)
	}
}

// leave ends a connection. Of a server that ends well nobody needs to wait for the
// work.
func (l *link) leave(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), beat)
	defer cancel()
	if !conn.IsClosed() && !l.only {
		conn.Exec(ctx, "DELETE FROM servers WHERE id = $1", l.id)
	}
	conn.Close(ctx)
}

// watch looks after a connection until it fails.
func (l *link) watch(ctx context.Context, conn *pgx.Conn) error {
	for next := time.Now().Add(beat); ; {
		waiting, cancel := context.WithDeadline(ctx, next)
		n, err := conn.WaitForNotification(waiting)
		expired := waiting.Err() != nil && ctx.Err() == nil
		cancel()
		switch {
		case err == nil:
			l.heard.take(n.Payload, l.id)
		case !expired:
			return err
		}
		if time.Now().Before(next) {
			continue
		}
		next = time.Now().Add(beat)
		trying, cancel := context.WithTimeout(ctx, patience)
		err = l.live(trying, conn)
		cancel()
		if err != nil {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

func (l *link) set(why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.why = why
}

// state says why nothing may be written, or nil.
func (l *link) state() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.why
}

// close gives the lock back.
func (l *link) close() {
	if l.stop != nil {
		l.stop()
		<-l.ended
	} else {
		l.leave(l.start) // which never began
	}
	l.set(store.ErrClosed)
}
