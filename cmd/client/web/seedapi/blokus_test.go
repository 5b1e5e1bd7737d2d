package seedapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"quadrille/cmd/client/web/seedapi"
	"quadrille/cmd/client/web/webtest"
)

// colours in turn order.
var colours = []string{"blue", "yellow", "red", "green"}

// serve serves the interface; starts are the colours that begin, one game after
// the other.
func serveBlokus(t *testing.T, w *webtest.World, starts ...int) *webtest.Client {
	draw := func() int {
		n := starts[0]
		if len(starts) > 1 {
			starts = starts[1:]
		}
		return n
	}
	return webtest.Serve(t, seedapi.NewBlokus(w.Host, seedapi.BlokusConfig{Store: w.Store, Draw: draw}).At(""))
}

// TestWholeGames plays games to the end with passes and counting: one in which
// large parts come first, and one with the smallest first, which is over early.
func TestBlokusGames(t *testing.T) {
	c := serveBlokus(t, webtest.OpenWorld(t, "", nil), 2, 0)
	for i, small := range []bool{false, true} {
		s := newBlokusScript(t, c, uint64(i))
		var st status
		for turn := 0; st.Status != "ended"; turn++ {
			if turn > 100 {
				t.Fatal("the game does not end")
			}
			if st = s.step(small); turn%25 == 0 {
				s.check(st.Status == "ended")
			}
			if t.Failed() {
				t.FailNow()
			}
		}
		s.check(true)
		s.checkEnd(st)
		t.Logf("%d moves, %d passes, reason %s", st.Moves, st.Passes, *st.Reason)
	}
}

// A fresh game is as POST /board/ is described: everything empty, all parts with
// their players, nobody blocked, nobody with points. Who begins is drawn.
func TestBlokusBegin(t *testing.T) {
	c := serveBlokus(t, webtest.OpenWorld(t, "", nil), 0, 3, 1, 2, 2, 0, 3)
	for _, start := range []int{0, 3, 1, 2, 2, 0} {
		s := newBlokusScript(t, c, 1)
		s.check(false)
		var st status
		c.Get(t, "/status/", &st)
		if st.Status != "active" || *st.PTurn != colours[start] || st.Passes != 0 || st.Moves != 0 || st.Winner != nil || st.Tie || st.Reason != nil || st.MustPass {
			t.Errorf("start %d: %+v", start, st)
		}
		s.step(false)
	}
	squares := 0
	var parts []part
	c.Get(t, "/parts/", &parts)
	sizes := map[int]int{}
	for _, p := range parts {
		squares += p.Squares
		sizes[p.Squares]++
	}
	if want := map[int]int{1: 1, 2: 1, 3: 2, 4: 5, 5: 12}; fmt.Sprint(sizes) != fmt.Sprint(want) || squares != 89 {
		t.Errorf("parts by size %v, want %v", sizes, want)
	}
}

// There is a game before anybody begins one.
func TestBlokusFirstRequest(t *testing.T) {
	c := serveBlokus(t, webtest.OpenWorld(t, "", nil), 1)
	var st status
	c.Must(t, "PUT", "/move/1/1/I5/90/", "", &st)
	if *st.PTurn != "red" || st.Moves != 1 {
		t.Errorf("after yellow's move: %+v", st)
	}
}

// The document's colours, in its own language too.
func TestBlokusPlayers(t *testing.T) {
	c := serveBlokus(t, webtest.OpenWorld(t, "", nil), 0)
	for name, want := range map[string]string{
		"red": "red", "Blue": "blue", "Y": "yellow", "g": "green",
		"%CE%BA%CF%8C%CE%BA%CE%BA%CE%B9%CE%BD%CE%BF": "red", "μπλε": "blue", "κίτρινο": "yellow", "πράσινο": "green",
		"ΜΠΛΕ": "blue", "ΚΊΤΡΙΝΟ": "yellow", "ΚΙΤΡΙΝΟ": "yellow", "Κόκκινο": "red", "ΚΟΚΚΙΝΟ": "red", "ΠΡΑΣΙΝΟ": "green", "κοκκινο": "red",
		"ΚΟ\u0301ΚΚΙΝΟ": "red", "πρα\u0301σινο": "green", "πρ\u1f71σινο": "green", "ＲＥＤ": "red",
	} {
		var p player
		c.Get(t, "/players/"+name+"/", &p)
		if p.Color != want {
			t.Errorf("/players/%s is %s, want %s", name, p.Color, want)
		}
	}
	for _, name := range []string{"purple", "5", "%20", "red%2Fblue", "%00", "%CC%81", "άσπρο"} {
		c.Refused(t, 404, "GET", "/players/"+name, "")
	}
}

func TestBlokusRefusals(t *testing.T) {
	c := serveBlokus(t, webtest.OpenWorld(t, "", nil), 0)
	var st status
	var b board
	c.Must(t, "POST", "/board/", "", &b)
	for _, path := range []string{"/move/1/1/V3/0", "/move/1/20/1/0", "/move/20/1/1/0", "/move/20.0/2e1/1/0.0"} {
		c.Must(t, "PUT", path, "", &st) // blue, yellow, red and green
	}
	tests := []struct {
		status     int
		path, want string
	}{
		{409, "/move/3/3/V3/90", "blue has already placed V3; pieces left: 1 2 I3 I4 L4 Z4 T4 O I5 V5 L5 T5 Z5 F X U P W N Y"},
		{409, "/move/1/1/2/0", "(2,1),(1,1) overlaps blue at (2,1); all cells of a placement must be empty"},
		{409, "/move/1/2/1/0", "(1,2) touches an own edge at (1,2), where blue lies on (1,1); own pieces may touch at corners only"},
		{409, "/move/3/1/1/0", "(3,1) touches an own edge at (3,1), where blue lies on (2,1); own pieces may touch at corners only"},
		{409, "/move/10/10/1/0", "the placement touches no own corner; it must cover one of: (1,3) (3,3)"},
		{409, "/move/17/1/I5/0", "I5 0 with its top left at row 17, column 1 leaves the board; its row is at most 16, its column at most 20"},
		{400, "/move/0/1/F/0", `"0" is not a row; rows are 1 to 20 from the top`},
		{400, "/move/1/21/F/0", `"21" is not a column; columns are 1 to 20 from the left`},
		{400, "/move/1/1/q/0", `"q" is not a piece; there are: 1 2 I3 V3 I4 L4 Z4 T4 O I5 V5 L5 T5 Z5 F X U P W N Y`},
		{400, "/move/1/1/F/45", `"45" is not an orientation; there are: 0 90 180 270 mirror0 mirror90 mirror180 mirror270`},
		{400, "/move/-1/1/F/0", `"-1" is not a row; rows are 1 to 20 from the top`},
		{400, "/move/x/1/F/0", `"x" is not a row; rows are 1 to 20 from the top`},
	}
	for _, test := range tests {
		if got := c.Refused(t, test.status, "PUT", test.path, ""); got != test.want {
			t.Errorf("%s:\n%q, want\n%q", test.path, got, test.want)
		}
	}
	c.Refused(t, 400, "PUT", "/move/1/1/F%200%0Aquit/0", "")
	c.Refused(t, 400, "PUT", "/move/1/1/"+strings.Repeat("F", 5000)+"/0", "")
	if got := c.Refused(t, 409, "POST", "/pass/", ""); !strings.HasPrefix(got, "blue can place a piece, such as (") {
		t.Errorf("pass: %q", got)
	}
	c.Refused(t, 405, "POST", "/status/", "")
	c.Refused(t, 405, "GET", "/pass/", "")
	c.Refused(t, 405, "POST", "/move/1/1/F/0", "")
	c.Refused(t, 405, "PUT", "/board/", "")
	c.Refused(t, 404, "PUT", "/move/1/1/F", "")
	c.Refused(t, 404, "GET", "/", "")
	var now status
	c.Get(t, "/status/", &now)
	if now.Moves != 4 || now.LastChange != st.LastChange {
		t.Errorf("refusals changed %+v to %+v", st, now)
	}
}

// Two who make the same move at once: one is done, the other refused.
func TestBlokusRace(t *testing.T) {
	c := serveBlokus(t, webtest.OpenWorld(t, "", nil), 0)
	var mu sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			status, _ := c.Do(t, "PUT", "/move/1/1/X/0", "") // covers no corner
			mu.Lock()
			statuses[status]++
			mu.Unlock()
		})
		all.Go(func() {
			status, _ := c.Do(t, "PUT", "/move/1/1/V5/90", "")
			mu.Lock()
			statuses[status]++
			mu.Unlock()
		})
	}
	all.Wait()
	if statuses[200] != 1 || statuses[409] != 11 {
		t.Errorf("statuses %v", statuses)
	}
}

// The game is there after a restart of the server, and the next one too.
func TestBlokusSurvives(t *testing.T) {
	dir := t.TempDir()
	w := webtest.OpenWorld(t, dir, nil)
	s := newBlokusScript(t, serveBlokus(t, w, 3), 1)
	for range 6 {
		s.step(false)
	}
	s.Client.Stop()
	w.Stop()
	w = webtest.OpenWorld(t, dir, nil)
	s.Client = serveBlokus(t, w, 3)
	s.check(false)
	s.step(false)
	s.check(false)
	before := w.Store.Count()
	for range 3 {
		newBlokusScript(t, s.Client, 1).step(false)
	}
	if after := w.Store.Count(); after != before {
		t.Errorf("%d games became %d by beginning anew", before, after)
	}
}

// Two who serve one store serve one game, whichever of them has begun it.
func TestBlokusOfTwo(t *testing.T) {
	w := webtest.OpenWorld(t, "", nil)
	one, two := serveBlokus(t, w, 0, 1), serveBlokus(t, w, 3)
	var before string
	for i, c := range []*webtest.Client{one, two, one} {
		c.Must(t, "POST", "/board/", "", new(any))
		_, first := one.Do(t, "GET", "/status/", "")
		_, second := two.Do(t, "GET", "/status/", "")
		if string(first) != string(second) || string(first) == before {
			t.Errorf("game %d is %s and %s, the one before %s", i, first, second, before)
		}
		before = string(first)
	}
}

// FuzzMove sends any words; the answer is JSON, and the board changes only
// when it says so.
func FuzzBlokusMove(f *testing.F) {
	for _, path := range []string{"1/1/F/0", "01/1/F/0", "1/1/1/0", "+1/1/1/0", "1/1/%0a/0", "20/20/i5/mirror90", "//", "1/1/F/0/", "\x00"} {
		f.Add(path)
	}
	w := webtest.OpenWorld(f, "", nil)
	h := webtest.Route(seedapi.NewBlokus(w.Host, seedapi.BlokusConfig{Store: w.Store}).At("/blokus"))
	f.Fuzz(func(t *testing.T, path string) {
		r, err := http.NewRequest("PUT", "http://127.0.0.1/blokus/move/"+path, nil)
		if err != nil {
			return
		}
		before := moves(t, h)
		a := httptest.NewRecorder()
		h.ServeHTTP(a, r)
		if !json.Valid(a.Body.Bytes()) && a.Code != http.StatusTemporaryRedirect || a.Code >= 500 {
			t.Errorf("%q: %d %s", path, a.Code, a.Body)
		}
		if after := moves(t, h); (after != before) != (a.Code == 200) {
			t.Errorf("%q: %d, and %d moves became %d", path, a.Code, before, after)
		}
	})
}

func moves(t *testing.T, h http.Handler) int {
	a := httptest.NewRecorder()
	h.ServeHTTP(a, httptest.NewRequest("GET", "/blokus/status/", nil))
	var st status
	if err := json.Unmarshal(a.Body.Bytes(), &st); err != nil || a.Code != 200 {
		t.Fatalf("status: %d %s", a.Code, a.Body)
	}
	return st.Moves
}
