//go:build unix

package farm

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille/cmd/client/match"
	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/internal/bus"
)

// An engine that is not this program goes to the workers by its SHA-256, with its
// arguments, and only a worker whose owner allows it plays.
func TestEnginesTravel(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\n[ \"$1\" = \"two words\" ] && exec '%s' engine\n", self)
	engine := filepath.Join(t.TempDir(), "an engine.sh")
	if err := os.WriteFile(engine, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf("%x  an engine.sh", sha256.Sum256([]byte(script)))
	spec := newSpec(4)
	spec.Engines[0].Cmd, spec.Engines[0].Args = engine, "'two words'"
	s := start(t, t.TempDir(), -1, nil)
	work(t, newWorker(s.ClientURL(), "strict"))
	path, away := begin(t, spec), &Match{Server: bus.Server{URL: s.ClientURL()}}
	refused := make(chan string, 1)
	l := &begun{log: &log{}, do: func(match.Progress) {
		go func() {
			refused <- waitForRefusal(away)
			w := newWorker(s.ClientURL(), "lenient")
			w.Folder = filepath.Join(t.TempDir(), "engines")
			w.Allowed, err = ReadAllowed("# of my own\n" + line + "\n")
			work(t, w)
		}()
	}}
	if err := resume(t.Context(), path, away, l); err != nil {
		t.Fatal(err)
	}
	if got := <-refused; !strings.HasSuffix(got, line) || !strings.Contains(got, "engine a: this worker may not run it") || err != nil {
		t.Errorf("%q, %v, want the line %q", got, err, line)
	}
	if len(l.notes) != 1 || l.notes[0] != "worker strict plays no games: "+waitForRefusal(away) {
		t.Errorf("notes %q", l.notes)
	}
	for _, g := range games(t, path) {
		if g.Worker != "lenient" || g.End != arena.EndRules && g.End != arena.EndMaxLength {
			t.Errorf("game %d was played by %s and ended by %s: %s", g.ID, g.Worker, g.End, g.Detail)
		}
	}
	for _, tc := range []struct {
		change func(*match.EngineSpec)
		want   string
	}{
		{func(e *match.EngineSpec) { e.Dir = "/tmp" }, "engine a: dir and env are of this machine"},
		{func(e *match.EngineSpec) { e.Env = []string{"A=B"} }, "engine a: dir and env are of this machine"},
		{func(e *match.EngineSpec) { e.Limits = &arena.Limits{Follow: 1, First: 1} }, "leave out follow, or --nats"},
	} {
		spec := newSpec(4)
		tc.change(&spec.Engines[0])
		if err := resume(t.Context(), begin(t, spec), &Match{Server: bus.Server{URL: s.ClientURL()}}, &log{}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v, want %q", err, tc.want)
		}
	}
}

// waitForRefusal returns why the first worker does not play.
func waitForRefusal(m *Match) string {
	for range 2000 {
		m.mu.Lock()
		q := m.queue
		m.mu.Unlock()
		if q != nil {
			for _, hand := range q.Crew().Away {
				if hand.Refused != "" {
					return hand.Refused
				}
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	return "nothing was refused"
}

func TestReadAllowed(t *testing.T) {
	one := strings.Repeat("0a", 32)
	for _, tc := range []struct {
		text, name, err string
	}{
		{one + "  engine\n", "engine", ""},
		{"\n# mine\n" + strings.ToUpper(one) + " *engine.exe\r\n", "engine.exe", ""},
		{one, "", ""},
		{"engine\n", "", "line 1: \"engine\" does not begin with a SHA-256"},
		{one + "  a\n" + one[1:] + "  b\n", "", "line 2"},
	} {
		list, err := ReadAllowed(tc.text)
		if name, ok := list[one]; tc.err == "" && (err != nil || !ok || name != tc.name) {
			t.Errorf("%q: %v, %v", tc.text, list, err)
		}
		if tc.err != "" && (err == nil || !strings.Contains(err.Error(), tc.err)) {
			t.Errorf("%q: %v, want %q", tc.text, err, tc.err)
		}
	}
}

// How times are scaled, and which machines may play where they are not.
func TestSpeeds(t *testing.T) {
	for _, tc := range []struct {
		order  order
		speed  int
		factor float64
		other  bool
	}{
		{order{}, 1000, 1, false},
		{order{Speed: 1000, Scale: true}, 1000, 1, false},
		{order{Speed: 1000, Scale: true}, 500, 2, false},
		{order{Speed: 1000, Scale: true}, 3000, 0.33, false},
		{order{Speed: 1000, Scale: true}, 0, 1, false},
		{order{Speed: 1000}, 500, 1, true},
		{order{Speed: 1000}, 950, 1, false},
		{order{Speed: 1000}, 1200, 1, true},
		{order{Speed: 1000}, 0, 1, true},
	} {
		if factor, other := tc.order.factor(tc.speed), tc.order.tooOther(tc.speed) != ""; factor != tc.factor || other != tc.other {
			t.Errorf("%+v at %d: factor %v, refused %v", tc.order, tc.speed, factor, other)
		}
	}
	spec := &match.Spec{Limits: arena.Limits{MoveTime: 100 * time.Millisecond, Nodes: 7}, Margin: time.Second,
		Engines: []match.EngineSpec{{}, {Limits: &arena.Limits{Base: time.Second, Inc: 10 * time.Millisecond}}}}
	scaled := spec.Scaled(0.5)
	if scaled.Limits != (arena.Limits{MoveTime: 50 * time.Millisecond, Nodes: 7}) || scaled.Margin != time.Second ||
		*scaled.Engines[1].Limits != (arena.Limits{Base: 500 * time.Millisecond, Inc: 5 * time.Millisecond}) || spec.Engines[1].Limits.Base != time.Second {
		t.Errorf("scaled: %+v", scaled)
	}
}
