package kv

import (
	"testing"

	"quadrille/cmd/client/web/store/storetest"
)

func openOn(t *testing.T, d Disk) *Store {
	t.Helper()
	s, err := Open(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Everything that a store must do.
func TestContract(t *testing.T) {
	storetest.Test(t, func(t *testing.T) storetest.Opener {
		var d Memory
		return func() storetest.Store { return openOn(t, &d) }
	})
}
