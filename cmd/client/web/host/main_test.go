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

	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/store/kv"
	"quadrille/cmd/client/web/store/sqlite"
	"quadrille/cmd/internal/enginecmd"
	"quadrille/protocol/driver"
	"quadrille/protocol/driver/drivertest"
)

func TestMain(m *testing.M) { drivertest.Main(m, speak) }

// The ways in which a process of a test speaks, besides our own engine's
// dialects.
const (
	deaf     = "deaf"     // answers nothing after its handshake
	illegal  = "illegal"  // plays a turn that is none
	crashing = "crashing" // ends when it is asked for a turn
	mute     = "mute"     // never answers when it is asked for a turn
	slow     = "slow"     // answers late
	resigner = "resigner" // gives up, in GTP
)

// speak is an engine process: ours in a dialect, or one that does wrong.
func speak(how string) int {
	switch how {
	case "ugi", "gtp", "nboard":
		return enginecmd.Main([]string{"--protocol", how, "--set", "Level=1"}, os.Stdin, os.Stdout, os.Stderr)
	case deaf:
		say("ugiok")
		io.Copy(io.Discard, os.Stdin)
		return 0
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

// openEngine opens our engine in a goroutine.
func openEngine(ctx context.Context) (*driver.Engine, error) {
	return driver.Attach(ctx, drivertest.Inside("engine", enginecmd.Main), driver.Config{})
}

// openProcess opens our engine as a process, which can be killed.
func openProcess(t *testing.T) func(ctx context.Context) (*driver.Engine, error) {
	return func(ctx context.Context) (*driver.Engine, error) {
		return driver.Open(ctx, driver.Config{Command: drivertest.Command(t, "ugi")})
	}
}

// files is a store that is closed with its host.
type files interface {
	Store
	store.Notes
	Close() error
}

// newHost is a host with the test's own engine. Its store is in memory: SQLite's takes
// several times as long.
func newHost(t *testing.T, change ...func(*Config)) *Host {
	t.Helper()
	s, err := kv.Open(t.Context(), &kv.Memory{})
	return hostOn(t, s, err, change...)
}

// hostIn is the same on the store of a folder, for another host to find there.
func hostIn(t *testing.T, dir string, change ...func(*Config)) *Host {
	t.Helper()
	s, err := sqlite.Open(dir)
	return hostOn(t, s, err, change...)
}

func hostOn(t *testing.T, s files, err error, change ...func(*Config)) *Host {
	t.Helper()
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
	kept(h).Close()
}

// kept is the store that was opened for a host.
func kept(h *Host) files {
	s := h.store
	if u, breaks := s.(*unlinked); breaks {
		s = u.Store
	}
	return s.(files)
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
	s, err := kv.Open(f.Context(), &kv.Memory{})
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
