// Package drivertest makes a test's own binary the engine that the test speaks
// to.
package drivertest

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"quadrille/protocol/driver"
)

// mode is the environment variable that makes the test binary an engine.
const mode = "QUADRILLE_FAKE_ENGINE"

// Main runs the tests of a package, none of which may leave a goroutine behind,
// or, in a process that Command started, the engine of that mode. It does not
// return.
func Main(m *testing.M, engine func(mode string) (status int)) {
	if name := os.Getenv(mode); name != "" {
		os.Exit(engine(name))
	}
	goleak.VerifyTestMain(m)
}

// Command starts the test binary as the engine of a mode.
func Command(t testing.TB, name string) driver.Command {
	t.Helper()
	c, err := driver.Self("-test.run=^$")
	if err != nil {
		t.Fatal(err)
	}
	c.Env = []string{mode + "=" + name, "GORACE=atexit_sleep_ms=0"}
	c.Name = "fake"
	return c
}

// Start starts the engine of a mode, which ends with the test. The trace may be
// nil.
func Start(t testing.TB, name string, trace driver.Trace) *driver.Process {
	t.Helper()
	proc, err := driver.Start(Command(t, name), trace)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { proc.Close("", 0) })
	return proc
}
