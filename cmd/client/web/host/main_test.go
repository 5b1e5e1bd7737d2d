package host

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/protocol/driver"
)

// engineEnv makes the test binary run as the engine, and deafEnv as one that
// answers nothing after its handshake.
const (
	engineEnv = "QUADRILLE_TEST_ENGINE"
	deafEnv   = "QUADRILLE_TEST_DEAF"
)

func TestMain(m *testing.M) {
	if os.Getenv(engineEnv) != "" {
		os.Exit(enginecmd.Main(nil, os.Stdin, os.Stdout, os.Stderr))
	}
	if os.Getenv(deafEnv) != "" {
		fmt.Println("ugiok")
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
	if how := os.Getenv(speakEnv); how != "" {
		os.Exit(speak(how))
	}
	goleak.VerifyTestMain(m)
}

// speak is a guest: our engine in a dialect, or one that does wrong.
func speak(how string) int {
	switch how {
	case "ugi", "gtp", "nboard":
		return enginecmd.Main([]string{"--protocol", how, "--set", "Level=1"}, os.Stdin, os.Stdout, os.Stderr)
	case illegal, crashing, mute, slow:
		return badGuest(how)
	case resigner:
		scan(os.Stdin, func(line string) bool {
			id, rest, _ := strings.Cut(line, " ")
			answer := ""
			switch command, _, _ := strings.Cut(rest, " "); command {
			case "protocol_version":
				answer = "2"
			case "known_command":
				answer = "false"
			case "genmove", "reg_genmove":
				answer = "resign"
			}
			say("="+id+" "+answer, "")
			return rest != "quit"
		})
		return 0
	}
	return 1
}

// scan reads lines until one of them ends it.
func scan(in io.Reader, do func(line string) (goOn bool)) {
	for lines := bufio.NewScanner(in); lines.Scan() && do(strings.TrimSpace(lines.Text())); {
	}
}

func say(lines ...string) { fmt.Println(strings.Join(lines, "\n")) }

func openEngine(ctx context.Context) (*driver.Engine, error) {
	c, err := driver.Self("-test.run=^$")
	if err != nil {
		return nil, err
	}
	c.Env = []string{engineEnv + "=1"}
	return driver.Open(ctx, driver.Config{Command: c})
}

// newHost is a host on a new store with the test's own engine.
func newHost(t *testing.T, change ...func(*Config)) *Host {
	t.Helper()
	return hostIn(t, t.TempDir(), change...)
}

// hostIn is a host on the store of a folder. Closing it closes the store.
func hostIn(t *testing.T, dir string, change ...func(*Config)) *Host {
	t.Helper()
	s, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Store: s, Open: openEngine, Engines: 1, Hash: 1}
	for _, f := range change {
		f(&c)
	}
	h, err := New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeHost(t, h) })
	return h
}

func closeHost(t *testing.T, h *Host) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := h.Close(ctx); err != nil {
		t.Error(err)
	}
	h.store.Close()
}

// create makes a game.
func create(t *testing.T, h *Host, s Spec) State {
	t.Helper()
	state, _, err := h.Create(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// play plays words, each an action when it has a space or is "pass", else a
// move, and returns the last state.
func play(t *testing.T, h *Host, id string, changes ...Change) State {
	t.Helper()
	var s State
	for _, c := range changes {
		var err error
		if s, err = h.Act(t.Context(), id, c); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
	}
	return s
}

func action(text string) Change { return Change{Action: text} }
func move(token string) Change  { return Change{Move: token} }

// kindOf is the kind of a refusal, "" for none and "other" for another error.
func kindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if e, ok := err.(*Error); ok {
		return e.Kind
	}
	return "other"
}

// newFuzzHost is newHost for a fuzz test.
func newFuzzHost(f *testing.F) *Host {
	s, err := store.Open(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	h, err := New(f.Context(), Config{Store: s, Open: openEngine, Engines: 1, Hash: 1})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		h.Close(context.Background())
		s.Close()
	})
	return h
}
