package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"quadrille/engine/games"
)

// examples are the front ends of docs/examples, by what runs them.
var examples = map[string]string{"python3": "play.py", "node": "play.mjs"}

// The front ends of docs/examples, which are written from docs/protocol.md, play
// every game to its end, the first seat by a person at their prompt.
func TestExamples(t *testing.T) {
	eachExample(t, func(t *testing.T, runner, file string) {
		if text, err := os.ReadFile(file); err != nil || bytes.Count(text, []byte("\n")) >= 60 {
			t.Errorf("%s has 60 lines or more: %v", file, err)
		}
		for _, g := range games.All() {
			t.Run(g.Name(), func(t *testing.T) {
				t.Parallel()
				playExample(t, exec.CommandContext(t.Context(), runner, file, g.Name(), "1", "p1", "engine"))
			})
		}
	})
}

// eachExample runs a test with every front end, but for those that nothing here
// can run.
func eachExample(t *testing.T, test func(t *testing.T, runner, file string)) {
	for runner, file := range examples {
		t.Run(runner, func(t *testing.T) {
			path, err := exec.LookPath(runner)
			if err != nil {
				t.Skip(err)
			}
			test(t, path, "../../docs/examples/"+file)
		})
	}
}

// playExample types what is wrong once, then each time the first of the legal
// turns that it is told.
func playExample(t *testing.T, cmd *exec.Cmd) {
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	var all strings.Builder
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { err := cmd.Wait(); w.Close(); ended <- err }()
	fmt.Fprint(in, "xyzzy\nundo 99\n\nlegal\n")
	for out := bufio.NewScanner(io.TeeReader(r, &all)); out.Scan(); {
		if _, legal, ok := strings.Cut(out.Text(), "legal: "); ok {
			turn, _, _ := strings.Cut(legal, " ")
			fmt.Fprintf(in, "%s\nlegal\n", turn)
		}
	}
	if err := <-ended; err != nil {
		t.Fatalf("%v:\n%s", err, all.String())
	}
	for _, want := range []string{`"xyzzy"`, "there is nothing to undo", "Game over: "} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("nothing of %q in:\n%s", want, all.String())
		}
	}
}

// A front end says what is wrong with its command line and with its engine.
func TestExamplesRefuse(t *testing.T) {
	eachExample(t, func(t *testing.T, runner, file string) {
		for args, want := range map[string]string{
			"":                     "GAME LEVEL SEATS ENGINE",
			"chess 1 p1 engine":    `no game "chess"; there are: `,
			"othello 11 p1 engine": "a level is a number from 1 to 9",
			"othello 1 p1 true":    "", // which ends before it is asked
		} {
			out, err := exec.Command(runner, append([]string{file}, strings.Fields(args)...)...).CombinedOutput()
			if err == nil || !strings.Contains(string(out), want) || strings.Contains(string(out), "Traceback") {
				t.Errorf("%s %s: %v\n%s", file, args, err, out)
			}
		}
	})
}
