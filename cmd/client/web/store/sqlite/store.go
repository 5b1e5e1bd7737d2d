package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"sync"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/tables"
)

// Store is an open database. Its methods may be called from any goroutine.
type Store struct {
	*tables.Games
	db       *sql.DB
	lock     *sql.DB // holds the folder
	prepared map[string]*sql.Stmt
	requests chan request
	quit     chan struct{} // closed when no request is taken any more
	ended    chan struct{} // closed when the writer has ended
	closing  sync.Once
	closeErr error

	path string      // of the file
	file os.FileInfo // of the file when it was opened
}

// request is a change that waits to be written.
type request struct {
	do   func(tables.Tx) error
	done chan error // takes one value without waiting
}

// begin counts the games and starts the writer.
func begin(db *sql.DB, path string) (*Store, error) {
	s := &Store{db: db, prepared: map[string]*sql.Stmt{},
		requests: make(chan request), quit: make(chan struct{}), ended: make(chan struct{}), path: path}
	var err error
	if s.file, err = os.Stat(path); err != nil {
		return nil, err
	}
	s.Games = &tables.Games{DB: db, Write: s.write, Name: explain, Fill: tables.Insert, Fresh: time.Second}
	if err := s.Recount(context.Background()); err != nil {
		return nil, err
	}
	for _, text := range tables.Statements() {
		statement, err := db.Prepare(text)
		if err != nil {
			return nil, err
		}
		s.prepared[text] = statement
	}
	go s.run()
	return s, nil
}

// Close writes what has been asked for and closes the database. Later calls do
// nothing.
func (s *Store) Close() error {
	s.closing.Do(func() {
		close(s.quit)
		<-s.ended
		s.closeErr = errors.Join(s.db.Close(), s.lock.Close())
	})
	return s.closeErr
}

// mostAtOnce bounds one transaction, so that the first of many does not wait
// for them all.
const mostAtOnce = 256

// run writes what comes until the store is closed.
func (s *Store) run() {
	defer close(s.ended)
	for {
		select {
		case r := <-s.requests:
			s.commit(s.gather(r))
		case <-s.quit:
			return
		}
	}
}

// gather takes every request that waits already.
func (s *Store) gather(first request) []request {
	batch := []request{first}
	for len(batch) < mostAtOnce {
		select {
		case r := <-s.requests:
			batch = append(batch, r)
		default:
			return batch
		}
	}
	return batch
}

// commit writes a batch in one transaction or, when something in it fails, each
// request in its own, so that nobody pays for another's mistake.
func (s *Store) commit(batch []request) {
	err := s.transact(batch)
	if err != nil && len(batch) > 1 {
		for _, r := range batch {
			s.commit([]request{r})
		}
		return
	}
	for _, r := range batch {
		r.done <- err
	}
}

func (s *Store) transact(batch []request) error {
	if err := s.there(); err != nil {
		return err
	}
	begun, err := s.db.Begin()
	if err != nil {
		return err
	}
	tx := &tx{begun, s.prepared}
	defer tx.Rollback()
	for _, r := range batch {
		if err := r.do(tx); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// write has the writer do something and waits until it is on the disk, or until
// the context ends. An error undoes all of it; do may be called more than once.
func (s *Store) write(ctx context.Context, do func(tables.Tx) error) error {
	r := request{do: do, done: make(chan error, 1)}
	select {
	case s.requests <- r:
	case <-s.quit:
		return store.ErrClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// there says whether the file is still the one that was opened. In one that
// was removed a change would be written, and lost with the process.
func (s *Store) there() error {
	if now, err := os.Stat(s.path); err != nil || !os.SameFile(now, s.file) {
		return store.ErrGone
	}
	return nil
}

// tx is a transaction that knows the prepared statements.
type tx struct {
	*sql.Tx
	prepared map[string]*sql.Stmt
}

// Exec performs a statement, by its prepared form if it has one.
func (t *tx) Exec(text string, args ...any) (sql.Result, error) {
	if statement := t.prepared[text]; statement != nil {
		return t.Tx.Stmt(statement).Exec(args...)
	}
	return t.Tx.Exec(text, args...)
}
