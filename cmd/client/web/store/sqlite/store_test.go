package sqlite

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"go.uber.org/goleak"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/storetest"
	"quadrille/cmd/client/web/store/tables"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func openIn(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A batch in which one request fails writes the others, and of the failed one
// nothing.
func TestMistakesAreAlone(t *testing.T) {
	s := openIn(t, t.TempDir())
	const step = "INSERT INTO actions VALUES ($1, 0, 0, 'a1', '')"
	spoiled := errors.New("spoiled")
	requests := []request{
		{do: func(tx tables.Tx) error { _, err := tx.Exec("INSERT INTO pairs VALUES ('s', 'k', x'01')"); return err }},
		{do: func(tx tables.Tx) error {
			tx.Exec("INSERT INTO pairs VALUES ('s', 'bad', x'01')")
			return spoiled
		}},
		{do: func(tx tables.Tx) error { _, err := tx.Exec(step, "good"); return err }},
		{do: func(tx tables.Tx) error { _, err := tx.Exec(step, "other"); return err }},
	}
	for i := range requests {
		requests[i].done = make(chan error, 1)
	}
	s.commit(requests)
	for i, want := range []error{nil, spoiled, nil, nil} {
		if err := <-requests[i].done; err != want {
			t.Errorf("request %d: %v, want %v", i, err, want)
		}
	}
	for key, want := range map[string][]byte{"k": {1}, "bad": nil} {
		if got, err := s.Get(t.Context(), "s", key); !bytes.Equal(got, want) || err != nil {
			t.Errorf("%s: %v %v, want %v", key, got, err, want)
		}
	}
}

func TestOneServerAtATime(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	for range 2 {
		if _, err := Open(dir); !errors.Is(err, store.ErrInUse) {
			t.Errorf("second Open: %v", err)
		}
	}
	if err := s.Create(storetest.Sample("a")); err != nil {
		t.Errorf("after another tried: %v", err)
	}
	s.Close()
	openIn(t, dir)
}

// Who has given up reading does no harm to the one connection.
func TestCancelledReads(t *testing.T) {
	s := openIn(t, t.TempDir())
	s.Create(storetest.Sample("a"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 10 {
		if _, err := s.Load(ctx, "a"); !errors.Is(err, context.Canceled) {
			t.Errorf("Load: %v", err)
		}
	}
	storetest.Load(t, s, "a")
}

// Everything that a store must do.
func TestContract(t *testing.T) {
	storetest.Test(t, func(t *testing.T) storetest.Opener {
		dir := t.TempDir()
		return func() storetest.Store { return openIn(t, dir) }
	})
}
