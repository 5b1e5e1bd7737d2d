package postgres

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"quadrille/cmd/client/web/store"
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
	terms   sync.Map // of the work that this server has, by its name
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

// Load is that of Games. There is no game by an ID that is no text, which the database
// would refuse to be asked for.
func (s *Store) Load(ctx context.Context, id string) (store.Game, error) {
	if !isText(id) {
		return store.Game{}, store.ErrNoGame
	}
	return s.Games.Load(ctx, id)
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
