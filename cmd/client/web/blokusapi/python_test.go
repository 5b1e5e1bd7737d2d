package blokusapi_test

import (
	"os/exec"
	"strings"
	"testing"

	"quadrille/cmd/client/web/webtest"
)

// A client in another language, where it can be run, plays a whole game.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || testing.Short() {
		t.Skip("no python3, or in short mode; the tests in Go check the same")
	}
	c := serve(t, webtest.OpenWorld(t, t.TempDir(), nil), 1)
	out, err := exec.CommandContext(t.Context(), python, "testdata/play.py", c.URL).CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "ended") {
		t.Errorf("%v\n%s", err, out)
	}
}
