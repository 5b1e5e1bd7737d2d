// Package drivertest makes a test's own binary the engine that the test speaks
// to, as a process or in a goroutine.
package drivertest

import (
	"fmt"
	"io"
	"os"
	"testing"

	"go.uber.org/goleak"

	"quadrille/protocol/driver"
)

// modeEnv is the environment variable that makes the test binary an engine.
const modeEnv = "QUADRILLE_FAKE_ENGINE"

// Main runs the tests of a package, none of which may leave a goroutine behind,
// or, in a process that Command started, the engine of that mode. It does not
// return.
func Main(m *testing.M, engine func(mode string) (status int)) {
	if name := os.Getenv(modeEnv); name != "" {
		os.Exit(engine(name))
	}
	goleak.VerifyTestMain(m)
}

// Command starts the test binary as the engine of a mode.
func Command(t testing.TB, mode string) driver.Command {
	t.Helper()
	c, err := Self(mode)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Self is Command where no test can fail.
func Self(mode string) (driver.Command, error) {
	c, err := driver.Self("-test.run=^$")
	c.Env = []string{modeEnv + "=" + mode, "GORACE=atexit_sleep_ms=0"}
	c.Name = "fake"
	return c, err
}

// Start starts the engine of a mode, which ends with the test. The trace may be
// nil.
func Start(t testing.TB, mode string, trace driver.Trace) *driver.Process {
	t.Helper()
	proc, err := driver.Start(Command(t, mode), trace)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { proc.Close("", 0) })
	return proc
}

// Inside is an engine in a goroutine of the test: the command main, which is
// given the arguments and returns an exit status. It starts many times as fast
// as a process, under the race detector above all.
func Inside(name string, main func(args []string, in io.Reader, out, errs io.Writer) int, args ...string) *driver.Process {
	return driver.Inside(name, func(in io.Reader, out io.Writer) error {
		if status := main(args, in, out, io.Discard); status != 0 {
			return fmt.Errorf("exit status %d", status)
		}
		return nil
	}, nil)
}
