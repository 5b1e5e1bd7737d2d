//go:build unix

package match

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"quadrille/cmd/internal/enginecmd"
)

// TestMain makes the test binary every program that a match needs.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "engine":
			os.Exit(enginecmd.Main(os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
		case "guard":
			ServeGuard(os.Stdin)
			return
		case "fake":
			fakeMain(os.Args[2:], os.Stdin, os.Stdout)
			return
		case "runner":
			os.Exit(runner(os.Args[2]))
		}
	}
	goleak.VerifyTestMain(m)
}
