// Command browser is what runs in a browser in place of a server: compiled to
// WebAssembly, it is the engine or, beside it, the server's host with the API that
// the page asks. Both are the packages that the other programs are made of.
//
//	browser engine [NAME=VALUE ...]
//	browser host
//
// The engine, which it is by default too, speaks the protocol on its standard
// input and output, after setting the options; it runs anywhere. The host is
// spoken to by the JavaScript of the worker in which it runs.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"quadrille/cmd/internal/dialect"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is one of the roles to its end, and returns the exit status: 0, 1 when it
// failed, or 2 for a wrong command line.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	role := "engine"
	if len(args) > 0 {
		role, args = args[0], args[1:]
	}
	var err error
	switch {
	case role == "engine":
		err = dialect.Product().ServeFirst(args, dialect.Config(), in, out)
	case role == "host" && len(args) == 0:
		err = serveHost(errs)
	default:
		err = dialect.UsageError{Err: fmt.Errorf("%q is no command line; there are: engine [NAME=VALUE ...], and host", append([]string{role}, args...))}
	}
	if err == nil {
		return 0
	}
	fmt.Fprintf(errs, "%s: %v\n", role, err)
	if errors.As(err, new(dialect.UsageError)) {
		return 2
	}
	return 1
}
