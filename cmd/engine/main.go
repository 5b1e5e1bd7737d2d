// Command engine plays Quadrille's games over standard input and output in the
// protocol of docs/protocol.md.
package main

import (
	"os"

	"quadrille/cmd/internal/enginecmd"
)

func main() {
	os.Exit(enginecmd.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
