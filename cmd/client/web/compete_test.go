package web_test

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"quadrille/cmd/client/web"
)

// The program that docs/examples has for students plays a competition to its end
// against another of its kind, with every answer as the OpenAPI document says.
func TestCompeteExample(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil || testing.Short() {
		t.Skip("no python3, or in short mode")
	}
	// More is asked than the rate allows, and held up instead of refused.
	c := start(t, func(c *web.Config) { c.Gate.Rate, c.Gate.Burst = 40, 20 })
	_, _, body := c.ask("POST", "/api/v1/competitions", `{"game":"othello","clock":60}`)
	made := parse[struct{ ID, Organiser string }](t, body)
	var programs sync.WaitGroup
	outs := make([]string, 2)
	for i, name := range []string{"Ann", "Ben"} {
		programs.Go(func() {
			out, err := exec.CommandContext(t.Context(), python, "../../../docs/examples/compete.py", c.url+"/c/"+made.ID, name).CombinedOutput()
			if err != nil {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
			outs[i] = string(out)
		})
	}
	path := "/api/v1/competitions/" + made.ID
	if _, _, body := c.ask("POST", path+"/start", "", "Authorization", "Bearer "+made.Organiser); !strings.Contains(body, `"running":true`) {
		t.Error(body)
	}
	programs.Wait()
	_, _, body = c.ask("GET", path, "")
	results := parse[struct {
		Finished bool
		Players  []struct {
			Name   string
			Points float64
		}
	}](t, body)
	var lines []string
	for _, p := range results.Players {
		lines = append(lines, fmt.Sprintf("%v %s", p.Points, p.Name))
	}
	for _, out := range outs {
		fields := strings.Fields(out)
		if len(fields) != 4 || !results.Finished {
			t.Fatalf("a program ends with %q, finished: %v", out, results.Finished)
		}
		for i := 0; i < 4; i += 2 {
			if line := strings.TrimSuffix(fields[i], ".0") + " " + fields[i+1]; !slices.Contains(lines, line) {
				t.Errorf("a program says %q, the server %q", out, lines)
			}
		}
	}
}
