package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"quadrille/cmd/internal/enginecmd"
	"quadrille/cmd/internal/fivegames"
)

// TestMain makes the test binary the programs that the scripts run.
func TestMain(m *testing.M) {
	// A client inside the tests' process starts itself as engines and guards, which
	// go test does not.
	if len(os.Args) > 1 && strings.HasSuffix(os.Args[0], ".test") && !strings.HasPrefix(os.Args[1], "-test.") {
		main()
	}
	testscript.Main(m, map[string]func(){
		"client": main,
		"fifth": func() {
			os.Exit(run(os.Args[1:], &streams{in: os.Stdin, out: os.Stdout, errs: os.Stderr, engine: fivegames.Main}))
		},
		"fakeengine": fakeEngine,
	})
}

// TestScripts runs the client in line mode: each file of testdata/client is a
// script of its own, with the files it needs.
func TestScripts(t *testing.T) { runScripts(t, filepath.Join("..", "..", "testdata", "client")) }

// TestFifthGame plays a game that the product does not have, by a client that
// is also the engine of that game.
func TestFifthGame(t *testing.T) {
	runScripts(t, filepath.Join("..", "..", "example", "testdata", "client"))
}

// runScripts runs the scripts of a folder. They get nothing of the environment
// but how the race detector is to be.
func runScripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			env.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
		RequireExplicitExec: true,
	})
}

// skipUnderRace skips a test in short mode, which is the race detector's, under which
// processes start slowly: what the test does goes one step at a time, and on ways
// that the scripts and the other tests go too.
func skipUnderRace(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("nothing of this runs at once")
	}
}

// inside runs the client in the process of the test, which is many times as fast as
// a process, under the race detector above all.
func inside(t *testing.T, args []string, input string, out io.Writer) (status int, complaints string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(name, []byte(input), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var errs bytes.Buffer
	status = run(args, &streams{in: in, out: out, errs: &errs, engine: enginecmd.Main})
	return status, errs.String()
}

func TestExitStatus(t *testing.T) {
	skipUnderRace(t)
	path, err := exec.LookPath("client")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		args  string
		input string
		want  int
	}{
		{"--side all", "0.0s1", 0},
		{"play --side all", "", 0},
		{"--version", "", 0},
		{"--help", "", 0},
		{"engine", "quit", 0},
		{"--side all", "0.0s2", 1},
		{"--side all", "nothing\nquit", 1},
		{"--level 0", "", 2},
		{"--nonsense", "", 2},
		{"nonsense", "", 2},
		{"engine -nonsense", "", 2},
		{"--load /no/such/file", "", 2},
		{"--game chess", "", 2},
		{"--engine /no/such/engine", "", 3},
	} {
		cmd := exec.Command(path, strings.Fields(tc.args)...)
		cmd.Stdin = strings.NewReader(tc.input)
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != tc.want {
			t.Errorf("client %s: exit status %d, want %d:\n%s", tc.args, got, tc.want, out)
		}
	}
}

// fakeEngine is an engine of one game in which every turn is "a". What it does
// wrong is its first argument.
func fakeEngine() {
	mode := strings.Join(os.Args[1:], " ")
	var played []string
	players := 2
	if mode == "four seats" {
		players = 4
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		if mode == "dies in search" && strings.HasPrefix(in.Text(), "go") {
			fmt.Fprintln(os.Stderr, "out of ideas")
			os.Exit(7)
		}
		switch word, rest, _ := strings.Cut(in.Text(), " "); word {
		case "ugi":
			if mode == "says nothing" {
				os.Exit(0)
			}
			name := "Fake"
			if mode == "hostile name" {
				name = "\x1b[31mFa\u202eke\x07"
			}
			fmt.Println("id name " + name + "\nugiok")
		case "isready":
			fmt.Println("readyok")
		case "newgame":
			if mode == "plain UGI" {
				fmt.Println("error unknown-command no newgame")
				continue
			}
			played = nil
		case "uginewgame":
			played = nil
		case "position":
			_, moves, _ := strings.Cut(rest, "moves ")
			played = strings.Fields(moves)
		case "moves":
			if rest != "a" {
				fmt.Println("error illegal-move every turn is a")
				continue
			}
			played = append(played, rest)
		case "undo":
			played = played[:max(0, len(played)-1)]
		case "go":
			fmt.Println("info depth 1 score cp 50 pv a a\nbestmove a")
		case "show":
			fmt.Println("a board of", len(played), "turns")
		case "query":
			fakeQuery(rest, played, players)
		}
	}
}

func fakeQuery(what string, played []string, players int) {
	switch what {
	case "players":
		fmt.Println("response", players)
	case "turn":
		fmt.Printf("response p%d\n", len(played)%players+1)
	case "game":
		fmt.Println("response fake")
	case "result":
		fmt.Println("response none")
	case "legal":
		fmt.Println("response a")
	case "fen":
		fmt.Println("response", len(played))
	case "history":
		fmt.Println("response " + strings.Join(played, " "))
	default:
		fmt.Println("error bad-argument no query", what)
	}
}

// started starts a program and returns its standard output.
func started(t *testing.T, cmd *exec.Cmd) io.Reader {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}
