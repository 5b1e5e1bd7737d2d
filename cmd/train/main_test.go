package main

import (
	"testing"

	"quadrille/cmd/internal/cli"
)

// The help says of every flag what it takes.
func TestHelp(t *testing.T) {
	if flags, err := cli.Unreadable(&commands{}, vars()); err != nil || len(flags) > 0 {
		t.Errorf("flags without a placeholder: %q, %v", flags, err)
	}
}
