package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/cmd/client/web/store"
)

// The locks of a store, by two numbers of which the second is its schema's.
const (
	lockUpgrade = "1364222308, hashtext('upgrade ' || current_schema())"
	lockServer  = "1364222308, hashtext('server ' || current_schema())"
)

// link is the one connection of a store that holds it, by a lock that the database
// frees when the connection ends, whatever it ends by. While it is lost nothing is
// written, since somebody else may have the store by then.
type link struct {
	config *pgx.ConnConfig
	stop   context.CancelFunc
	ended  chan struct{}

	mu  sync.Mutex
	why error // nil while the lock is held
}

// How long the lock of a server that has just ended may still be held, and how
// often it is tried meanwhile.
const (
	lingering = time.Second
	between   = 100 * time.Millisecond
)

// join connects, brings the tables to the present version and takes the lock.
func join(ctx context.Context, config *pgx.ConnConfig) (*link, error) {
	l := &link{config: config, ended: make(chan struct{})}
	conn, err := l.connect(ctx)
	if err != nil {
		return nil, err
	}
	running, stop := context.WithCancel(context.Background())
	l.stop = stop
	go l.keep(running, conn)
	return l, nil
}

// connect makes the connection and has the lock then.
func (l *link) connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, l.config.Copy())
	if err != nil {
		return nil, err
	}
	if err = upgrade(ctx, conn); err == nil {
		err = lock(ctx, conn)
	}
	if err != nil {
		conn.Close(context.WithoutCancel(ctx))
		return nil, err
	}
	return conn, nil
}

func lock(ctx context.Context, conn *pgx.Conn) error {
	for until := time.Now().Add(lingering); ; {
		var held bool
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock("+lockServer+")").Scan(&held); err != nil || held {
			return err
		}
		if time.Now().After(until) {
			return &store.Failure{Cause: store.ErrInUse, Text: "another server has the store open"}
		}
		select {
		case <-time.After(between):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// beat is how often the connection is tried, which by itself does not tell when
// the other end has gone without a word.
const beat = 2 * time.Second

// keep has the connection, and makes it anew when it is lost.
func (l *link) keep(ctx context.Context, conn *pgx.Conn) {
	defer close(l.ended)
	for ctx.Err() == nil {
		if conn != nil {
			l.set(nil)
			err := watch(ctx, conn)
			conn.Close(ctx)
			l.set(explain(err))
		}
		var err error
		if conn, err = l.connect(ctx); err != nil {
			l.set(explain(err))
			pause(ctx, between)
		}
	}
	if conn != nil {
		conn.Close(context.Background())
	}
}

// watch looks after a connection until it fails.
func watch(ctx context.Context, conn *pgx.Conn) error {
	for {
		waiting, cancel := context.WithTimeout(ctx, beat)
		_, err := conn.WaitForNotification(waiting)
		expired := waiting.Err() != nil && ctx.Err() == nil
		cancel()
		switch {
		case err == nil:
			continue
		case !expired:
			return err
		}
		trying, cancel := context.WithTimeout(ctx, patience)
		err = conn.Ping(trying)
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
	l.stop()
	<-l.ended
	l.set(store.ErrClosed)
}
