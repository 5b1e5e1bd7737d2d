package nboard

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"quadrille/protocol/driver"
)

// fakeEnv makes the test binary run as an engine that behaves in the way its
// value names.
const fakeEnv = "QUADRILLE_FAKE_NBOARD"

func TestMain(m *testing.M) {
	if mode := os.Getenv(fakeEnv); mode != "" {
		fakeEngine(mode)
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// start starts a fake engine; every line that it reads is added to heard.
func start(t *testing.T, mode string, heard *[]string) *driver.Process {
	t.Helper()
	c, err := driver.Self("-test.run=^$")
	if err != nil {
		t.Fatal(err)
	}
	c.Env = []string{fakeEnv + "=" + mode, "GORACE=atexit_sleep_ms=0"}
	c.Name = "fake"
	proc, err := driver.Start(c, func(sent bool, line string) {
		if sent && heard != nil {
			*heard = append(*heard, line)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { proc.Close("", 0) })
	return proc
}

// open opens a fake engine and begins a game; heard has what it hears from
// then on.
func open(t *testing.T, mode string, settings ...driver.Setting) (p *Player, heard *[]string) {
	t.Helper()
	heard = &[]string{}
	p, err := Open(t.Context(), start(t, mode, heard), 20*time.Second, settings...)
	if err == nil {
		err = p.NewGame(t.Context(), driver.Setup{Game: "othello", Start: "startpos", Seats: 2})
	}
	if err != nil {
		t.Fatalf("%s: %v", mode, err)
	}
	t.Cleanup(func() { p.Close() })
	*heard = nil
	return p, heard
}

// fakeAnswers are what the engines say to `go`.
var fakeAnswers = map[string]string{
	"good":      "status thinking\nsearch F5d6 2.5 0 6\nnodestats 100 0.01\n=== F5/2.50/0.1\nstatus",
	"spaces":    "=== d6 -1.00 0.0",
	"bare":      "=== c3\r",
	"passes":    "=== PA",
	"forced":    "=== C4//0.5",
	"centi":     "=== F5/250/0.1",
	"no move":   "=== resign",
	"no square": "=== j9/0.0/1",
}

func fakeEngine(mode string) {
	if mode == "dies at start" {
		fmt.Fprintln(os.Stderr, "cannot find my book")
		os.Exit(3)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch word, rest, _ := strings.Cut(in.Text(), " "); {
		case in.Text() == "quit":
			return
		case mode == "deaf":
		case word == "nboard":
			fmt.Println("set myname Fake 2")
		case word == "ping":
			fmt.Println("pong " + rest)
		case word == "go":
			fakeSearch(mode)
		}
	}
}

func fakeSearch(mode string) {
	switch mode {
	case "dies":
		fmt.Fprintln(os.Stderr, "out of ideas")
		os.Exit(2)
	case "hangs":
		time.Sleep(time.Hour)
	case "babbles":
		for {
			fmt.Print(strings.Repeat("status thinking\n", 1000))
		}
	case "long line":
		fmt.Println(strings.Repeat("=", driver.MaxLine+1))
	default:
		fmt.Println(fakeAnswers[mode])
	}
}
