package postgres

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"quadrille/cmd/client/web/limits"
)

// allowance is what a server knows of the limits that all servers have together, as
// package limits wants them.
type allowance struct {
	mu     sync.Mutex
	held   map[string]int  // by name, as the database has it, but for
	unsaid map[string]bool // those of which that is not known
	why    error           // the database has not answered, and when
	when   time.Time
}

// limitPause is how long the database is not asked again when it has not answered.
const limitPause = time.Second

// ask bounds a question about limits. While the database does not answer, those who
// ask do not wait for it one after the other.
func (s *Store) ask(ctx context.Context, do func(context.Context) error) error {
	l := &s.link.allowance
	err := s.link.state()
	if err == nil {
		l.mu.Lock()
		if time.Since(l.when) < limitPause {
			err = l.why
		}
		l.mu.Unlock()
	}
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	if err = s.Explain(do(within)); err != nil && ctx.Err() == nil {
		l.mu.Lock()
		l.why, l.when = err, time.Now()
		l.mu.Unlock()
	}
	return err
}

// spend takes tokens, if they are to be had in time: of buckets by the time at which
// they are full again, which is the generic cell rate algorithm (ITU-T I.371).
// $2 is the time of these tokens, $3 that of all, $4 the patience, in seconds.
const spend = `WITH taken AS (
	INSERT INTO buckets AS b VALUES ($1, now() + $2 * interval '1 second')
	ON CONFLICT (name) DO UPDATE SET full_at = greatest(b.full_at, now()) + $2 * interval '1 second'
	WHERE greatest(b.full_at, now()) + ($2 - $3 - $4) * interval '1 second' <= now()
	RETURNING full_at)
SELECT EXISTS (SELECT FROM taken), coalesce(extract(epoch FROM coalesce((SELECT full_at FROM taken),
	(SELECT full_at + $2 * interval '1 second' FROM buckets WHERE name = $1)) - now())::float8, 0) - $3`

// Spend takes n tokens from a bucket; see limits.Shared.
func (s *Store) Spend(ctx context.Context, bucket string, r limits.Rate, n int, patience time.Duration) (time.Duration, error) {
	var taken bool
	var wait float64
	err := s.ask(ctx, func(ctx context.Context) error {
		return s.pool.QueryRow(ctx, spend, bucket, float64(n)/r.PerSecond, float64(r.Burst)/r.PerSecond, patience.Seconds()).Scan(&taken, &wait)
	})
	if err == nil && !taken && wait <= patience.Seconds() {
		wait = patience.Seconds() + 1/r.PerSecond // others have taken tokens since the statement began, and how long it is cannot be seen
	}
	return time.Duration(max(wait, 0) * float64(time.Second)), err
}

// The statements of Hold. Of one name one server at a time counts what is left.
const (
	lockHeld = "SELECT pg_advisory_xact_lock(1364222309, hashtext(current_schema() || ' ' || $1))"
	hold     = "INSERT INTO held SELECT $1, $2, least($3::int, greatest($4::int - coalesce(sum(n), 0), 0)) FROM held WHERE name = $1 AND server <> $2 AND server IN " + living +
		" ON CONFLICT (name, server) DO UPDATE SET n = excluded.n RETURNING n"
	none  = "DELETE FROM held WHERE name = $1 AND server = $2 AND n = 0" // of who was given nothing
	letGo = "DELETE FROM held WHERE server = $1 AND name = ANY($2::text[])"
)

// Hold has this server hold n of a name; see limits.Shared.
func (s *Store) Hold(ctx context.Context, name string, n, most int) (held int, err error) {
	l := &s.link.allowance
	doubtful := l.lower(name, n)
	err = s.ask(ctx, func(ctx context.Context) error {
		doubtful = true
		var b pgx.Batch // a transaction
		b.Queue(lockHeld, name)
		if n == 0 {
			b.Queue(letGo, s.link.id, []string{name})
		} else {
			b.Queue(hold, name, s.link.id, n, most).QueryRow(func(row pgx.Row) error { return row.Scan(&held) })
			b.Queue(none, name, s.link.id)
		}
		return s.pool.SendBatch(ctx, &b).Close()
	})
	switch {
	case err == nil:
		l.set(name, held)
	case doubtful:
		l.doubt(name)
	}
	return held, err
}

// lower notes whether fewer of a name are held than before.
func (l *allowance) lower(name string, n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	fewer := n < l.held[name]
	if fewer {
		l.held[name] = n
	}
	return fewer
}

// doubt has the database told again how many of a name are held, since it is not known
// what it has.
func (l *allowance) doubt(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unsaid[name] = true
}

// set notes how many of a name are held, as the database has it too.
func (l *allowance) set(name string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held[name] = n
	if n == 0 {
		delete(l.held, name)
	}
	delete(l.unsaid, name)
}

// say tells the database what it has not heard, or all when it has forgotten this
// server.
func (l *allowance) say(ctx context.Context, conn *pgx.Conn, server string, all bool) error {
	l.mu.Lock()
	some := map[string]int{}
	for name := range l.unsaid {
		some[name] = l.held[name]
	}
	if all {
		maps.Copy(some, l.held)
	}
	l.mu.Unlock()
	if len(some) == 0 {
		return nil
	}
	var names, none []string
	var counts []int
	for name, n := range some {
		if n == 0 {
			none = append(none, name)
			continue
		}
		names, counts = append(names, name), append(counts, n)
	}
	var b pgx.Batch
	b.Queue("INSERT INTO held SELECT name, $1, n FROM unnest($2::text[], $3::int[]) AS t (name, n) ON CONFLICT (name, server) DO UPDATE SET n = excluded.n", server, names, counts)
	b.Queue(letGo, server, none)
	if err := conn.SendBatch(ctx, &b).Close(); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, n := range some {
		now := l.held[name]
		if n == now {
			delete(l.unsaid, name)
		} else { // set meanwhile, and which came last is not known
			l.unsaid[name] = true
		}
		if now == 0 {
			delete(l.held, name)
		}
	}
	return nil
}
