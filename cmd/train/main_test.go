package main

import (
	"testing"

	"github.com/alecthomas/kong"

	"quadrille/cmd/internal/cli"
	"quadrille/cmd/train/book"
)

// The help says of every flag what it takes.
func TestHelp(t *testing.T) {
	if flags, err := cli.Unreadable(&commands{}, kong.Vars(book.Vars())); err != nil || len(flags) > 0 {
		t.Errorf("flags without a placeholder: %q, %v", flags, err)
	}
}
