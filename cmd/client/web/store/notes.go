package store

import "context"

// Notes are what an API keeps beside its games: values by keys, in a space that
// the API shares with its games and nobody else.
type Notes interface {
	// Get returns the value of a key, or nil when it has none. A value is never
	// nil, though it may be empty.
	Get(ctx context.Context, space, key string) ([]byte, error)
	// Put gives a key a value. A nil value removes the key.
	Put(ctx context.Context, space, key string, value []byte) error
}
