package web_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/host"
)

// game is a game that a test plays over HTTP.
type game struct {
	*client
	path   string
	tokens []string
}

// create makes a game from a Spec in JSON.
func (c *client) create(spec string) *game {
	c.t.Helper()
	status, h, body := c.ask("POST", "/api/v1/games", spec)
	var made struct {
		State  host.State
		Tokens []string
	}
	if err := json.Unmarshal([]byte(body), &made); status != 201 || err != nil {
		c.t.Fatalf("%s: %d %s %v", spec, status, body, err)
	}
	if want := "/api/v1/games/" + made.State.ID; h.Get("Location") != want {
		c.t.Fatalf("Location %q, want %q", h.Get("Location"), want)
	}
	return &game{c, "/api/v1/games/" + made.State.ID, made.Tokens}
}

// must makes a request about the game that succeeds, and returns the answer.
func (g *game) must(method, path, body string, headers ...string) string {
	g.t.Helper()
	status, _, answer := g.ask(method, g.path+path, body, headers...)
	if status != 200 {
		g.t.Fatalf("%s %s %s: %d %s", method, path, body, status, answer)
	}
	return answer
}

func (g *game) state() host.State { return parse[host.State](g.t, g.must("GET", "", "")) }

func parse[T any](t testing.TB, text string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// Every game is played to its end, or for a while, with random turns, and looked
// at from all sides on the way; the record of it makes the same game again, and
// another server on the same folder has it as it was.
func TestGamesToTheEnd(t *testing.T) {
	dir := t.TempDir()
	c := start(t, func(c *web.Config) { c.Data = dir })
	most := 100
	if testing.Short() {
		most = 12
	}
	var played []host.State
	for _, spec := range []string{
		`{"game":"square4"}`, `{"game":"teeko","rules":{"size":"4"}}`, `{"game":"othello"}`, `{"game":"blokus"}`,
	} {
		g := c.create(spec)
		random := rand.New(rand.NewPCG(1, uint64(len(spec))))
		s := g.state()
		for turn := 0; !s.Over() && turn < most; turn++ {
			token := s.Legal[random.IntN(len(s.Legal))]
			s = parse[host.State](t, g.must("POST", "/act", fmt.Sprintf(`{"move":%q,"version":%d}`, token, s.Version)))
			if len(s.Turns) != turn+1 || s.Turns[turn] != token {
				t.Fatalf("%s: turns %v, want %s as the last", spec, s.Turns, token)
			}
			if turn%25 == 5 {
				g.look(s)
			}
		}
		if !s.Over() && most == 100 && (s.Game == "othello" || s.Game == "blokus") { // the others need not end
			t.Errorf("%s: no end after %d turns", spec, len(s.Turns))
		}
		again := c.create(`{"record":` + quote(t, g.must("GET", "/record", "")) + `}`).state()
		if diff := cmp.Diff([]any{s.Turns, s.FEN, s.Result}, []any{again.Turns, again.FEN, again.Result}); diff != "" {
			t.Errorf("%s: the record makes another game (-game +record):\n%s", spec, diff)
		}
		played = append(played, g.state())
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = start(t, func(c *web.Config) { c.Data = dir })
	for _, want := range played {
		g := &game{client: c, path: "/api/v1/games/" + want.ID}
		if diff := cmp.Diff(want, g.state()); diff != "" {
			t.Errorf("%s after a new start (-before +after):\n%s", want.Game, diff)
		}
	}
}

// look asks for what changes nothing.
func (g *game) look(s host.State) {
	g.t.Helper()
	for _, name := range s.Lists {
		g.must("GET", "/list/"+name, "")
	}
	at := parse[host.State](g.t, g.must("GET", fmt.Sprintf("?at=%d", len(s.Turns)-1), ""))
	if at.At == nil || *at.At != len(s.Turns)-1 || len(at.Legal) == 0 {
		g.t.Errorf("%s one turn ago: %+v", s.Game, at)
	}
	action := map[string]string{"square4": "place 4 0", "othello": "place 0 0", "teeko": "place 0 0", "blokus": "place 1 0 0 0"}[s.Game]
	g.must("POST", "/try", fmt.Sprintf(`{"action":%q}`, action))
	if !s.Over() {
		g.must("POST", "/hint", `{"depth":1}`)
	}
	if got := g.state(); got.Version != s.Version {
		g.t.Errorf("%s: looking changed the game", s.Game)
	}
}

func quote(t testing.TB, s string) string {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A turn is made of actions; two watchers see every state, in the middle of
// the turn too; undo takes back.
func TestActionsAndEvents(t *testing.T) {
	c := start(t)
	g := c.create(`{"game":"square4"}`)
	one, two := c.stream(g.path+"/events"), c.stream(g.path+"/events")
	see := func(version int, pending ...string) {
		t.Helper()
		for i, lines := range []*bufio.Scanner{one, two} {
			name, data, _ := event(lines)
			for name == "watching" {
				name, data, _ = event(lines)
			}
			c.check.Schema(t, "State", []byte(data))
			s := parse[host.State](t, data)
			if name != "state" || s.Version != version || strings.Join(s.Pending, ";") != strings.Join(pending, ";") {
				t.Errorf("watcher %d: %s %d %v, want version %d %v", i, name, s.Version, s.Pending, version, pending)
			}
		}
	}
	v := g.state().Version
	see(v)
	g.must("POST", "/act", `{"action":"place 0 2"}`)
	see(v+1, "place 0 2")
	g.must("POST", "/act", `{"action":"slide 3"}`)
	see(v + 2)
	g.must("POST", "/undo", `{"actions":1}`)
	see(v+3, "place 0 2")
	g.must("POST", "/act", `{"move":"s1"}`)
	see(v + 4)
	if s := g.state(); len(s.Turns) != 1 || s.Turns[0] != "0.2s1" {
		t.Errorf("turns %v", s.Turns)
	}
	if s := parse[host.State](t, g.must("POST", "/undo", `{"to":0}`)); len(s.Turns) != 0 || s.Version != v+5 {
		t.Errorf("after undo: %+v", s)
	}
	see(v + 5)
}

// Of requests that race for one version, one is done and the others are told
// that the game has changed.
func TestRaces(t *testing.T) {
	c := start(t)
	g := c.create(`{"game":"othello"}`)
	for range 5 {
		s := g.state()
		const racers = 6
		answers := make(chan string, racers)
		for range racers {
			go func() {
				answer := "none"
				defer func() { answers <- answer }() // also when ask ends the test
				status, _, body := c.ask("POST", g.path+"/act", fmt.Sprintf(`{"move":%q,"version":%d}`, s.Legal[0], s.Version))
				if status == 409 {
					status, body = 0, string(parse[struct{ Error host.Error }](t, body).Error.Kind)
				}
				answer = fmt.Sprint(status, " ", body[:min(len(body), 6)])
			}()
		}
		count := map[string]int{}
		for range racers {
			count[<-answers]++
		}
		if count[`200 {"id":`] != 1 || count["0 confli"] != racers-1 {
			t.Errorf("%v", count)
		}
		if after := g.state(); after.Version != s.Version+1 || len(after.Turns) != len(s.Turns)+1 {
			t.Errorf("version %d and %d turns, after %d and %d", after.Version, len(after.Turns), s.Version, len(s.Turns))
		}
	}
}

// The engine answers for its seat by itself, and its turn comes by the events.
func TestEngineSeat(t *testing.T) {
	c := start(t)
	g := c.create(`{"game":"othello","seats":[{"kind":"person","name":"Ann"},{"kind":"engine","level":1}]}`)
	lines := c.stream(g.path + "/events")
	s := g.state()
	g.must("POST", "/act", fmt.Sprintf(`{"move":%q}`, s.Legal[0]))
	for {
		_, data, ok := event(lines)
		if !ok {
			t.Fatal("the stream ended")
		}
		if s = parse[host.State](t, data); len(s.Turns) == 2 {
			break
		}
	}
	if s.Seats[0].Name != "Ann" || s.Turn != "p1" || s.Thinking != "" {
		t.Errorf("%+v", s)
	}
}

// The engine plays and hints on request, and analyses as a stream. The score
// of square4's example game (docs/client.md) is a proved win in one turn.
func TestEngineOnRequest(t *testing.T) {
	c := start(t)
	g := c.create(`{"game":"square4"}`)
	for _, m := range strings.Fields("0.0s1 8.0s4 0.1s1 8.3s4 0.2s1 6.0s4") {
		g.must("POST", "/act", fmt.Sprintf(`{"move":%q}`, m))
	}
	type hint struct {
		Move string
		Info struct {
			Score struct{ Mate int }
			Proof string
		}
	}
	if h := parse[hint](t, g.must("POST", "/hint", `{"depth":1}`)); h.Move != "0.3" || h.Info.Score.Mate != 1 || h.Info.Proof != "win" {
		t.Errorf("hint: %+v", h)
	}
	lines := c.stream(g.path + "/analysis?depth=1&multipv=2")
	var infos int
	for {
		name, data, ok := event(lines)
		if !ok {
			t.Fatal("the analysis ended without its best turn")
		}
		if name == "best" {
			c.check.Schema(t, "Best", []byte(data))
			if infos == 0 || !strings.Contains(data, `"move":"0.3"`) {
				t.Errorf("%d reports, then %s", infos, data)
			}
			break
		}
		c.check.Schema(t, "Info", []byte(data))
		infos++
	}
	moved := parse[struct {
		State host.State
		Move  string
	}](t, g.must("POST", "/move", `{"depth":1}`))
	if moved.Move != "0.3" || moved.State.Result != "p1win" {
		t.Errorf("move: %+v", moved)
	}
	if status, _, body := c.ask("POST", g.path+"/hint", "{}"); status != 409 || !strings.Contains(body, "game-over") {
		t.Errorf("hint after the end: %d %s", status, body)
	}
}

// Who holds a seat's token acts for it, and nobody else.
func TestTokens(t *testing.T) {
	c := start(t)
	g := c.create(`{"game":"square4","tokens":true}`)
	if len(g.tokens) != 2 || g.tokens[0] == g.tokens[1] || len(g.tokens[0]) < 20 {
		t.Fatalf("tokens %v", g.tokens)
	}
	red, blue := "Bearer "+g.tokens[0], "Bearer "+g.tokens[1]
	if status, _, body := c.ask("POST", g.path+"/act", `{"move":"0.0s1"}`, "Authorization", blue); status != 403 {
		t.Errorf("Blue for Red: %d %s", status, body)
	}
	g.must("POST", "/act", `{"move":"0.0s1"}`, "Authorization", red)
	if status, _, body := c.ask("POST", g.path+"/act", `{"move":"8.0s4"}`, "Authorization", red); status != 403 {
		t.Errorf("Red for Blue: %d %s", status, body)
	}
	g.must("POST", "/act", `{"move":"8.0s4"}`, "Authorization", blue)
	for _, at := range []string{"", "/record", "?at=1"} {
		if body := g.must("GET", at, ""); strings.Contains(body, g.tokens[0]) || strings.Contains(body, g.tokens[1]) {
			t.Errorf("%s tells a token", at)
		}
	}
}
