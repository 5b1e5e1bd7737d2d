package main

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"quadrille/cmd/internal/cli"
)

// The help says of every flag what it takes.
func TestHelp(t *testing.T) {
	if flags, err := cli.Unreadable(&commands{}, vars()); err != nil || len(flags) > 0 {
		t.Errorf("flags without a placeholder: %q, %v", flags, err)
	}
}

// Outside the repository each command that reads or writes its files says so.
func TestElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	const here = "is not here: run this in the folder of the repository, or name "
	for _, c := range []interface{ Run(io.Writer) error }{&ffoCommand{}, &picturesCommand{}, &exercisesCommand{Game: "teeko"}} {
		if err := c.Run(io.Discard); err == nil || !strings.Contains(err.Error(), here) {
			t.Errorf("%T: %v", c, err)
		}
	}
	for _, c := range []interface{ Run(io.Writer) error }{&ffoCommand{Files: []string{"x"}}, &picturesCommand{Dir: "x"}, &exercisesCommand{Game: "teeko", Dir: "x"}} {
		if err := c.Run(io.Discard); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), here) {
			t.Errorf("%T with another place: %v", c, err)
		}
	}
}
