package protocol

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"time"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// firstBot plays the first legal turn. It reports once and then, unless a
// depth is given, waits until it must end.
type firstBot struct{}

func (firstBot) Search(ctl *ai.Control, pos engine.Position, l ai.Limits, _ ai.Settings, report func(ai.Info)) ai.Best {
	legal := pos.Legal()
	if len(l.SearchMoves) > 0 {
		legal = l.SearchMoves
	}
	if l.Mate > 0 {
		report(ai.Info{Depth: 1, HasScore: true, Nodes: 7, PV: legal[:1]})
		report(ai.Info{Text: "no win in 1"})
		return ai.Best{Move: legal[0]}
	}
	ctl.SetTime(l.MoveTime, l.MoveTime)
	report(ai.Info{Depth: 1, HasScore: true, Score: ai.Score{CP: 25}, Nodes: 42, PV: legal[:1]})
	for l.Depth == 0 && !ctl.Done() {
		time.Sleep(100 * time.Microsecond)
	}
	return ai.Best{Move: legal[0], Ponder: "1.0s0"}
}

func (firstBot) Eval(engine.Position) []ai.Term {
	return []ai.Term{{Name: "side to move", Value: 3}, {Name: "total", Value: 3}}
}

func (firstBot) Bench() []ai.BenchPosition {
	return []ai.BenchPosition{{Depth: 1}, {Depth: 1, Rules: engine.Rules{"pieces": "4"}}}
}

func (firstBot) Reset() {}

func (firstBot) Ready(engine.Position, ai.Settings) {}

func newTestServer(t testing.TB) *Server {
	t.Helper()
	session, err := NewSession([]engine.Game{square4.Game{}},
		[]ai.Factory{{Game: "square4", New: func() ai.Bot { return firstBot{} }}})
	if err != nil {
		t.Fatal(err)
	}
	return NewServer(session, Config{Name: "Test", Author: "nobody", NoTimes: true})
}

// answers returns the lines that a fresh server prints for the input.
func answers(t testing.TB, input string) []string {
	t.Helper()
	var out strings.Builder
	if err := newTestServer(t).Serve(strings.NewReader(input), &out); err != nil {
		t.Fatalf("Serve(%q): %v", input, err)
	}
	text := out.String()
	if text == "" {
		return nil
	}
	if !strings.HasSuffix(text, "\n") {
		t.Fatalf("the last line of %q has no end", text)
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// talk is a conversation with a running server.
type talk struct {
	t   *testing.T
	in  *io.PipeWriter
	out chan string // what the server prints, read all the time
}

func startTalk(t *testing.T) *talk {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &talk{t: t, in: inW, out: make(chan string, 10_000)}
	server := newTestServer(t)
	end := make(chan error, 1)
	go func() {
		err := server.Serve(inR, outW)
		inR.Close()
		outW.Close()
		end <- err
	}()
	go func() {
		lines := bufio.NewScanner(outR)
		for lines.Scan() {
			c.out <- lines.Text()
		}
		close(c.out)
	}()
	t.Cleanup(func() {
		inW.Close()
		if err := <-end; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return c
}

func (c *talk) send(lines ...string) {
	for _, l := range lines {
		if _, err := io.WriteString(c.in, l+"\n"); err != nil {
			c.t.Fatal(err)
		}
	}
}

func (c *talk) want(lines ...string) {
	c.t.Helper()
	for _, want := range lines {
		got, ok := <-c.out
		if !ok {
			c.t.Fatalf("the output ended, want %q", want)
		}
		prefix, open := strings.CutSuffix(want, "…")
		if got != want && !(open && strings.HasPrefix(got, prefix)) {
			c.t.Fatalf("got %q, want %q", got, want)
		}
	}
}
