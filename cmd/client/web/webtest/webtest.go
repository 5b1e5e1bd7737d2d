// Package webtest is for the tests of the server: complete servers, hosts, and
// a check of answers against the OpenAPI document. Servers have a free port
// and a folder of their own. The engines are the test binary itself.
//
// A package that uses it has
//
//	func TestMain(m *testing.M) { webtest.Main(m) }
package webtest

import (
	"context"
	"net/http"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/fivegames"
	"quadrille/protocol/driver"
)

// engineEnv makes the test binary run as the engine.
const engineEnv = "QUADRILLE_WEBTEST_ENGINE"

// IsEngine says whether the process was started as an engine.
func IsEngine() bool { return os.Getenv(engineEnv) != "" }

// Main runs the tests of a package, or the engine when the process was started
// as one. Afterwards no goroutine may be left.
func Main(m *testing.M) {
	switch os.Getenv(engineEnv) {
	case "product":
		os.Exit(enginecmd.Main(nil, os.Stdin, os.Stdout, os.Stderr))
	case "five":
		os.Exit(fivegames.Main(nil, os.Stdin, os.Stdout, os.Stderr))
	}
	goleak.VerifyTestMain(m)
}

// Open starts an engine process.
func Open(ctx context.Context) (*driver.Engine, error) { return open(ctx, "product") }

// OpenFive starts an engine that plays one game more than the product's, the
// one that fivegames.Game names.
func OpenFive(ctx context.Context) (*driver.Engine, error) { return open(ctx, "five") }

func open(ctx context.Context, kind string) (*driver.Engine, error) {
	c, err := driver.Self()
	if err != nil {
		return nil, err
	}
	c.Env = []string{engineEnv + "=" + kind}
	return driver.Open(ctx, driver.Config{Command: c})
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
