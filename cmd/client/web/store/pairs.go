package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
)

// Pair is a key with its value.
type Pair struct {
	Key   string
	Value []byte
}

// Get returns the value of a key, or nil when it has none. A value is never
// nil, though it may be empty.
func (s *Store) Get(ctx context.Context, space, key string) ([]byte, error) {
	value := []byte{}
	err := s.db.QueryRowContext(ctx, "SELECT value FROM pairs WHERE space = ? AND key = ?", space, key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return notNil(value), wrap(err)
}

func notNil(value []byte) []byte {
	if value == nil {
		return []byte{}
	}
	return value
}

// Put gives a key a value. A nil value removes the key.
func (s *Store) Put(_ context.Context, space, key string, value []byte) error {
	return s.write(func(tx *tx) error { return put(tx, space, key, value) })
}

func put(tx *tx, space, key string, value []byte) error {
	if value == nil {
		_, err := tx.Exec("DELETE FROM pairs WHERE space = ? AND key = ?", space, key)
		return err
	}
	_, err := tx.Exec("INSERT INTO pairs (space, key, value) VALUES (?,?,?) ON CONFLICT DO UPDATE SET value = excluded.value",
		space, key, value)
	return err
}

// Swap gives a key a value if it has the old one, and says whether it had. A
// nil old value is that of a key without one, and a nil new value removes the
// key.
func (s *Store) Swap(_ context.Context, space, key string, old, value []byte) (swapped bool, err error) {
	err = s.write(func(tx *tx) error {
		var now []byte
		err := tx.QueryRow("SELECT value FROM pairs WHERE space = ? AND key = ?", space, key).Scan(&now)
		exists := err == nil
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if swapped = exists == (old != nil) && bytes.Equal(now, old); !swapped {
			return nil
		}
		return put(tx, space, key, value)
	})
	return swapped && err == nil, err
}

// PutAll gives several keys of a space their values, all or none; a nil value
// removes its key.
func (s *Store) PutAll(_ context.Context, space string, pairs ...Pair) error {
	return s.write(func(tx *tx) error {
		for _, p := range pairs {
			if err := put(tx, space, p.Key, p.Value); err != nil {
				return err
			}
		}
		return nil
	})
}

// Pairs returns the pairs of a space whose keys begin with the prefix, in the
// order of the keys' bytes.
func (s *Store) Pairs(ctx context.Context, space, prefix string) ([]Pair, error) {
	rows, err := s.db.QueryContext(ctx,
		"SELECT key, value FROM pairs WHERE space = ?1 AND key >= ?2 AND substr(key, 1, length(?2)) = ?2 ORDER BY key", space, prefix)
	if err != nil {
		return nil, wrap(err)
	}
	defer rows.Close()
	var pairs []Pair
	for rows.Next() {
		var p Pair
		if err := rows.Scan(&p.Key, &p.Value); err != nil {
			return nil, wrap(err)
		}
		p.Value = notNil(p.Value)
		pairs = append(pairs, p)
	}
	return pairs, wrap(rows.Err())
}
