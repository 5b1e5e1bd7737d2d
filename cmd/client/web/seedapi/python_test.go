package seedapi_test

import (
	"context"
	"os/exec"
	"strings"
	"testing"

	"quadrille/cmd/client/web/seedapi"
	"quadrille/cmd/client/web/webtest"
)

// Two programs in another language, written for the original server, play a
// competition where they can be run.
func TestOthelloPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || testing.Short() {
		t.Skip("no python3, or in short mode; the tests in Go check the same")
	}
	c := hold(t, "", func(c *seedapi.OthelloConfig) { c.Keys, c.Wrapped = keys[:2], true })
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan string, 2)
	for _, key := range keys[:2] {
		go func() {
			out, _ := exec.CommandContext(ctx, python, "testdata/othello.py", c.URL, key).CombinedOutput()
			ended <- string(out)
		}()
	}
	await(t, "the end of the competition", func() bool {
		select {
		case out := <-ended:
			t.Fatalf("a program ends:\n%s", out)
		default:
		}
		return c.results().Finished
	})
	stop()
	<-ended
	<-ended
	r := c.results()
	checkResults(t, r, 2, 1)
	if r.Players[0].Name != "Python key0" {
		t.Errorf("players %+v", r.Players)
	}
}

// Clients in another language, where they can be run, play whole games.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || testing.Short() {
		t.Skip("no python3, or in short mode; the tests in Go check the same")
	}
	for script, c := range map[string]*webtest.Client{
		"testdata/square4.py": serveSquare4(t),
		"testdata/blokus.py":  serveBlokus(t, webtest.OpenWorld(t, "", nil), 1),
	} {
		out, err := exec.CommandContext(t.Context(), python, script, c.URL).CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), "ended") {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
	}
}
