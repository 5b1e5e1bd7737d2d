package sqlite

import (
	"context"
	"database/sql"
	"errors"
)

// Get returns the value of a key, or nil when it has none. A value is never
// nil, though it may be empty.
func (s *Store) Get(ctx context.Context, space, key string) ([]byte, error) {
	var value []byte
	err := s.db.QueryRowContext(ctx, "SELECT value FROM pairs WHERE space = ? AND key = ?", space, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil && value == nil {
		value = []byte{}
	}
	return value, wrap(err)
}

// Put gives a key a value. A nil value removes the key.
func (s *Store) Put(_ context.Context, space, key string, value []byte) error {
	return s.write(putPair(space, key, value))
}

// putPair gives a key a value within a transaction.
func putPair(space, key string, value []byte) func(*tx) error {
	return func(tx *tx) (err error) {
		if value == nil {
			_, err = tx.Exec("DELETE FROM pairs WHERE space = ? AND key = ?", space, key)
		} else {
			_, err = tx.Exec("INSERT INTO pairs (space, key, value) VALUES (?,?,?) ON CONFLICT DO UPDATE SET value = excluded.value",
				space, key, value)
		}
		return err
	}
}
