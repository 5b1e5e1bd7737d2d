package kv

import (
	"context"
	"errors"
)

// Pair is a key and its value; a nil value stands for none.
type Pair struct {
	Key   string
	Value []byte
}

// ErrGuard says that a disk has another value than the one a change was to
// depend on.
var ErrGuard = errors.New("another store has the disk now")

// Disk keeps pairs. Its methods may be called from any goroutine.
type Disk interface {
	// Scan returns the pairs whose keys begin with a prefix, sorted by the bytes
	// of the keys.
	Scan(ctx context.Context, prefix string) ([]Pair, error)
	// Change writes pairs, all of them or none, each with a key of its own; a nil
	// value removes the key. It does so only if the guard's key has the guard's
	// value, else the error is ErrGuard. What it has written stays when it returns
	// nil; after another error it may be written or not, but not by half.
	Change(ctx context.Context, guard Pair, pairs []Pair) error
}
