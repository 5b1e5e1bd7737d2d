package seedapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/seedapi"
	"quadrille/cmd/client/web/webtest"
)

// quick makes Blue answer fast.
func quickSquare4(w *webtest.World) seedapi.Square4Config {
	return seedapi.Square4Config{Store: w.Store, Level: 1, MoveTime: 10 * time.Millisecond}
}

func serveSquare4(t *testing.T) *webtest.Client {
	w := webtest.OpenWorld(t, "", nil)
	return webtest.Serve(t, seedapi.NewSquare4(w.Host, quickSquare4(w)))
}

// TestSquare4Games plays games to their ends, each turn compared with the rules.
func TestSquare4Games(t *testing.T) {
	c := serveSquare4(t)
	for seed, body := range []string{"", "{}", `{"piecesPerPlayer": 8}`, `{"piecesPerPlayer": 4}`, `{"piecesPerPlayer": 4}`, `{"piecesPerPlayer": 16}`} {
		game := beginSquare4(t, c, body, uint64(seed))
		game.keen = seed%2 == 0
		if end := game.play(); (end.Winner == nil) == (end.DrawReason == nil) {
			t.Errorf("%s: the winner %v and the reason of the draw %v, of which one is given", body, end.Winner, end.DrawReason)
		}
	}
}

// The answer to POST /games is the document's, field by field.
func TestSquare4Create(t *testing.T) {
	c := serveSquare4(t)
	_, data := c.Do(t, "POST", "/games", `{"piecesPerPlayer": 5}`)
	var got struct {
		GameID      string          `json:"gameId"`
		PlayerToken string          `json:"playerToken"`
		State       json.RawMessage `json:"state"`
	}
	if err := json.Unmarshal(data, &got); err != nil || got.GameID == "" || !strings.HasPrefix(got.PlayerToken, "tok_") {
		t.Fatalf("%s: %v", data, err)
	}
	empty := "[null,null,null,null]"
	board := "[" + strings.Repeat(empty+",", 8) + empty + "]"
	want := `{"board":` + board + `,"phase":"placement","currentPlayer":"R","placed":{"R":0,"B":0},"piecesPerPlayer":5,"holeSquareIndex":4,"winner":null,"drawReason":null}`
	if string(got.State) != want {
		t.Errorf("state\n%s, want\n%s", got.State, want)
	}
	for body, want := range map[string]string{
		`{"piecesPerPlayer": 8.0}`: `"piecesPerPlayer":8,`, `{"piecesPerPlayer": 0.8e1}`: `"piecesPerPlayer":8,`, `{"piecesPerPlayer": 1.6E1}`: `"piecesPerPlayer":16,`,
		`{"piecesPerPlayer": null}`: `"piecesPerPlayer":8,`, `{"piecesperplayer": 5}`: `"piecesPerPlayer":5,`, `{"piecesPerPlayer": 4, "piecesPerPlayer": 6}`: `"piecesPerPlayer":6,`,
	} {
		if status, data := c.Do(t, "POST", "/games", body); status != 200 || !strings.Contains(string(data), want) {
			t.Errorf("%s: %d %s, want %s", body, status, data, want)
		}
	}
	for _, body := range []string{`{"piecesPerPlayer": 3}`, `{"piecesPerPlayer": 1e400}`, `{"piecesPerPlayer": 1e999999999}`, `{"piecesPerPlayer": NaN}`, `{"piecesPerPlayer": 17}`, `{"piecesPerPlayer": -1}`, `{"piecesPerPlayer": "8"}`,
		`{"piecesPerPlayer": 4.5}`, `{"piecesPerPlayer": 99999999999999999999}`, `[]`, `{`, `8`, `{"piecesPerPlayer": 8} x`} {
		c.Refused(t, 400, "POST", "/games", body)
	}
}

// TestRefusals sends what is wrong. Nothing changes by it.
func TestSquare4Refusals(t *testing.T) {
	c := serveSquare4(t)
	s := beginSquare4(t, c, "", 1)
	other := beginSquare4(t, c, "", 2)
	s.move(`{"action": "place", "squareIndex": 0.0, "slotIndex": 2e0}`)
	s.move(`{"action": "slide", "squareIndex": 1}`) // the hole is 1, then wherever Blue left it
	if s.state.Phase != "placement" || s.state.Placed["B"] != 1 {
		t.Fatalf("after a turn each: %s", asJSON(s.state))
	}
	red := s.find("R")
	before := asJSON(s.state)
	hole := s.state.HoleSquareIndex
	tests := []struct {
		status     int
		body, want string // want: the whole text, or a part of it before an ellipsis
	}{
		{409, fmt.Sprintf(`{"action":"place","squareIndex":%d,"slotIndex":%d,"playerToken":%q}`, red[0], red[1], s.token), "Invalid move: slot is occupied"},
		{409, fmt.Sprintf(`{"action":"place","squareIndex":%d,"slotIndex":0,"playerToken":%q}`, hole, s.token), "Invalid move: …"},
		{409, fmt.Sprintf(`{"action":"slide","squareIndex":%d,"playerToken":%q}`, s.state.slides()[0], s.token), "Invalid move: place a marble first…"},
		{403, `{"action":"place","squareIndex":8,"slotIndex":0,"playerToken":"tok_xxx"}`, "playerToken is not…"},
		{403, `{"action":"place","squareIndex":8,"slotIndex":0,"playerToken":""}`, "playerToken is not…"},
		{403, `{"action":"place","squareIndex":8,"slotIndex":0}`, "playerToken is missing…"},
		{403, fmt.Sprintf(`{"action":"place","squareIndex":8,"slotIndex":0,"playerToken":%q}`, other.token), "playerToken is not…"},
		{400, fmt.Sprintf(`{"action":"place","squareIndex":9,"slotIndex":0,"playerToken":%q}`, s.token), "Invalid move: squareIndex is 0 to 8, not 9"},
		{400, fmt.Sprintf(`{"action":"place","squareIndex":0,"slotIndex":4,"playerToken":%q}`, s.token), "Invalid move: slotIndex is 0 to 3, not 4"},
		{400, fmt.Sprintf(`{"action":"place","squareIndex":-1,"slotIndex":0,"playerToken":%q}`, s.token), "Invalid move: squareIndex is 0 to 8, not -1"},
		{400, fmt.Sprintf(`{"action":"place","squareIndex":0,"playerToken":%q}`, s.token), "Invalid move: slotIndex is missing…"},
		{400, fmt.Sprintf(`{"action":"slide","playerToken":%q}`, s.token), "Invalid move: squareIndex is missing…"},
		{400, fmt.Sprintf(`{"action":"pass","squareIndex":0,"playerToken":%q}`, s.token), "Invalid move: action is place or slide"},
		{400, fmt.Sprintf(`{"squareIndex":0,"playerToken":%q}`, s.token), "Invalid move: action is missing…"},
		{400, ``, "Invalid move: action is missing…"},
		{400, `null`, "Invalid move: action is missing…"},
		{400, `{"action":"place","squareIndex":"0"}`, "squareIndex must be a whole number within its range, not a JSON string"},
		{400, `{"action":"place","squareIndex":0.5}`, "squareIndex must be a whole number within its range, not 0.5"},
		{400, `not JSON`, "the body is not JSON: …"},
	}
	for _, test := range tests {
		got := c.Refused(t, test.status, "POST", "/games/"+s.id+"/move", test.body)
		start, open := strings.CutSuffix(test.want, "…")
		if !strings.HasPrefix(got, start) || !open && got != start {
			t.Errorf("%s: %q, want %q", test.body, got, test.want)
		}
	}
	var now shown
	c.Get(t, "/games/"+s.id, &now)
	if asJSON(now.State) != before {
		t.Errorf("refusals changed %s to %s", before, asJSON(now.State))
	}
}

// find returns a slot with a marble of a colour.
func (s *square4Script) find(colour string) [2]int {
	for square := range 9 {
		for slot := range 4 {
			if p := s.state.Board[square][slot]; p != nil && *p == colour {
				return [2]int{square, slot}
			}
		}
	}
	s.t.Fatalf("no %s on the board", colour)
	return [2]int{}
}

// After a placement only a slide of a neighbour of the hole is right, and the
// refusal names those.
func TestSlideRefusal(t *testing.T) {
	c := serveSquare4(t)
	s := beginSquare4(t, c, "", 1)
	s.move(`{"action": "place", "squareIndex": 0, "slotIndex": 2}`)
	got := c.Refused(t, 409, "POST", "/games/"+s.id+"/move", fmt.Sprintf(`{"action":"slide","squareIndex":0,"playerToken":%q}`, s.token))
	if want := "Invalid move: square 0 is not next to the hole (4); squares that may slide: 1 3 5 7"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	got = c.Refused(t, 409, "POST", "/games/"+s.id+"/move", fmt.Sprintf(`{"action":"place","squareIndex":1,"slotIndex":1,"playerToken":%q}`, s.token))
	if want := "Invalid move: nothing can be placed in the phase placementSlide; squares that may slide: 1 3 5 7"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSquare4Paths(t *testing.T) {
	c := serveSquare4(t)
	s := beginSquare4(t, c, "", 1)
	for _, id := range []string{"abc123", "nosuchgame12", "..", "%2e%2e%2f", "%00", strings.Repeat("a", 300)} {
		c.Refused(t, 404, "GET", "/games/"+id, "")
		c.Refused(t, 404, "POST", "/games/"+id+"/restart", "")
		c.Refused(t, 404, "POST", "/games/"+id+"/move", `{"action":"slide","squareIndex":1,"playerToken":"tok_x"}`)
	}
	c.Refused(t, 405, "GET", "/games", "")
	c.Refused(t, 405, "DELETE", "/games/"+s.id, "")
	c.Refused(t, 405, "GET", "/games/"+s.id+"/move", "")
	c.Refused(t, 405, "PUT", "/games/"+s.id+"/restart", "")
	c.Refused(t, 404, "GET", "/games/"+s.id+"/undo", "")
}

func TestSquare4Restart(t *testing.T) {
	c := serveSquare4(t)
	s := beginSquare4(t, c, `{"piecesPerPlayer": 7}`, 1)
	fresh := asJSON(s.state)
	s.move(`{"action": "place", "squareIndex": 0, "slotIndex": 2}`)
	for _, body := range []string{"", "{}", fmt.Sprintf(`{"playerToken":%q}`, s.token)} {
		var got shown
		c.Must(t, "POST", "/games/"+s.id+"/restart", body, &got)
		if asJSON(got.State) != fresh {
			t.Errorf("restart with %q: %s, want %s", body, asJSON(got.State), fresh)
		}
		s.move(`{"action": "place", "squareIndex": 0, "slotIndex": 3}`) // the token stays
	}
	c.Refused(t, 403, "POST", "/games/"+s.id+"/restart", `{"playerToken":"tok_wrong"}`)
	c.Refused(t, 400, "POST", "/games/"+s.id+"/restart", `{"playerToken":7}`)
	if end := beginSquare4(t, c, `{"piecesPerPlayer": 4}`, 3); true {
		end.play()
		var got shown
		c.Must(t, "POST", "/games/"+end.id+"/restart", "", &got)
		if got.State.over() || got.State.Phase != "placement" {
			t.Errorf("restarted after the end: %s", asJSON(got.State))
		}
	}
}

// Of many equal requests at once one is done, and the others are refused with
// a reason.
func TestSquare4Race(t *testing.T) {
	c := serveSquare4(t)
	s := beginSquare4(t, c, "", 1)
	s.move(`{"action": "place", "squareIndex": 0, "slotIndex": 2}`)
	body := fmt.Sprintf(`{"action":"slide","squareIndex":3,"playerToken":%q}`, s.token)
	var mu sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			status, _ := c.Do(t, "POST", "/games/"+s.id+"/move", body)
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

// A game goes on after a restart of the server, half a turn included.
func TestSquare4Survives(t *testing.T) {
	dir := t.TempDir()
	w := webtest.OpenWorld(t, dir, nil)
	c := webtest.Serve(t, seedapi.NewSquare4(w.Host, quickSquare4(w)))
	s := beginSquare4(t, c, "", 4)
	s.turn()
	half := s.move(`{"action": "place", "squareIndex": %d, "slotIndex": %d}`, s.state.places()[0][0], s.state.places()[0][1])
	c.Stop()
	w.Stop()

	w = webtest.OpenWorld(t, dir, nil)
	s.Client = webtest.Serve(t, seedapi.NewSquare4(w.Host, quickSquare4(w)))
	var got shown
	s.Get(t, "/games/"+s.id, &got)
	if asJSON(got.State) != asJSON(half) {
		t.Errorf("%s became %s", asJSON(half), asJSON(got.State))
	}
	s.state = s.move(`{"action": "slide", "squareIndex": %d}`, got.State.slides()[0])
	s.play()
}

// Games of others are not to be had by this interface.
func TestForeignGame(t *testing.T) {
	w := webtest.OpenWorld(t, "", nil)
	c := webtest.Serve(t, seedapi.NewSquare4(w.Host, quickSquare4(w)))
	state, _, err := w.Host.Create(t.Context(), foreign)
	if err != nil {
		t.Fatal(err)
	}
	c.Refused(t, 404, "GET", "/games/"+state.ID, "")
	c.Refused(t, 404, "POST", "/games/"+state.ID+"/restart", "")
}

// FuzzMove sends any bodies to a handler with a game whose every change is
// refused for the lack of the right token.
func FuzzSquare4Move(f *testing.F) {
	for _, body := range []string{"", "{}", `{"action":"place","squareIndex":0,"slotIndex":2,"playerToken":"tok_xxx"}`,
		`{"action":"slide","squareIndex":3}`, `{"action":1}`, `[`, "\xff", `{"squareIndex":1e400}`, `{"action":"place\nquit","squareIndex":0}`} {
		f.Add(body, "/move")
		f.Add(body, "")
	}
	f.Add("", "//move") // is redirected
	w := webtest.OpenWorld(f, "", nil)
	h := webtest.Route(seedapi.NewSquare4(w.Host, quickSquare4(w)))
	state, _, err := w.Host.Create(f.Context(), foreign)
	if err != nil {
		f.Fatal(err)
	}
	if err := w.Store.Put(f.Context(), "square4api", state.ID, []byte("secret")); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body, rest string) {
		r, err := http.NewRequest("POST", "http://127.0.0.1/games/"+state.ID+rest, strings.NewReader(body))
		if err != nil || strings.Contains(body, "secret") {
			return
		}
		a := httptest.NewRecorder()
		h.ServeHTTP(a, r)
		if !json.Valid(a.Body.Bytes()) && a.Code != http.StatusTemporaryRedirect || a.Code < 300 || a.Code >= 500 {
			t.Errorf("%q %q: %d %s", rest, body, a.Code, a.Body)
		}
		now, err := w.Host.State(t.Context(), state.ID)
		if err != nil || now.Version != state.Version {
			t.Errorf("%q %q: version %d, want %d (%v)", rest, body, now.Version, state.Version, err)
		}
	})
}

// foreign is a game that another interface makes.
var foreign = host.Spec{
	Game: "square4", Seats: []host.Seat{{Kind: host.Person}, {Kind: host.Person}}, Tokens: true,
}
