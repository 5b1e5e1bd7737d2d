// Package tables keeps games, as package store describes them, in the tables of an
// SQL database. What is the same in SQLite and in PostgreSQL is here: the columns
// and all statements, which both understand. Packages sqlite and postgres have the
// rest: how a database is opened and brought to the present version, how a
// transaction is written, and what its errors mean; and, of PostgreSQL, how a game is
// read or changed by one statement.
package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"quadrille/cmd/client/web/store"
)

// Games are the games of a database, and what APIs note beside them. Its methods
// may be called from any goroutine.
type Games struct {
	DB *sql.DB // for all that only reads
	// Write performs a transaction: all of it or, when do fails, nothing. Do may be
	// called more than once. It waits for the end as long as the context lasts.
	Write func(ctx context.Context, do func(Tx) error) error
	// Name names the errors of the database that somebody can do something about.
	Name func(error) error
	// Fence refuses a transaction that is of a piece of work, where another server has
	// that; nil where there are no others.
	Fence func(tx Tx, work string) error
	// Snapshot is the level at which all of a transaction reads one state.
	Snapshot sql.IsolationLevel
	// Fill writes many rows at once.
	Fill Fill
	// Patience is how long an answer may take; 0 is no bound, for one that comes from
	// this machine.
	Patience time.Duration
	// Fresh is how long the outcome of a write says whether there can be more.
	Fresh time.Duration

	count  atomic.Int64
	health health
}

// Tx is a transaction.
type Tx interface {
	Exec(text string, args ...any) (sql.Result, error)
	QueryRow(text string, args ...any) *sql.Row
}

// Statements are those of every change, to be prepared.
func Statements() []string { return []string{insertGame, updateGame, cutActions, insertAction} }

// Recount counts the games, of which from then on the changes made here are known.
func (s *Games) Recount(ctx context.Context) error {
	ctx, cancel := s.within(ctx)
	defer cancel()
	var n int64
	if err := s.DB.QueryRowContext(ctx, "SELECT count(*) FROM games").Scan(&n); err != nil {
		return s.Explain(err)
	}
	s.count.Store(n)
	return nil
}

// Count is the number of games, as far as it is known without asking.
func (s *Games) Count() int { return int(s.count.Load()) }

// Counted notes how many games there are.
func (s *Games) Counted(n int64) { s.count.Store(n) }

// within bounds the time of a question.
func (s *Games) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.Patience <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, s.Patience)
}

// Explain says whose error it is.
func (s *Games) Explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNoGame), errors.Is(err, store.ErrExists), errors.Is(err, store.ErrRoom), errors.Is(err, store.ErrStale), errors.Is(err, store.ErrElsewhere), errors.Is(err, store.ErrClosed):
		return err
	case err.Error() == "sql: database is closed":
		return store.ErrClosed
	}
	return fmt.Errorf("store: %w", s.Name(err))
}

// writeOf is write for a piece of work; "" is none.
func (s *Games) writeOf(work string, do func(Tx) error) error {
	return s.write(context.Background(), func(tx Tx) error {
		if work != "" && s.Fence != nil {
			if err := s.Fence(tx, work); err != nil {
				return err
			}
		}
		return do(tx)
	})
}

// write has a transaction written, and keeps how that ended.
func (s *Games) write(ctx context.Context, do func(Tx) error) error {
	return s.Ended(s.Write(ctx, do))
}

// Ended keeps how a change ended, for Writable, and says whose error it was.
func (s *Games) Ended(err error) error {
	err = s.Explain(err)
	s.health.note(err)
	return err
}
