//go:build !js

package kv

import (
	"testing"

	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/client/web/store/storetest"
)

// The store answers as the one over SQLite does.
func TestAsSQLite(t *testing.T) {
	if testing.Short() {
		t.Skip("it has one goroutine and takes seconds")
	}
	for seed := range uint64(20) {
		other, err := sqlite.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		storetest.Compare(t, seed, 400, openOn(t, &Memory{}), other)
		other.Close()
	}
}
