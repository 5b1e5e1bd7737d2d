package teekosolve

import (
	"testing"

	"go.uber.org/goleak"

	"quadrille/engine/teeko"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// solve builds a table.
func solve(t testing.TB, b teeko.Board, threads int) *Table {
	t.Helper()
	builder := NewBuilder(b)
	if !builder.Run(threads, never, nil) {
		t.Fatal("nobody stopped the builder, but it did")
	}
	return builder.Table()
}

func never() bool { return false }
