package postgres

import (
	"context"
	"database/sql"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"quadrille/cmd/client/web/store/tables"
)

// patience is how long a change may take.
const patience = 10 * time.Second

// Store is an open database. Its methods may be called from any goroutine.
type Store struct {
	*tables.Games
	pool    *pgxpool.Pool
	link    *link
	teller  *teller
	running context.Context // until the store is closed
	stop    context.CancelFunc
	all     sync.WaitGroup // goroutines of the store, besides the link's
	closing sync.Once
	terms   sync.Map     // of the work that this server has, by its name
	most    atomic.Int64 // games that there may be; 0 is any number
}

// Close ends the connections. Later calls do nothing.
func (s *Store) Close() error {
	var err error
	s.closing.Do(func() {
		s.stop()
		s.all.Wait()
		err = s.DB.Close()
		s.pool.Close()
		s.link.close()
	})
	return err
}

// Get is that of Games. A key that is no text has no value.
func (s *Store) Get(ctx context.Context, space, key string) ([]byte, error) {
	if !isText(key) {
		return nil, nil
	}
	return s.Games.Get(ctx, space, key)
}

// recountEvery is how often the games are counted that other servers make.
const recountEvery = 10 * time.Second

// Recount counts the games, of which from then on the changes made here are known.
func (s *Store) Recount(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	var n int64
	err := s.pool.QueryRow(ctx, "SELECT n FROM total").Scan(&n)
	if err == nil {
		s.Counted(n)
	}
	return s.Explain(err)
}

// recount counts the games now and then, and forgets buckets that are full, until the
// context ends.
func (s *Store) recount(ctx context.Context) {
	for ctx.Err() == nil {
		pause(ctx, recountEvery)
		s.Recount(ctx) // or the next time
		within, cancel := context.WithTimeout(ctx, patience)
		s.pool.Exec(within, "DELETE FROM buckets WHERE full_at < now()")
		cancel()
	}
}

// write performs a transaction.
func (s *Store) write(ctx context.Context, do func(tables.Tx) error) error {
	if err := s.link.state(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	begun, err := s.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer begun.Rollback()
	if err := do(tx{ctx, begun}); err != nil {
		return err
	}
	return begun.Commit()
}

// tx is a transaction with the time that it has.
type tx struct {
	ctx context.Context
	tx  *sql.Tx
}

func (t tx) Exec(text string, args ...any) (sql.Result, error) {
	return t.tx.ExecContext(t.ctx, text, args...)
}

func (t tx) QueryRow(text string, args ...any) *sql.Row {
	return t.tx.QueryRowContext(t.ctx, text, args...)
}
