package kv

import (
	"context"
	"errors"
	"time"

	"quadrille/cmd/client/web/store"
)

// Create writes a new game. Its steps are those given; the error is
// store.ErrExists when the ID is taken, by a damaged game too.
func (s *Store) Create(g store.Game) error {
	return s.change(context.Background(), func() ([]Pair, error) {
		if _, err := s.entry(g.ID); !errors.Is(err, store.ErrNoGame) {
			return nil, store.ErrExists
		}
		return gamePairs(g)
	})
}

// gamePairs are the pairs of a game.
func gamePairs(g store.Game) ([]Pair, error) {
	head, err := encodeHead(g.Head)
	if err != nil {
		return nil, err
	}
	steps, err := encodeSteps(g.Steps)
	return []Pair{{headKeys + g.ID, head}, {stepsKeys + g.ID, steps}}, err
}

// Save writes a change of a game, all of it or nothing. What identifies the game
// and says how it came about stays as it was. The error is store.ErrNoGame,
// store.ErrStale, store.ErrDamaged or one of the disk.
func (s *Store) Save(c store.Change) error {
	ctx := context.Background()
	return s.change(ctx, func() ([]Pair, error) {
		old, err := s.entry(c.Head.ID)
		if err != nil {
			return nil, err
		}
		if c.Head.Version != old.Version+1 {
			return nil, store.ErrStale
		}
		steps, err := s.steps(ctx, c.Head.ID)
		if err != nil {
			return nil, err
		}
		h := c.Head
		h.Space, h.Game, h.Rules, h.Origin, h.Still = old.Space, old.Game, old.Rules, old.Origin, old.Still
		h.Created, h.Earlier, h.Client = old.Created, old.Earlier, old.Client
		return gamePairs(store.Game{Head: h, Steps: append(steps[:min(c.Keep, len(steps))], c.Add...)})
	})
}

// steps reads the steps of a game.
func (s *Store) steps(ctx context.Context, id string) ([]store.Step, error) {
	pairs, err := s.disk.Scan(ctx, stepsKeys+id)
	if err != nil {
		return nil, err
	}
	return decodeSteps(id, find(pairs, stepsKeys+id).Value)
}

// Load reads a game. The error is store.ErrNoGame when there is none of that ID.
func (s *Store) Load(ctx context.Context, id string) (store.Game, error) {
	s.writing.Lock() // so that the steps are those of the head
	defer s.writing.Unlock()
	g, err := s.load(ctx, id)
	return g, wrap(err)
}

func (s *Store) load(ctx context.Context, id string) (g store.Game, err error) {
	if err := s.ready(ctx); err != nil {
		return g, err
	}
	e, err := s.entry(id)
	if err != nil {
		return g, err
	}
	if g.Head, err = e.fresh(); err != nil {
		return store.Game{}, err
	}
	if g.Steps, err = s.steps(ctx, id); err != nil {
		return store.Game{}, err
	}
	return g, nil
}

// Delete removes a game, a damaged one too, and what its API has noted under its
// ID, if it was last changed by a time; at any time when that is zero. It is no error
// when there is no such game, and ErrStale when it was changed later.
func (s *Store) Delete(id string, by time.Time) error {
	return s.change(context.Background(), func() ([]Pair, error) {
		gone := []Pair{{Key: headKeys + id}, {Key: stepsKeys + id}}
		e, err := s.entry(id)
		switch {
		case errors.Is(err, store.ErrNoGame):
			return nil, nil
		case err == nil && !by.IsZero() && e.Updated.After(by):
			return nil, store.ErrStale
		case err == nil:
			gone = append(gone, Pair{Key: noteKey(e.Space, id)})
		}
		return gone, nil
	})
}
