package driver

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestHandshake(t *testing.T) {
	e := openFake(t, "good", Config{})
	if e.Name() != "Fake 1.0" {
		t.Errorf("name %q", e.Name())
	}
	want := []Option{
		{Name: "Hash", Type: "spin", Default: "16", Min: 1, Max: 1024, HasRange: true},
		{Name: "Clear Hash", Type: "button"},
	}
	if diff := cmp.Diff(want, e.Options()); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if o, ok := e.Option("clear hash"); !ok || o.Name != "Clear Hash" {
		t.Errorf(`Option("clear hash") = %v, %v`, o, ok)
	}
	if err := e.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if _, err := e.Query(t.Context(), "a"); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v, want ErrClosed", err)
	}
	if err := e.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

func TestRequests(t *testing.T) {
	e := openFake(t, "good", Config{})
	ctx := t.Context()
	if got, err := e.Query(ctx, "turn"); got != "TURN" || err != nil {
		t.Errorf("Query: %q, %v", got, err)
	}
	if err := e.SetOption(ctx, "Hash", "32"); err != nil {
		t.Errorf("SetOption: %v", err)
	}
	var refusal *Refusal
	if err := e.SetOption(ctx, "Depth", "32"); !errors.As(err, &refusal) || refusal.Code != "bad-option" || refusal.Error() != "no option Depth" {
		t.Errorf("refused SetOption: %v", err)
	}
	if got, err := e.Ask(ctx, "echo hello"); err != nil || cmp.Diff([]string{"hello"}, got) != "" {
		t.Errorf("Ask: %q, %v", got, err)
	}
	if _, err := e.Ask(ctx, "echo a\nquit"); err == nil {
		t.Error("a request with a line break was sent")
	}
}

func TestGo(t *testing.T) {
	e := openFake(t, "good", Config{})
	var depths []int
	var raw []string
	best, err := e.Go(t.Context(), "depth 2", func(i Info) {
		depths = append(depths, i.Depth)
		raw = append(raw, i.Raw)
	})
	if want := (Best{Move: "a", Ponder: "b"}); best != want || err != nil {
		t.Errorf("Go: %v, %v", best, err)
	}
	if diff := cmp.Diff([]int{1, 0, 2}, depths); diff != "" {
		t.Errorf("reports (-want +got):\n%s", diff)
	}
	if len(raw) > 1 && raw[1] != "info depth two" {
		t.Errorf("an unreadable line lost its text: %q", raw[1])
	}
	var refusal *Refusal
	if _, err := e.Go(t.Context(), "depth x", nil); !errors.As(err, &refusal) || refusal.Code != "bad-argument" {
		t.Errorf("refused Go: %v", err)
	}
}

func TestGoIsStopped(t *testing.T) {
	e := openFake(t, "good", Config{})
	ctx, cancel := context.WithCancel(t.Context())
	var last Info
	best, err := e.Go(ctx, "infinite", func(i Info) {
		last = i
		cancel()
	})
	if best.Move != "a" || err != nil || last.Mate != 3 || last.Proof != ProvedWin {
		t.Errorf("stopped Go: %v, %v, last %+v", best, err, last)
	}
	if got, err := e.Query(t.Context(), "a"); got != "A" || err != nil {
		t.Errorf("Query after a stopped search: %q, %v", got, err)
	}
}

// A search whose context has ended already is begun and stopped at once, so
// that there is an answer.
func TestGoWithoutTime(t *testing.T) {
	e := openFake(t, "good", Config{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 {
		if best, err := e.Go(ctx, "infinite", nil); best.Move != "a" || err != nil {
			t.Fatalf("Go: %v, %v", best, err)
		}
	}
}

func TestRequestsWaitForASearch(t *testing.T) {
	e := openFake(t, "good", Config{})
	ctx, cancel := context.WithCancel(t.Context())
	started := make(chan struct{})
	done := make(chan error)
	go func() {
		_, err := e.Go(ctx, "infinite", func(i Info) {
			if i.Depth == 1 {
				close(started)
			}
		})
		done <- err
	}()
	<-started
	impatient, giveUp := context.WithTimeout(t.Context(), time.Millisecond)
	defer giveUp()
	if _, err := e.Query(impatient, "a"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Query during a search: %v", err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if got, err := e.Query(t.Context(), "a"); got != "A" || err != nil {
		t.Errorf("Query: %q, %v", got, err)
	}
}

// What engines do wrong before they are ready.
func TestOpenFails(t *testing.T) {
	short := Config{HandshakeTimeout: 100 * time.Millisecond}
	for _, tc := range []struct {
		mode   string
		config Config
		want   string
	}{
		{"dies at start", Config{}, "exit status 3; its standard error ends with:\ncannot find my weights"},
		{"mute", short, `fake did not answer "ugi" within 100ms`},
		{"deaf", short, `fake did not answer "ugi" within 100ms`},
		{"babbles", short, `fake did not answer "ugi" within 100ms`},
	} {
		tc.config.Command = fake(t, tc.mode)
		_, err := Open(t.Context(), tc.config)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.mode, err, tc.want)
		}
	}
	if _, err := Open(t.Context(), Config{Command: Command{Path: "/no/such/engine"}}); err == nil ||
		!strings.Contains(err.Error(), "cannot start engine") {
		t.Errorf("no such program: %v", err)
	}
	lost := fake(t, "mute")
	for _, lost.Dir = range []string{"/no/such/folder", lost.Path} {
		if _, err := Start(lost, nil); err == nil || !strings.Contains(err.Error(), "its working directory") || !strings.Contains(err.Error(), lost.Dir) {
			t.Errorf("in %s: %v", lost.Dir, err)
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(cancelled, Config{Command: fake(t, "mute")}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// What engines do wrong later. The failure stays.
func TestEngineFails(t *testing.T) {
	query := func(e *Engine) error { _, err := e.Query(t.Context(), "a"); return err }
	search := func(e *Engine) error { _, err := e.Go(t.Context(), "depth 1", nil); return err }
	stopped := func(e *Engine) error {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := e.Go(ctx, "infinite", func(Info) { cancel() })
		return err
	}
	for _, tc := range []struct {
		mode   string
		config Config
		do     func(*Engine) error
		want   string
	}{
		{"dies on query", Config{}, query, "exit status 2; its standard error ends with:\npanic: out of ideas"},
		{"dies in search", Config{}, search, "fake ended: exit status 2"},
		{"closes its output", Config{}, query, "fake ended: "},
		{"leaves a child", Config{}, query, "fake ended: exit status 3"},
		{"bestmove alone", Config{}, search, "bestmove with no turn behind it"},
		{"mute after ugi", Config{ReplyTimeout: 100 * time.Millisecond}, query, `did not answer "query a" within 100ms`},
		{"never stops", Config{StopTimeout: 100 * time.Millisecond}, stopped, `did not answer "stop" within 100ms`},
	} {
		e := openFake(t, tc.mode, tc.config)
		err := tc.do(e)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.mode, err, tc.want)
		}
		if again := query(e); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: later request: %v, want the same failure", tc.mode, again)
		}
		if e.Err() == nil {
			t.Errorf("%s: Err is nil", tc.mode)
		}
	}
}

// What engines may do, odd as it is.
func TestOddEngines(t *testing.T) {
	for mode, want := range map[string]string{
		"floods stderr": "A", "garbage": "A", "crlf": "a b", "never quits": "A",
	} {
		var config Config
		if mode == "never quits" {
			config.QuitGrace = 100 * time.Millisecond
		}
		e := openFake(t, mode, config)
		got, err := e.Query(t.Context(), "a")
		if mode == "garbage" {
			// An error line without a code precedes the response.
			var refusal *Refusal
			if !errors.As(err, &refusal) {
				t.Errorf("garbage: %q, %v", got, err)
			}
			continue
		}
		if got != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", mode, got, err, want)
		}
		err = e.Close()
		if killed := err != nil && strings.Contains(err.Error(), "was killed"); killed != (mode == "never quits") {
			t.Errorf("%s: Close: %v", mode, err)
		}
	}
	e := openFake(t, "no queries", Config{})
	var refusal *Refusal
	if _, err := e.Query(t.Context(), "rules"); !errors.As(err, &refusal) {
		t.Errorf("an ignored query: %v, want a Refusal", err)
	}
	if e.Err() != nil {
		t.Errorf("an ignored query failed the engine: %v", e.Err())
	}
}

func TestLongLines(t *testing.T) {
	e := openFake(t, "long lines", Config{})
	got, err := e.Query(t.Context(), "1048576")
	if len(got) != MaxLine-len("response ") || err != nil {
		t.Errorf("a line of 1 MiB: %d bytes, %v", len(got), err)
	}
	if _, err := e.Query(t.Context(), "1048577"); !errors.Is(err, ErrLineTooLong) {
		t.Errorf("a longer line: %v", err)
	}
	if _, err := e.Query(t.Context(), "20"); !errors.Is(err, ErrLineTooLong) {
		t.Errorf("after it: %v", err)
	}
}

func TestStderrIsKept(t *testing.T) {
	e := openFake(t, "floods stderr", Config{})
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if got := e.Process().Stderr(); !strings.HasSuffix(got, "noise \nlast words\n") || len(got) > tailSize {
		t.Errorf("kept %d bytes of stderr, ending %q", len(got), got[max(0, len(got)-20):])
	}
}

func TestTrace(t *testing.T) {
	lines := make(chan string, 100)
	e := openFake(t, "good", Config{Trace: func(sent bool, line string) {
		if sent {
			line = "> " + line
		}
		lines <- line
	}})
	e.Query(t.Context(), "a")
	e.Close()
	close(lines)
	var got []string
	for l := range lines {
		got = append(got, l)
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{"> ugi", "ugiok", "> query a", "> isready", "response A", "readyok", "> quit"} {
		if !strings.Contains(all, want) {
			t.Errorf("trace lacks %q:\n%s", want, all)
		}
	}
}
