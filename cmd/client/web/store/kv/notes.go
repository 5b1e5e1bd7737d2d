package kv

import (
	"context"
	"net/url"
)

// noteKey is the key of a note. Both are escaped, so that no space is the
// beginning of another.
func noteKey(space, key string) string {
	return noteKeys + url.PathEscape(space) + "/" + url.PathEscape(key)
}

// Get returns the value of a key, or nil when it has none. A value is never
// nil, though it may be empty.
func (s *Store) Get(ctx context.Context, space, key string) ([]byte, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := s.ready(ctx); err != nil {
		return nil, wrap(err)
	}
	pairs, err := s.disk.Scan(ctx, noteKey(space, key))
	return find(pairs, noteKey(space, key)).Value, wrap(err)
}

// Put gives a key a value. A nil value removes the key.
func (s *Store) Put(ctx context.Context, space, key string, value []byte) error {
	return s.change(ctx, func() ([]Pair, error) { return []Pair{{noteKey(space, key), value}}, nil })
}

// Writable says why changes cannot be written at present, or nil when they can:
// it writes one.
func (s *Store) Writable(ctx context.Context) error { return s.Put(ctx, "store", "probe", []byte("1")) }
