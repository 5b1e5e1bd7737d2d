package kv

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Memory is a disk that lasts as long as the process. The zero value is empty.
type Memory struct {
	mu    sync.Mutex
	pairs map[string][]byte
}

// Scan returns the pairs whose keys begin with a prefix.
func (m *Memory) Scan(ctx context.Context, prefix string) ([]Pair, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []Pair
	for _, key := range slices.Sorted(maps.Keys(m.pairs)) {
		if strings.HasPrefix(key, prefix) {
			found = append(found, Pair{key, bytes.Clone(m.pairs[key])})
		}
	}
	return found, ctx.Err()
}

// Change writes pairs, all of them or none.
func (m *Memory) Change(ctx context.Context, guard Pair, pairs []Pair) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	now, there := m.pairs[guard.Key]
	if there != (guard.Value != nil) || !bytes.Equal(now, guard.Value) {
		return ErrGuard
	}
	if m.pairs == nil {
		m.pairs = map[string][]byte{}
	}
	for _, p := range pairs {
		if p.Value == nil {
			delete(m.pairs, p.Key)
		} else {
			m.pairs[p.Key] = bytes.Clone(p.Value)
		}
	}
	return nil
}
