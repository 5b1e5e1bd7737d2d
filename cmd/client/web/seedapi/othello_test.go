package seedapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/cmd/client/names"
	"quadrille/cmd/client/web/seedapi"
	"quadrille/cmd/client/web/webtest"
)

// begun holds a competition of two whose first game is on the board. Black is
// the key of who begins.
func begun(t *testing.T, change func(*seedapi.OthelloConfig)) (c *competition, black, white string) {
	c = hold(t, "", func(c *seedapi.OthelloConfig) {
		c.Keys = keys[:2]
		if change != nil {
			change(c)
		}
	})
	pair := keys[:2]
	await(t, "a game", func() bool {
		for i, key := range pair {
			_, data := c.Do(t, "GET", "/move_needed/"+key, "")
			if strings.Contains(string(data), "true") {
				black, white = key, pair[1-i]
			}
		}
		return black != ""
	})
	return c, black, white
}

// The values are bare, as the document says, and each player sees the own disks
// as 1.
func TestBareValues(t *testing.T) {
	c, black, white := begun(t, nil)
	rows := "[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0],%s,[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0]"
	tests := []struct{ method, path, want string }{
		// Player 1 has (4, 3) and (3, 4), and the first number is the column.
		{"GET", "/boards/" + black, fmt.Sprintf("["+rows+"]", "[0,0,0,-1,1,0,0,0],[0,0,0,1,-1,0,0,0]")},
		{"GET", "/boards/" + white, fmt.Sprintf("["+rows+"]", "[0,0,0,1,-1,0,0,0],[0,0,0,-1,1,0,0,0]")},
		{"GET", "/move_needed/" + black, "true"},
		{"GET", "/move_needed/" + white, "false"},
		{"POST", "/set_name/" + black + "/Black", "{}"},
		// (2, 3) is c4: the disk at (3, 3) turns over.
		{"POST", "/move/" + black + "/2/3", "{}"},
		{"GET", "/move_needed/" + black, "false"},
		{"GET", "/move_needed/" + white, "true"},
		{"GET", "/boards/" + black, fmt.Sprintf("["+rows+"]", "[0,0,1,1,1,0,0,0],[0,0,0,1,-1,0,0,0]")},
		{"GET", "/boards/" + white, fmt.Sprintf("["+rows+"]", "[0,0,-1,-1,-1,0,0,0],[0,0,0,-1,1,0,0,0]")},
	}
	for _, test := range tests {
		status, data := c.Do(t, test.method, test.path, "")
		if status != 200 || string(data) != test.want {
			t.Errorf("%s %s: %d\n%s, want\n%s", test.method, test.path, status, data, test.want)
		}
	}
}

// The other form is that of the original server.
func TestWrapped(t *testing.T) {
	c, black, white := begun(t, func(c *seedapi.OthelloConfig) { c.Wrapped = true })
	empty := "[0,0,0,0,0,0,0,0]"
	board := strings.Repeat(empty+",", 3) + "[0,0,0,-1,1,0,0,0],[0,0,0,1,-1,0,0,0]" + strings.Repeat(","+empty, 3)
	tests := []struct {
		method, path string
		status       int
		want         string
	}{
		{"GET", "/boards/" + black, 200, `{"error":null,"boards":[[` + board + `]]}`},
		{"GET", "/move_needed/" + black, 200, `{"error":null,"needed":true}`},
		{"GET", "/move_needed/" + white, 200, `{"error":null,"needed":false}`},
		{"POST", "/set_name/" + black + "/Black", 200, `{"error":null}`},
		{"POST", "/move/" + black + "/0/0", 409, `{"error":"(0, 0) outflanks no disk; you may play (3, 2) (2, 3) (5, 4) (4, 5)"}`},
		{"POST", "/move/" + black + "/2.0/3e0", 200, `{"error":null}`},
		{"GET", "/boards/nokey", 404, `{"error":"there is no such key","boards":[]}`},
		{"GET", "/move_needed/nokey", 404, `{"error":"there is no such key","needed":false}`},
		{"POST", "/move/nokey/2/3", 404, `{"error":"there is no such key"}`},
	}
	for _, test := range tests {
		status, data := c.Do(t, test.method, test.path, "")
		if status != test.status || string(data) != test.want {
			t.Errorf("%s %s: %d\n%s, want %d\n%s", test.method, test.path, status, data, test.status, test.want)
		}
	}
}

func TestOthelloRefusals(t *testing.T) {
	c, black, white := begun(t, nil)
	tests := []struct {
		status             int
		method, path, want string
	}{
		{409, "POST", "/move/" + black + "/3/3", "(3, 3) is occupied; you may play (3, 2) (2, 3) (5, 4) (4, 5)"},
		{409, "POST", "/move/" + black + "/7/0", "(7, 0) outflanks no disk; you may play (3, 2) (2, 3) (5, 4) (4, 5)"},
		{409, "POST", "/move/" + white + "/2/3", "it is not your turn; /move_needed tells you when it is"},
		{404, "POST", "/move/nobody/2/3", "there is no such key"},
		{404, "POST", "/move/KEY0/2/3", "there is no such key"},
		{404, "GET", "/boards/engine1", "there is no such key"},
		{404, "GET", "/boards/engine1-engine1", "there is no such key"},
		{404, "GET", "/boards/key0-engine11", "there is no such key"},
		{404, "GET", "/boards/key0-engine0", "there is no such key"},
		{404, "GET", "/move_needed/%00", "there is no such key"},
		{404, "GET", "/boards/", "there is no such path"},
		{404, "POST", "/move/" + black + "/2", "there is no such path"},
		{404, "POST", "/set_name/" + black + "/a/b", "there is no such path"},
		{405, "POST", "/boards/" + black, "this path takes GET, HEAD"},
		{405, "GET", "/move/" + black + "/2/3", "this path takes POST"},
	}
	for _, xy := range []string{"8/0", "-1/0", "0/8", "x/0", "0/", "00/1", "+1/1", "1.5/1", "1e1/1", "NaN/1", "0x1/1", "99999999999999999999/1", "%20/1"} {
		if xy != "0/" {
			tests = append(tests, struct {
				status             int
				method, path, want string
			}{400, "POST", "/move/" + black + "/" + xy, "x and y are 0 to 7: the column from the left and the row from the top"})
		}
	}
	for name, want := range map[string]string{
		"%20": "a name has at least one character", "%0A": "a name may not have U+000A in it, which is not seen or changes how the rest is seen",
		"a%00b":                 "a name may not have U+0000 in it, which is not seen or changes how the rest is seen",
		"%E2%80%AEevil":         "a name may not have U+202E in it, which is not seen or changes how the rest is seen",
		strings.Repeat("W", 45): "a name is at most 40 columns wide, not 45",
	} {
		tests = append(tests, struct {
			status             int
			method, path, want string
		}{400, "POST", "/set_name/" + black + "/" + name, want})
	}
	for _, test := range tests {
		if got := c.Refused(t, test.status, test.method, test.path, ""); got != test.want {
			t.Errorf("%s %s:\n%q, want\n%q", test.method, test.path, got, test.want)
		}
	}
	if got := c.needed(black, white); len(got) != 1 || got[0] != black {
		t.Errorf("after refusals a move is needed from %v", got)
	}
}

// Names are shown as they are, and as nothing else.
func TestNames(t *testing.T) {
	c, black, white := begun(t, nil)
	var answer struct{}
	c.Must(t, "POST", "/set_name/"+black+"/%3Cb%3E%26", "", &answer)
	c.Must(t, "POST", "/set_name/"+white+"/%D7%A9%D7%97%2F%D7%A7%D7%9F", "", &answer)
	_, _, page := c.Raw(t, "GET", "/", "")
	if text := string(page); strings.Contains(text, "<b>") || !strings.Contains(text, "&lt;b&gt;&amp;") || !strings.Contains(text, "שח/קן") {
		t.Errorf("names on the page:\n%s", page)
	}
}

// Players whose names people would take for the same are told apart, whatever
// others are called meanwhile, by names that are as good as any.
func TestNamesakes(t *testing.T) {
	long := strings.Repeat("W", 40)
	c := hold(t, "", func(c *seedapi.OthelloConfig) { c.Keys = []string{"a", "b", "engine5", "engine5", "c", "d"} })
	for _, tc := range []struct {
		names map[string]string // set_name
		want  []string
	}{
		{nil, []string{"Player 1", "Player 2", "Quadrille, level 5 (player 3)", "Quadrille, level 5 (player 4)", "Player 5", "Player 6"}},
		{map[string]string{"a": "Bot", "b": "bot"}, []string{"Bot (player 1)", "bot (player 2)", "", "", "Player 5", "Player 6"}},
		{map[string]string{"c": "Player 6"}, []string{"Bot (player 1)", "bot (player 2)", "", "", "Player 6 (player 5)", "Player 6 (player 6)"}},
		{map[string]string{"c": "Bot (player 1)", "d": "Zoe"},
			[]string{"Bot (player 1) (player 1)", "bot (player 2)", "", "", "Bot (player 1) (player 5)", "Zoe"}},
		{map[string]string{"a": long, "b": long, "c": "Bot"},
			[]string{strings.Repeat("W", 26) + "... (player 1)", strings.Repeat("W", 26) + "... (player 2)", "", "", "Bot", "Zoe"}},
	} {
		for key, name := range tc.names {
			var answer struct{}
			c.Must(t, "POST", "/set_name/"+key+"/"+url.PathEscape(name), "", &answer)
		}
		for i, p := range c.results().Players {
			if tc.want[i] != "" && p.Name != tc.want[i] {
				t.Errorf("after %v player %d is %q, want %q", tc.names, i+1, p.Name, tc.want[i])
			}
			if kept, err := names.Check(p.Name); err != nil || kept != p.Name {
				t.Errorf("%q is no name: %v", p.Name, err)
			}
		}
	}
	await(t, "a game of namesakes", func() bool { return len(c.needed("a", "b")) == 1 })
}

// Of equal moves at once one is made.
func TestOthelloRace(t *testing.T) {
	c, black, _ := begun(t, nil)
	var mu sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			status, _ := c.Do(t, "POST", "/move/"+black+"/2/3", "")
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
		})
	}
	all.Wait()
	if statuses[200] != 1 || statuses[409] != 7 {
		t.Errorf("statuses %v", statuses)
	}
}

// TestPractice plays against a level to the end, and the next game has the
// other colour; a third is that of the first again.
func TestPractice(t *testing.T) {
	c := hold(t, "", nil)
	p := newProgram(t, c.Client, "key0-engine1", true)
	var black []bool
	for range 3 {
		var first grid
		await(t, "a game", func() bool { c.Get(t, "/boards/"+p.key, &first); return first.count(1)+first.count(-1) <= 5 })
		black = append(black, first.count(1)+first.count(-1) == 4 && first == start())
		p.moved = 0
		await(t, "the end of the practice game", func() bool {
			p.look()
			var g grid
			c.Get(t, "/boards/"+p.key, &g)
			return len(g.moves(1)) == 0 && len(g.moves(-1)) == 0
		})
		c.Refused(t, 409, "POST", "/move/"+p.key+"/2/3", "")
		if p.moved < 4 { // the shortest game of all has nine turns
			t.Errorf("a game of %d moves", p.moved)
		}
		c.ahead.Add(int64(5 * time.Second))
	}
	if fmt.Sprint(black) != "[true false true]" {
		t.Errorf("Black in the games: %v", black)
	}
	if n := c.world.Store.Count(); n != 2 {
		t.Errorf("%d games in the store, want 2", n)
	}
	if r := c.results(); c.playing(r) != 0 {
		t.Errorf("practice is in the results: %+v", r)
	}
}

// FuzzPaths tries any method and path.
func FuzzOthelloPaths(f *testing.F) {
	for _, path := range []string{"/boards/key0", "/move_needed/key1", "/move/key0/2/3", "/set_name/key0/x", "/boards/key0-engine1",
		"/competition/stop", "/", "/results", "/move/key0/%2f/3", "/boards/%ff", "//"} {
		f.Add("GET", path)
		f.Add("POST", path)
	}
	w := webtest.OpenWorld(f, "", nil)
	api, err := seedapi.NewOthello(f.Context(), w.Host, seedapi.OthelloConfig{Store: w.Store})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(api.Close)
	h := webtest.Route(api.At("/othello"))
	f.Fuzz(func(t *testing.T, method, path string) {
		r, err := http.NewRequest(method, "http://127.0.0.1/othello"+path, nil)
		if err != nil {
			return
		}
		a := httptest.NewRecorder()
		h.ServeHTTP(a, r)
		if a.Code >= 500 || strings.HasPrefix(a.Header().Get("Content-Type"), "application/json") && !json.Valid(a.Body.Bytes()) {
			t.Errorf("%s %q: %d %s", method, path, a.Code, a.Body)
		}
	})
}
