package driver

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"quadrille/ai/bots"
	"quadrille/engine/games"
	"quadrille/protocol"
)

// fakeEnv makes the test binary run as an engine that misbehaves in the way
// its value names.
const fakeEnv = "QUADRILLE_FAKE_ENGINE"

func TestMain(m *testing.M) {
	switch mode := os.Getenv(fakeEnv); mode {
	case "":
	case "real":
		realEngine()
		os.Exit(0)
	case "plain", "reticent":
		fakePlain(mode)
		os.Exit(0)
	default:
		fakeEngine(mode)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// fake is the command of a fake engine.
func fake(t testing.TB, mode string) Command {
	t.Helper()
	c, err := Self("-test.run=^$")
	if err != nil {
		t.Fatal(err)
	}
	c.Env = []string{fakeEnv + "=" + mode}
	c.Name = "fake"
	return c
}

// openFake opens a fake engine that is closed at the end of the test. The
// timeouts that a test waits for are short, the others long.
func openFake(t *testing.T, mode string, config Config) *Engine {
	t.Helper()
	config.Command = fake(t, mode)
	if config.QuitGrace == 0 {
		config.QuitGrace = 20 * time.Second
	}
	e, err := Open(t.Context(), config)
	if err != nil {
		t.Fatalf("Open(%s): %v", mode, err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// leaveChild starts a program that holds the output and outlives the process and its
// group, where the system has sessions.
var leaveChild func()

func say(lines ...string) {
	for _, l := range lines {
		fmt.Println(l)
	}
}

// before is what a fake engine does before it reads anything.
func before(mode string) {
	switch mode {
	case "dies at start":
		fmt.Fprintln(os.Stderr, "cannot find my weights")
		os.Exit(3)
	case "floods stderr":
		noise := strings.Repeat("noise ", 1000) + "\n"
		for range 1000 {
			fmt.Fprint(os.Stderr, noise)
		}
		fmt.Fprintln(os.Stderr, "last words")
	case "deaf":
		time.Sleep(time.Hour)
	case "babbles":
		for {
			say(strings.Repeat("x", 1000))
		}
	case "has a child":
		child := exec.Command("sleep", "3600")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		say(fmt.Sprint("id author ", child.Process.Pid))
	}
}

func fakeEngine(mode string) {
	before(mode)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 4<<20)
	for in.Scan() {
		line := in.Text()
		if fakeMisbehaves(mode, line) {
			continue
		}
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "ugi":
			say("id name Fake 1.0", "id author nobody", "",
				"option name Hash type spin default 16 min 1 max 1024",
				"option name Clear Hash type button", "ugiok")
		case "isready":
			say("readyok")
		case "query":
			say("response " + strings.ToUpper(rest))
		case "echo":
			say(rest)
		case "setoption":
			if name, _, _ := strings.Cut(strings.TrimPrefix(rest, "name "), " "); name != "Hash" {
				say("error bad-option no option " + name)
			}
		case "go":
			fakeSearch(in, rest)
		case "quit":
			return
		}
	}
}

// fakeSearch answers `go`; an infinite search waits for stop.
func fakeSearch(in *bufio.Scanner, args string) {
	if args == "depth x" {
		say("error bad-argument depth takes a number")
		return
	}
	say("info depth 1 score cp 10 nodes 5 pv a", "info depth two", "no line of the protocol")
	for args == "infinite" && in.Scan() && in.Text() != "stop" {
	}
	say("info depth 2 score mate 3 proof win nodes 50 nps 5 time 7 pv a b", "bestmove a ponder b")
}

// fakeMisbehaves does what the mode is for and says whether the line is dealt
// with.
func fakeMisbehaves(mode, line string) bool {
	switch {
	case mode == "mute" && line != "quit":
		return true
	case mode == "mute after ugi" && line != "ugi" && line != "quit":
		return true
	case mode == "dies on query" && strings.HasPrefix(line, "query"):
		say("half an answer")
		fmt.Fprintln(os.Stderr, "panic: out of ideas")
		os.Exit(2)
	case mode == "dies in search" && strings.HasPrefix(line, "go"):
		say("info depth 1 score cp 10 pv a")
		os.Exit(2)
	case mode == "bestmove alone" && strings.HasPrefix(line, "go"):
		say("info depth 1 score cp 10 pv a", "bestmove \t")
		return true
	case mode == "leaves a child" && line == "query a":
		leaveChild()
		fmt.Print("response of\nhalf an answer")
		os.Exit(3)
	case mode == "closes its output" && line == "query a":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case mode == "garbage":
		fmt.Print("\x00\xff\xfe\r\n", "\n", "option name\n", "error\n", "ok =\n")
	case mode == "never stops" && strings.HasPrefix(line, "go"):
		say("info depth 1")
		time.Sleep(time.Hour)
	case mode == "never quits" && line == "quit":
		time.Sleep(time.Hour)
	case mode == "no queries" && strings.HasPrefix(line, "query"):
		return true
	case mode == "crlf" && line == "query a":
		fmt.Print("response a b\r\n")
		return true
	case mode == "long lines" && strings.HasPrefix(line, "query"):
		var n int
		fmt.Sscanf(line, "query %d", &n)
		say("response " + strings.Repeat("x", n-len("response ")))
		return true
	}
	return false
}

// realEngine is the project's own.
func realEngine() {
	if err := serveReal(os.Stdin, os.Stdout); err != nil {
		panic(err)
	}
}

// serveReal is the real engine.
func serveReal(in io.Reader, out io.Writer) error {
	session, err := protocol.NewSession(games.All(), bots.All())
	if err != nil {
		return err
	}
	return protocol.NewServer(session, protocol.Config{Name: "Real"}).Serve(in, out)
}

// fakePlain is an engine of a game in which nothing matters but the turns. It
// knows UGI without the additions and ignores what it does not know. One that
// is reticent says that it knows games, but answers few questions about them.
func fakePlain(mode string) {
	in := bufio.NewScanner(os.Stdin)
	var turns []string
	for in.Scan() {
		words := strings.Fields(in.Text())
		switch words[0] {
		case "ugi":
			if mode == "reticent" {
				say("option name Game type combo default nim var nim")
			}
			say("ugiok")
		case "isready":
			say("readyok")
		case "newgame", "uginewgame":
			turns = nil
		case "position":
			_, moves, _ := strings.Cut(in.Text(), " moves ")
			turns = strings.Fields(moves)
		case "moves":
			turns = append(turns, words[1:]...)
		case "query":
			switch words[1] {
			case "result":
				say("response none")
			case "turn":
				say(fmt.Sprint("response p", len(turns)%2+1))
			case "history":
				say("response " + strings.Join(turns, " "))
			case "rules":
				say("error unknown-command no rules here")
			}
		case "quit":
			return
		}
	}
}
