package nboard

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
)

func TestMain(m *testing.M) { drivertest.Main(m, fakeEngine) }

// start starts a fake engine; every line that it reads is added to heard.
func start(t *testing.T, mode string, heard *[]string) *driver.Process {
	return drivertest.Start(t, mode, func(sent bool, line string) {
		if sent && heard != nil {
			*heard = append(*heard, line)
		}
	})
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

func fakeEngine(mode string) (status int) {
	if mode == "dies at start" {
		fmt.Fprintln(os.Stderr, "cannot find my book")
		return 3
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch word, rest, _ := strings.Cut(in.Text(), " "); {
		case in.Text() == "quit":
			return 0
		case mode == "deaf":
		case word == "nboard":
			fmt.Println("set myname Fake 2")
		case word == "ping":
			fmt.Println("pong " + rest)
		case word == "go":
			fakeSearch(mode)
		}
	}
	return 0
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
