// Command embed builds the wasm and puts it where a release takes it from:
// into the folder embedded of package site. It is run by .ci/release, in the
// folder of the source.
package main

import (
	"fmt"
	"os"

	"quadrille/cmd/client/site"
	"quadrille/cmd/internal/cli"
)

func main() {
	ctx, stop := cli.UntilSignal()
	defer stop()
	if err := site.Embed(ctx, "."); err != nil {
		fmt.Fprintln(os.Stderr, "embed:", err)
		os.Exit(1)
	}
}
