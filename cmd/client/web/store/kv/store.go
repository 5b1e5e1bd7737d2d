package kv

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"quadrille/cmd/client/web/store"
)

// Store is an open store. Its methods may be called from any goroutine.
type Store struct {
	disk  Disk
	owner Pair // what the disk has as long as this store may write to it

	writing sync.Mutex // held during a change, so that none overtakes another

	mu      sync.RWMutex // guards what follows
	games   map[string]*entry
	spoiled map[string]error // why the heads of these games cannot be read
	unsure  map[string]bool  // games of which a change may be on the disk or not
	closed  bool
}

// entry is what is held of a game in memory.
type entry struct {
	store.Head        // not changed, nor given to others
	written    []byte // the head as it is on the disk
}

// fresh is a head that may be given to others.
func (e *entry) fresh() (store.Head, error) { return decodeHead(e.ID, e.written) }

// learn takes the head of a game from the disk; nil stands for no game. The
// caller holds the lock, or nobody else has the store.
func (s *Store) learn(id string, value []byte) {
	delete(s.games, id)
	delete(s.spoiled, id)
	if value == nil {
		return
	}
	h, err := decodeHead(id, value)
	if err != nil {
		s.spoiled[id] = err
		return
	}
	s.games[id] = &entry{h, value}
}

// Close lets nothing more be read or written. The disk stays open.
func (s *Store) Close() error {
	s.writing.Lock() // until what is being written is
	defer s.writing.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return nil
}

// Damaged returns the IDs of the games that cannot be read, sorted.
func (s *Store) Damaged() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Sorted(maps.Keys(s.spoiled))
}

// entry returns what is held of a game. The error is store.ErrNoGame, or
// store.ErrDamaged.
func (s *Store) entry(id string) (*entry, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if e := s.games[id]; e != nil {
		return e, nil
	}
	if err := s.spoiled[id]; err != nil {
		return nil, err
	}
	return nil, store.ErrNoGame
}

// ready says whether the store can be used, and finds out what became of
// changes that the disk gave no answer to. Every method begins with it; one that
// changes anything holds writing.
func (s *Store) ready(ctx context.Context) error {
	s.mu.RLock()
	closed, unsure := s.closed, slices.Sorted(maps.Keys(s.unsure))
	s.mu.RUnlock()
	if closed {
		return store.ErrClosed
	}
	for _, id := range unsure {
		pairs, err := s.disk.Scan(ctx, headKeys+id)
		if err != nil {
			return err
		}
		s.mu.Lock()
		s.learn(id, find(pairs, headKeys+id).Value)
		delete(s.unsure, id)
		s.mu.Unlock()
	}
	return nil
}

// commit writes pairs, and then holds the heads among them in memory. The caller
// holds writing.
func (s *Store) commit(ctx context.Context, pairs ...Pair) error {
	err := s.disk.Change(ctx, s.owner, pairs)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range pairs {
		id, ok := strings.CutPrefix(p.Key, headKeys)
		switch {
		case !ok:
		case err == nil:
			s.learn(id, p.Value)
		case !errors.Is(err, ErrGuard): // which says that nothing was written
			s.unsure[id] = true
		}
	}
	return err
}

// change performs a change: make returns the pairs to write.
func (s *Store) change(ctx context.Context, make func() ([]Pair, error)) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	err := s.ready(ctx)
	var pairs []Pair
	if err == nil {
		pairs, err = make()
	}
	if err == nil && len(pairs) > 0 {
		err = s.commit(ctx, pairs...)
	}
	return wrap(err)
}
