package postgres

import (
	"testing"

	"quadrille/cmd/client/web/store/postgres/pgtest"
	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/client/web/store/storetest"
)

func openAt(t *testing.T, address string) *Store {
	t.Helper()
	s, err := Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Everything that a store must do.
func TestContract(t *testing.T) {
	storetest.Test(t, func(t *testing.T) storetest.Opener {
		address := pgtest.URL(t)
		return func() storetest.Store { return openAt(t, address) }
	})
}

// The store answers as the one over SQLite does.
func TestAsSQLite(t *testing.T) {
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		other, err := sqlite.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		storetest.Compare(t, seed, 400, openAt(t, pgtest.URL(t)), other)
		other.Close()
	}
}
