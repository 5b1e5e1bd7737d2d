// Package webtest is for the tests of the server: complete servers, hosts, and
// a check of answers against the OpenAPI document. Servers have a free port
// and a folder of their own. The engines are in the test's process, or are the
// test binary itself.
//
// A package that uses it has
//
//	func TestMain(m *testing.M) { webtest.Main(m) }
package webtest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/fivegames"
	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
	"quadrille/protocol/driver/gtp"
)

// Main runs the tests of a package, or the engine when the process was started
// as one. Afterwards no goroutine may be left.
func Main(m *testing.M) { drivertest.Main(m, Engine) }

// Engine is the engine process of every mode.
func Engine(string) (status int) { return enginecmd.Main(nil, os.Stdin, os.Stdout, os.Stderr) }

// Open opens an engine in a goroutine.
func Open(ctx context.Context) (*driver.Engine, error) {
	return driver.Attach(ctx, drivertest.Inside("engine", enginecmd.Main), driver.Config{})
}

// OpenFive is Open for an engine that plays one game more than the product's,
// the one that fivegames.Game names.
func OpenFive(ctx context.Context) (*driver.Engine, error) {
	return driver.Attach(ctx, drivertest.Inside("engine", fivegames.Main), driver.Config{})
}

// OpenProcess opens an engine as the product does, as a process.
func OpenProcess(ctx context.Context) (*driver.Engine, error) {
	c, err := drivertest.Self("engine")
	if err != nil {
		return nil, err
	}
	return driver.Open(ctx, driver.Config{Command: c})
}

// Guest is a guest engine inside this process: ours at level 1, by GTP.
func Guest(name string) host.Guest {
	return host.Guest{Name: name, Limits: driver.Limits{MoveTime: time.Second}, Open: func(ctx context.Context) (driver.Player, error) {
		return gtp.Open(ctx, drivertest.Inside(name, enginecmd.Main, "--protocol", "gtp", "--set", "Level=1"), time.Minute)
	}}
}

// BrokenGuest is a guest engine for Othello that breaks down at its first turn.
func BrokenGuest(name string) host.Guest {
	return host.Guest{Name: name, Games: []string{"othello"}, Open: func(ctx context.Context) (driver.Player, error) {
		return driver.OpenUGI(ctx, driver.Inside(name, func(in io.Reader, out io.Writer) error {
			for lines := bufio.NewScanner(in); lines.Scan(); {
				switch word, _, _ := strings.Cut(lines.Text(), " "); word {
				case "ugi":
					io.WriteString(out, "ugiok\n")
				case "isready":
					io.WriteString(out, "readyok\n")
				case "go":
					return errors.New("broken down")
				}
			}
			return nil
		}, nil), time.Minute)
	}}
}

// Server is a server of a test.
type Server struct {
	*web.Server
	// Client waits for answers for at most a minute and keeps no connections
	// after the test.
	Client *http.Client
}

// Start starts a server that ends with the test. It has no limits of rate;
// change, when it is given, alters what it is started with.
func Start(t testing.TB, change ...func(*web.Config)) *Server {
	t.Helper()
	c := web.Config{Listen: "127.0.0.1:0", Data: t.TempDir(), Games: host.Config{Open: Open, Engines: 2}}
	for _, f := range change {
		f(&c)
	}
	s, err := web.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := s.Close(); err != nil {
			t.Errorf("the server does not stop well: %v", err)
		}
	})
	return &Server{s, &http.Client{Transport: transport, Timeout: time.Minute}}
}
