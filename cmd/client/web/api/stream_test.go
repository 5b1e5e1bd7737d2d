package api_test

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"quadrille/cmd/client/web/api"
	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

// event is one server-sent event, or a comment.
type event struct{ id, name, data, comment string }

// reader reads the events of an open stream.
type reader struct {
	t    *testing.T
	body *bufio.Scanner
	stop func()
}

func (s *served) open(t *testing.T, path string) *reader {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", s.url+api.Prefix+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if w.StatusCode != 200 || w.Header.Get("Content-Type") != "text/event-stream" || w.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%s: %d %v", path, w.StatusCode, w.Header)
	}
	stop := func() { cancel(); w.Body.Close() }
	t.Cleanup(stop)
	return &reader{t, bufio.NewScanner(w.Body), stop}
}

// next reads one event; ok is false at the end of the stream.
func (r *reader) next() (e event, ok bool) {
	for r.body.Scan() {
		key, value, _ := strings.Cut(r.body.Text(), ": ")
		switch key {
		case "":
			if r.body.Text() != "" {
				e.comment = value
				continue
			}
			return e, true
		case "id":
			e.id = value
		case "event":
			e.name = value
		case "data":
			e.data = value
		default:
			r.t.Errorf("line %q", r.body.Text())
		}
	}
	return e, false
}

func TestEvents(t *testing.T) {
	s := start(t)
	one, two := s.open(t, "games/game/events"), s.open(t, "games/game/events")
	for _, want := range []string{"0", "1", "2"} {
		for _, r := range []*reader{one, two} {
			e, _ := r.next()
			if e.id != want || e.name != "state" {
				t.Fatalf("%+v, want version %s", e, want)
			}
			s.checker.Schema(t, "State", []byte(e.data))
		}
		s.ask("POST", "/api/v1/games/game/act", `{"move":"a"}`)
	}
	one.stop()
	two.stop()
}

// After the first state the number of those who watch is told, to a reader whose
// words about himself came to the host.
func TestWatching(t *testing.T) {
	s := start(t)
	s.games.watching = 3
	r := s.open(t, "games/game/events?reader=abc&plays=true")
	state, _ := r.next()
	e, _ := r.next()
	if state.name != "state" || e.name != "watching" || e.data != `{"count":3}` || e.id != "" {
		t.Errorf("%+v, then %+v", state, e)
	}
	if want := (host.Reader{Key: "abc", Plays: true}); s.games.last != want {
		t.Errorf("%+v, want %+v", s.games.last, want)
	}
	r.stop()
}

// How the solution of a game stands is told once somebody has wanted it.
func TestSolutionTold(t *testing.T) {
	s := start(t)
	s.ask("POST", "/api/v1/games/game/solution", `{"solve":true}`)
	r := s.open(t, "games/game/events")
	r.next()
	e, _ := r.next()
	if e.name != "solution" || e.data != `{"stage":"solving","done":250}` {
		t.Errorf("%+v", e)
	}
	s.checker.Schema(t, "Solution", []byte(e.data))
	r.stop()
}

// The solution of a game that nobody plays is told and asked for by its rules.
func TestSolutionOfRules(t *testing.T) {
	s := start(t)
	for text, want := range map[string]int{
		`{"game":"fake"}`: 400, `{"game":"fake","solve":true,"turns":[]}`: 400, `{"solve":true,"rules":{"size":3},"game":"fake"}`: 400,
		`{"game":"fake","rules":{"size":"3"},"solve":true}`: 200,
	} {
		if status, answer := s.ask("POST", "/api/v1/solution", text); status != want {
			t.Errorf("%s: %d %s, want %d", text, status, answer, want)
		}
	}
	p := host.Position{Game: "fake", Rules: map[string]string{"size": "3"}}
	if diff := cmp.Diff([]any{p, true}, s.games.last); diff != "" {
		t.Errorf("asked for (-want +got):\n%s", diff)
	}
	r := s.open(t, "solution?game=fake&rules=size%3D3")
	if e, _ := r.next(); e.name != "solution" || e.data != `{"stage":"solving","done":250}` {
		t.Errorf("%+v", e)
	}
	if diff := cmp.Diff(any(p), s.games.last, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("followed (-want +got):\n%s", diff)
	}
	r.stop()
}

// The end of a reader ends its subscription.
func TestEventsEnd(t *testing.T) {
	s := start(t)
	r := s.open(t, "games/game/events")
	r.next()
	r.stop()
	for { // until the server has seen it; go test's own limit is the bound
		s.games.mu.Lock()
		n := len(s.games.readers)
		s.games.mu.Unlock()
		if n == 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
}

func TestHeartbeat(t *testing.T) {
	s := start(t, func(c *api.Config) { c.Heartbeat = time.Millisecond })
	hold := make(chan struct{})
	s.games.search = func(ctx context.Context, w host.Watch) (host.Reply, error) {
		<-ctx.Done()
		close(hold)
		return reply, nil
	}
	for _, path := range []string{"games/game/events", "games/game/analysis"} {
		r := s.open(t, path)
		for {
			e, ok := r.next()
			if !ok {
				t.Fatalf("%s ended", path)
			}
			if e.comment != "" {
				break
			}
		}
		r.stop()
	}
	<-hold
}

// When the server stops, streams end and searches with them.
func TestClosing(t *testing.T) {
	closing := make(chan struct{})
	s := start(t, func(c *api.Config) { c.Closing = closing })
	stopped := make(chan struct{})
	s.games.search = func(ctx context.Context, w host.Watch) (host.Reply, error) {
		w.Report(driver.Info{Depth: 1})
		<-ctx.Done()
		close(stopped)
		return reply, nil
	}
	events, analysis := s.open(t, "games/game/events"), s.open(t, "games/game/analysis")
	events.next()
	analysis.next()
	close(closing)
	for _, r := range []*reader{events, analysis} {
		if e, ok := r.next(); ok {
			t.Errorf("%+v after the end", e)
		}
	}
	<-stopped
}

func TestAnalysis(t *testing.T) {
	s := start(t)
	reports := []driver.Info{
		{Depth: 1, MultiPV: 1, HasScore: true, CP: 5, Chance: 5200, Time: time.Second, PV: []string{"a"}},
		{Depth: 1, MultiPV: 2, HasScore: true, Mate: -3, Proof: driver.ProvedLoss, Bound: driver.LowerBound},
		{Scores: []int{1, 2, 3, 4}, SelDepth: 9, HashFull: 10},
		{Text: "no win in 3"},
	}
	s.games.search = func(_ context.Context, w host.Watch) (host.Reply, error) {
		for _, i := range reports {
			w.Report(i)
		}
		return reply, nil
	}
	r := s.open(t, "games/game/analysis?multipv=2")
	for _, want := range []string{
		`{"depth":1,"multipv":1,"score":{"cp":5},"chance":5200,"time":1000,"pv":["a"]}`,
		`{"depth":1,"multipv":2,"score":{"mate":-3},"bound":"lowerbound","proof":"loss","time":0}`,
		`{"seldepth":9,"scores":[1,2,3,4],"hashfull":10,"time":0}`,
		`{"time":0,"text":"no win in 3"}`,
	} {
		e, _ := r.next()
		if e.name != "info" || e.data != want {
			t.Errorf("%+v, want %s", e, want)
		}
		s.checker.Schema(t, "Info", []byte(e.data))
	}
	e, _ := r.next()
	if e.name != "best" || e.data != `{"move":"a","ponder":"b"}` {
		t.Errorf("%+v", e)
	}
	s.checker.Schema(t, "Best", []byte(e.data))
	if e, ok := r.next(); ok {
		t.Errorf("%+v after the end", e)
	}
}

func TestAnalysisFails(t *testing.T) {
	s := start(t)
	s.games.search = func(context.Context, host.Watch) (host.Reply, error) {
		return host.Reply{}, host.Refuse(host.Busy, "no engine is free")
	}
	e, _ := s.open(t, "games/game/analysis").next()
	if e.name != "error" || e.data != `{"error":{"code":"busy","text":"no engine is free"}}` {
		t.Errorf("%+v", e)
	}
	s.checker.Schema(t, "Error", []byte(e.data))
}

// A search that gives way says why, and that it goes on, in their place among
// the reports; what comes and goes before it is written is not told.
func TestAnalysisPauses(t *testing.T) {
	s := start(t)
	read := make(chan struct{})
	s.games.search = func(_ context.Context, w host.Watch) (host.Reply, error) {
		w.Wait(host.Sharing)
		<-read
		w.Wait(host.Running)
		w.Report(driver.Info{Depth: 1})
		<-read
		w.Wait(host.Playing)
		<-read
		w.Wait(host.Running)
		w.Report(driver.Info{Depth: 2})
		return reply, nil
	}
	r := s.open(t, "games/game/analysis")
	for _, want := range []event{
		{name: "pause", data: `{"reason":"share"}`}, {name: "resume", data: `{}`}, {name: "info", data: `{"depth":1,"time":0}`},
		{name: "pause", data: `{"reason":"play"}`}, {name: "resume", data: `{}`}, {name: "info", data: `{"depth":2,"time":0}`},
		{name: "best", data: `{"move":"a","ponder":"b"}`},
	} {
		e, ok := r.next()
		if !ok || e.name != want.name || e.data != want.data {
			t.Errorf("%+v, want %+v", e, want)
		}
		if e.name == "pause" || e.name == "info" && e.data == `{"depth":1,"time":0}` {
			read <- struct{}{}
		}
	}
}

// A review tells each turn once and then the whole.
func TestReview(t *testing.T) {
	s := start(t)
	s.games.goOn = make(chan struct{})
	r := s.open(t, "games/game/review")
	for _, want := range []struct{ name, schema, part string }{
		{"turn", "JudgedTurn", `"number":1,"seat":1,"token":"a","best":"a","line":["a","b"]`},
		{"pause", "", `{"reason":"play"}`},
		{"resume", "", `{}`},
		{"turn", "JudgedTurn", `"loss":0.5,"points":null,"mark":"??","exact":false,"forced":false,"total":2}`},
		{"review", "Review", `"sums":[{"turns":1,"loss":0,"marks":[0,0,0],"best":1},{"turns":1,"loss":0.5,"marks":[0,0,1],"best":0}]}`},
	} {
		e, _ := r.next()
		if e.name != want.name || !strings.Contains(e.data, want.part) {
			t.Errorf("%+v, want %+v", e, want)
		}
		if want.schema != "" {
			s.checker.Schema(t, want.schema, []byte(e.data))
		}
		if e.name == "pause" {
			close(s.games.goOn)
		}
	}
	if e, ok := r.next(); ok {
		t.Errorf("%+v after the end", e)
	}
}

// A client that goes ends its search.
func TestAnalysisIsStopped(t *testing.T) {
	s := start(t)
	stopped := make(chan struct{})
	s.games.search = func(ctx context.Context, w host.Watch) (host.Reply, error) {
		w.Report(driver.Info{Depth: 1})
		<-ctx.Done()
		close(stopped)
		return reply, nil
	}
	r := s.open(t, "games/game/analysis")
	r.next()
	r.stop()
	<-stopped
}

// A client that does not read holds neither the engine nor memory: the search
// reports twenty thousand times and ends.
func TestAnalysisOfASlowReader(t *testing.T) {
	s := start(t)
	ended := make(chan struct{})
	s.games.search = func(_ context.Context, w host.Watch) (host.Reply, error) {
		long := []string{strings.Repeat("x", 10_000)}
		for i := range 20_000 {
			w.Report(driver.Info{Depth: i + 1, MultiPV: 1 + i%3, HasScore: true, PV: long})
		}
		close(ended)
		return reply, nil
	}
	r := s.open(t, "games/game/analysis")
	<-ended
	r.stop()
}

func TestMaxStreams(t *testing.T) {
	s := start(t, func(c *api.Config) { c.MaxStreams = 2 })
	first, second := s.open(t, "games/game/events"), s.open(t, "games/game/events")
	first.next()
	second.next()
	for _, path := range []string{"events", "analysis"} {
		if status, body := s.ask("GET", "/api/v1/games/game/"+path, ""); status != http.StatusServiceUnavailable || !strings.Contains(body, `"busy"`) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	first.stop()
	for { // until the server has seen it
		if status, _ := s.ask("GET", "/api/v1/games/game/analysis", ""); status == http.StatusOK {
			break
		}
		time.Sleep(time.Millisecond)
	}
}
