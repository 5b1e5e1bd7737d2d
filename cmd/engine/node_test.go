package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/wasm"
	"quadrille/engine"
	"quadrille/engine/games"
)

// TestNode builds the engine for JavaScript and runs it under Node. There it says
// what it says as a program of this machine, in every transcript and in searches,
// and it hears what it is told in the midst of one.
func TestNode(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the engine and takes half a minute")
	}
	node := buildForNode(t)
	t.Run("transcripts", func(t *testing.T) {
		t.Setenv("PATH", node.asCommand(t)+string(filepath.ListSeparator)+os.Getenv("PATH"))
		runTranscripts(t, "../../testdata/protocol", node.main)
	})
	t.Run("document", func(t *testing.T) { runDocument(t, node.main) })
	t.Run("searches", func(t *testing.T) {
		for _, g := range games.All() {
			t.Run(g.Name(), func(t *testing.T) { t.Parallel(); sameSearches(t, g, node) })
		}
	})
	t.Run("live", func(t *testing.T) { hearsInSearches(t, node) })
}

// nodeEngine is the words that start an engine under Node.
type nodeEngine []string

// buildForNode builds the engine, but where there is no Node.
func buildForNode(t *testing.T) nodeEngine {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	program := filepath.Join(t.TempDir(), "engine.wasm")
	built, failed := wasm.Build(t.Context(), ".", ".", "-trimpath")
	script, missing := wasm.Script(t.Context(), ".", "wasm_exec_node.js")
	if err := errors.Join(failed, missing, os.WriteFile(program, built, 0o644)); err != nil {
		t.Fatal(err)
	}
	return nodeEngine{node, script, program}
}

// main runs the engine as enginecmd.Main does.
func (e nodeEngine) main(args []string, in io.Reader, out, errs io.Writer) int {
	cmd := exec.Command(e[0], append(e[1:len(e):len(e)], args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, errs
	if err := cmd.Run(); err != nil {
		fmt.Fprintln(errs, err)
		if cmd.ProcessState == nil {
			return 1
		}
	}
	return cmd.ProcessState.ExitCode()
}

// asCommand makes a folder in which the command engine is this engine.
func (e nodeEngine) asCommand(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	script := "#!/bin/sh\nexec '" + strings.Join(e, "' '") + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(folder, "engine"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	return folder
}

// compared says which searches of a game are compared.
type compared struct {
	nodes int      // that each may visit
	rules []string // as newgame takes them, in turn
}

var comparedSearches = map[string]compared{
	"square4": {3000, []string{"", "slideback=false", "pieces=4", "repetition=1"}},
	"teeko":   {3000, []string{"", "size=5", "size=5 advanced=true", "repetition=1"}},
	"othello": {20_000, []string{""}},
	"blokus":  {60, []string{"", "variant=duo", "scoring=official", "variant=duo corners=fixed"}},
}

// sameSearches compares 200 searches of a game at all levels: the turns, the
// scores and the counts, line by line.
func sameSearches(t *testing.T, g engine.Game, node nodeEngine) {
	talk := searches(t, g, 200)
	here, err := converse(talk, enginecmd.Main)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(here, "\nbestmove "); n != 200 || strings.Contains(here, "\nerror ") {
		t.Fatalf("%d searches were answered:\n%s", n, here)
	}
	there, err := converse(talk, node.main)
	if diff := cmp.Diff(strings.Split(here, "\n"), strings.Split(there, "\n")); diff != "" || err != nil {
		t.Errorf("the engine says something else under Node (-here +there): %v\n%s", err, diff)
	}
}

// searches is a dialogue with searches of positions of random games, so many as
// are wanted, each at the level after that of the one before.
func searches(t *testing.T, g engine.Game, count int) (talk string) {
	t.Helper()
	c := comparedSearches[g.Name()]
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := range count {
		rules := c.rules[i/10%len(c.rules)]
		fmt.Fprintf(&b, "> setoption name Level value %d\n> setoption name Seed value %d\n", i%10+1, i+1)
		fmt.Fprintf(&b, "> newgame %s %s\n> moves %s\n> go nodes %d\n", g.Name(), rules, randomMoves(t, g, rules, rng), c.nodes)
	}
	return b.String()
}

// randomMoves are turns of a game that is not over after them, one at least.
func randomMoves(t *testing.T, g engine.Game, rules string, rng *rand.Rand) string {
	t.Helper()
	given := engine.Rules{}
	for _, word := range strings.Fields(rules) {
		name, value, _ := strings.Cut(word, "=")
		given[name] = value
	}
	pos, err := g.New(given, 1)
	var moves []string
	for n := 1 + rng.IntN(60); err == nil && len(moves) < n; {
		legal := pos.Legal()
		token := legal[rng.IntN(len(legal))]
		var next engine.Position
		if next, err = pos.Play(token); err != nil || next.Result().Over {
			break
		}
		pos, moves = next, append(moves, token)
	}
	if err != nil || len(moves) == 0 {
		t.Fatalf("%s %s: after %v: %v", g.Name(), rules, moves, err)
	}
	return strings.Join(moves, " ")
}

// hearsInSearches asks an engine in each game's search that runs on and on, and
// stops it. Without a break for JavaScript's event loop no line would ever come.
func hearsInSearches(t *testing.T, node nodeEngine) {
	e, err := startEngine(node.main)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games.All() {
		for _, search := range []string{"go infinite", "go ponder", "go nodes 1000000000000", "go perft 60"} {
			var got strings.Builder
			_, err := fmt.Fprintf(e.in, "newgame %s\n%s\nisready\nstop\n", g.Name(), search)
			end := "bestmove "
			if strings.HasPrefix(search, "go perft") {
				end = "nodes "
			}
			err = errors.Join(err, e.copyUntil(&got, end))
			// What is solved, as Teeko is, ends a search that only counts nodes, perhaps
			// before readyok.
			if err == nil && !strings.Contains(got.String(), "readyok\n") {
				err = e.copyUntil(&got, "readyok")
			}
			if err != nil {
				t.Fatalf("%s, %s: %v\n%s", g.Name(), search, err, got.String())
			}
		}
	}
	if _, err := io.WriteString(e.in, "newgame\ngo infinite\nquit\n"); err != nil {
		t.Fatal(err)
	}
	if err := e.close(); err != nil {
		t.Fatal(err)
	}
}
