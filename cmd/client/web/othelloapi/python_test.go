package othelloapi_test

import (
	"context"
	"os/exec"
	"testing"

	"quadrille/cmd/client/web/othelloapi"
)

// Two programs in another language, written for the original server, play a
// competition where they can be run.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || testing.Short() {
		t.Skip("no python3, or in short mode; the tests in Go check the same")
	}
	c := hold(t, t.TempDir(), func(c *othelloapi.Config) { c.Keys, c.Wrapped = keys[:2], true })
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan string, 2)
	for _, key := range keys[:2] {
		go func() {
			out, _ := exec.CommandContext(ctx, python, "testdata/program.py", c.URL, key).CombinedOutput()
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
