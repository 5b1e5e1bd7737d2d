package tables

import (
	"context"
	"database/sql"
	"errors"
)

// Get returns the value of a key, or nil when it has none. A value is never
// nil, though it may be empty.
func (s *Games) Get(ctx context.Context, space, key string) ([]byte, error) {
	ctx, cancel := s.within(ctx)
	defer cancel()
	var value []byte
	err := s.DB.QueryRowContext(ctx, "SELECT value FROM pairs WHERE space = $1 AND key = $2", space, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil && value == nil {
		value = []byte{}
	}
	return value, s.Explain(err)
}

// Put gives a key a value. A nil value removes the key.
func (s *Games) Put(_ context.Context, space, key string, value []byte) error {
	return s.write(context.Background(), PutPair(space, key, value))
}

// PutOf is Put for a piece of work that this server has claimed; the error is
// ErrElsewhere when another one has it.
func (s *Games) PutOf(work, space, key string, value []byte) error {
	return s.writeOf(work, PutPair(space, key, value))
}

// PutPair gives a key a value within a transaction. A nil value removes the key.
func PutPair(space, key string, value []byte) func(Tx) error {
	return func(tx Tx) (err error) {
		if value == nil {
			_, err = tx.Exec("DELETE FROM pairs WHERE space = $1 AND key = $2", space, key)
		} else {
			_, err = tx.Exec("INSERT INTO pairs (space, key, value) VALUES ($1,$2,$3) ON CONFLICT (space, key) DO UPDATE SET value = excluded.value",
				space, key, value)
		}
		return err
	}
}
