package seedapi_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/cmd/client/web/seedapi"
)

var keys = []string{"key0", "key1", "key2", "key3"}

// run has a program play for each key until the competition is finished, or
// until the condition holds.
func (c *competition) run(keys []string, enough func(seedapi.Results) bool) seedapi.Results {
	c.t.Helper()
	stop := make(chan struct{})
	var all sync.WaitGroup
	for i, key := range keys {
		all.Go(func() { newProgram(c.t, c.Client, key, i%2 == 0).run(stop) })
	}
	var r seedapi.Results
	await(c.t, "the end of the competition", func() bool {
		r = c.results()
		if n := c.playing(r); n > 2 {
			c.t.Errorf("%d games at once", n)
		}
		return r.Finished || enough != nil && enough(r)
	})
	close(stop)
	all.Wait()
	return r
}

// TestCompetition plays one of four programs to its results page.
func TestCompetition(t *testing.T) {
	c := hold(t, "", nil)
	for i, key := range keys[:3] {
		var answer struct{}
		c.Must(t, "POST", fmt.Sprintf("/set_name/%s/Program%%20%c", key, 'A'+i), "", &answer)
	}
	r := c.run(keys, nil)
	checkResults(t, r, 4, 1)
	for i, want := range []string{"Program A", "Program B", "Program C", "Player 4"} {
		if r.Players[i].Name != want {
			t.Errorf("player %d is %q, want %q", i, r.Players[i].Name, want)
		}
	}
	status, kind, page := c.Raw(t, "GET", "/", "")
	if status != 200 || kind != "text/html; charset=utf-8" {
		t.Errorf("page: %d %s", status, kind)
	}
	winner := r.Players[r.Leaders[0]].Name
	for _, want := range []string{"All games are over. Won by <bdi>" + winner, "Program A", "Player 4"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	for _, secret := range []string{"key0", "key3", "<script", "style=", organiser} {
		if strings.Contains(string(page), secret) || strings.Contains(fmt.Sprint(r), secret) {
			t.Errorf("the results have %q in them", secret)
		}
	}
	if status, kind, css := c.Raw(t, "GET", "/results.css", ""); status != 200 || kind != "text/css; charset=utf-8" || len(css) == 0 {
		t.Errorf("style: %d %s", status, kind)
	}
}

// checkResults replays every game by the rules of this test's own program, and
// counts again.
func checkResults(t *testing.T, r seedapi.Results, players, rounds int) {
	t.Helper()
	met := map[[2]int]int{}
	points := make([]float64, players)
	wins, losses, disks := make([]int, players), make([]int, players), make([]int, players)
	for _, g := range r.Games {
		met[[2]int{g.Black, g.White}]++
		black, white := replay(t, g)
		disks[g.Black] += black - white
		disks[g.White] += white - black
		switch {
		case black == white:
			points[g.Black] += 0.5
			points[g.White] += 0.5
		case black > white:
			points[g.Black]++
			wins[g.Black]++
			losses[g.White]++
		default:
			points[g.White]++
			wins[g.White]++
			losses[g.Black]++
		}
	}
	if len(met) != players*(players-1) || len(r.Games) != len(met)*rounds {
		t.Errorf("%d games of %d pairs", len(r.Games), len(met))
	}
	for i, s := range r.Players {
		if s.Points != points[i] || s.Wins != wins[i] || s.Losses != losses[i] || s.Disks != disks[i] ||
			s.Played != 2*(players-1)*rounds || s.Ties != s.Played-s.Wins-s.Losses {
			t.Errorf("player %d: %+v, want %v points, %d won, %d lost, %d disks", i, s, points[i], wins[i], losses[i], disks[i])
		}
		if slices.Contains(r.Leaders, i) != (points[i] == slices.Max(points)) {
			t.Errorf("leaders %v of %v", r.Leaders, points)
		}
	}
}

// replay plays a finished game again.
func replay(t *testing.T, g seedapi.Outcome) (black, white int) {
	t.Helper()
	board, side := start(), 1
	for _, token := range g.Moves {
		if moves := board.moves(side); (len(moves) == 0) != (token == "pass") {
			t.Errorf("%v: %s with %v", g.Moves, token, moves)
		}
		if token != "pass" {
			x, y := int(token[0]-'a'), int(token[1]-'1')
			if len(board.flips(side, x, y)) == 0 {
				t.Errorf("%v: %s outflanks nothing", g.Moves, token)
			}
			board = board.place(side, x, y)
		}
		side = -side
	}
	black, white = board.count(1), board.count(-1)
	want := map[bool]string{true: "black", false: "white"}[black > white]
	if black == white {
		want = "tie"
	}
	if len(board.moves(1)) > 0 || len(board.moves(-1)) > 0 || g.Disks != [2]int{black, white} || g.Result != want || g.State != "finished" {
		t.Errorf("%+v ends %d to %d", g, black, white)
	}
	return black, white
}

// The competition goes on after a restart of the server, games on the boards
// included.
func TestOthelloSurvives(t *testing.T) {
	dir := t.TempDir()
	two := func(c *seedapi.OthelloConfig) { c.Keys = []string{"alice", "bob", "engine1"} }
	c := hold(t, dir, two)
	var answer struct{}
	c.Must(t, "POST", "/set_name/alice/Alice", "", &answer)
	half := c.run([]string{"alice", "bob"}, func(r seedapi.Results) bool {
		return slices.ContainsFunc(r.Games, func(g seedapi.Outcome) bool { return g.State == "finished" }) && c.playing(r) == 1
	})
	c.stop()
	c = hold(t, dir, two)
	now := c.results()
	for i, g := range half.Games {
		after := now.Games[i]
		if g.State == "finished" && fmt.Sprint(after) != fmt.Sprint(g) || len(after.Moves) < len(g.Moves) || now.Players[0].Name != "Alice" {
			t.Errorf("%+v became %+v", g, after)
		}
	}
	checkResults(t, c.run([]string{"alice", "bob"}, nil), 3, 1)
	c.stop()

	c = hold(t, dir, func(c *seedapi.OthelloConfig) { c.Keys = []string{"alice", "carol"} })
	if r := c.results(); r.Finished || len(r.Games) != 2 || r.Players[0].Name != "Alice" || r.Players[1].Name != "Player 2" {
		t.Errorf("with other keys: %+v", r)
	}
}

// A player who takes too long loses, the other one wins, and both go on.
func TestClock(t *testing.T) {
	c := hold(t, "", func(c *seedapi.OthelloConfig) { c.Keys, c.Clock = keys[:2], time.Hour })
	await(t, "the first game", func() bool { return len(c.needed("key0", "key1")) == 1 })
	late := c.needed("key0", "key1")[0]
	first := slices.IndexFunc(c.results().Games, func(g seedapi.Outcome) bool { return g.State == "playing" })
	c.ahead.Add(int64(30 * time.Minute))
	if got := c.needed(late); len(got) != 1 {
		t.Errorf("not needed after half of the time")
	}
	c.ahead.Add(int64(31 * time.Minute))
	if got := c.needed(late); len(got) != 0 {
		t.Errorf("needed after the time")
	}
	c.Refused(t, 409, "POST", "/move/"+late+"/3/2", "")
	await(t, "the loss on time", func() bool { c.needed("key0", "key1"); return c.results().Games[first].State == "finished" })
	r := c.results()
	g := r.Games[first]
	if g.Reason != "time" || g.Result != "white" || r.Players[g.White].Points != 1 || r.Players[g.Black].Losses != 1 {
		t.Errorf("after the time: %+v", r)
	}
	if _, _, page := c.Raw(t, "GET", "/", ""); !strings.Contains(string(page), "Black ran out of time") {
		t.Errorf("the page does not tell:\n%s", page)
	}
	await(t, "the next game", func() bool { return len(c.needed("key0", "key1")) == 1 })
}

// A game begins only when both its players are there.
func TestAbsent(t *testing.T) {
	c := hold(t, "", func(c *seedapi.OthelloConfig) { c.Clock = 24 * time.Hour })
	c.needed("key0")
	c.ahead.Add(int64(time.Hour))
	c.needed("key1")
	time.Sleep(300 * time.Millisecond) // longer than the referee takes to look
	if r := c.results(); c.playing(r) != 0 {
		t.Errorf("games of players who are away: %+v", r.Games)
	}
	if _, data := c.Do(t, "GET", "/results", ""); strings.Contains(string(data), "null") {
		t.Errorf("lists that are empty are null: %s", data)
	}
	var empty, g grid
	if c.Get(t, "/boards/key1", &g); g != empty {
		t.Errorf("a board before the first game: %v", g)
	}
	c.Refused(t, 409, "POST", "/move/key1/3/2", "")
	await(t, "a game", func() bool { c.needed("key0"); return c.playing(c.results()) == 1 })
}

// A competition that is over says how it begins anew. Without an organiser it
// does so by itself, after a while, when its players are there, in the same
// games of the host's; the winners of the last one are still told.
func TestAnew(t *testing.T) {
	dir := t.TempDir()
	lone := func(c *seedapi.OthelloConfig) {
		c.Keys, c.Organiser = []string{"key0", "key1", "engine1", "engine2"}, ""
	}
	c := hold(t, dir, func(c *seedapi.OthelloConfig) { lone(c); c.Keys = c.Keys[:2] })
	finish := func() seedapi.Results {
		await(t, "the end on time", func() bool {
			if len(c.needed("key0", "key1")) == 1 {
				c.ahead.Add(int64(61 * time.Minute)) // more than the hour for a turn
			}
			return c.results().Finished
		})
		return c.results()
	}
	first := finish()
	if !strings.HasPrefix(first.Next, "the next one begins at ") || len(first.Last) != 0 {
		t.Errorf("at the end: %+v", first)
	}
	if got := c.Refused(t, 409, "POST", "/move/key0/3/2", ""); !strings.Contains(got, "is over; the next one begins at") {
		t.Errorf("a move after the end: %s", got)
	}
	if _, _, page := c.Raw(t, "GET", "/", ""); !strings.Contains(string(page), "The next one begins at ") {
		t.Errorf("the page after the end:\n%s", page)
	}
	c.ahead.Add(int64(2 * time.Minute)) // nobody is there
	time.Sleep(300 * time.Millisecond)
	c.needed("key0")
	time.Sleep(300 * time.Millisecond)
	if r := c.results(); !r.Finished || r.Next != "the next one begins when two of its players ask for something" {
		t.Errorf("with one player: %+v", r)
	}
	await(t, "the next competition", func() bool { return len(c.needed("key0", "key1")) == 1 })
	if r := c.results(); r.Finished || r.Next != "" || len(r.Last) != len(first.Leaders) || c.world.Store.Count() != 2 {
		t.Errorf("the next competition: %+v, %d games in the store", r, c.world.Store.Count())
	}
	if _, _, page := c.Raw(t, "GET", "/", ""); !strings.Contains(string(page), "The one before was won by ") {
		t.Errorf("the page of the next competition:\n%s", page)
	}
	finish()
	c.stop()

	c = hold(t, dir, func(c *seedapi.OthelloConfig) { lone(c); c.Keys, c.Organiser = c.Keys[:2], organiser })
	c.ahead.Add(int64(1000 * time.Hour))
	c.needed("key0", "key1")
	time.Sleep(300 * time.Millisecond)
	if r := c.results(); !r.Finished || !strings.HasPrefix(r.Next, "the organiser begins") {
		t.Errorf("with an organiser: %+v", r)
	}
	c.organise("restart")
	await(t, "the organiser's next competition", func() bool { return len(c.needed("key0", "key1")) == 1 })
	c.organise("stop")
	c.stop()

	c = hold(t, dir, func(c *seedapi.OthelloConfig) { lone(c); c.Keys = c.Keys[:2] })
	await(t, "what an organiser stopped who is gone", func() bool { return len(c.needed("key0", "key1")) == 1 })
}

// The organiser stops, lets go on, and begins anew.
func TestOrganiser(t *testing.T) {
	c := hold(t, "", func(c *seedapi.OthelloConfig) { c.Keys, c.Stopped = keys[:2], true })
	for _, what := range []string{"start", "stop", "restart"} {
		c.Refused(t, 403, "POST", "/competition/"+what, "")
		c.Refused(t, 405, "GET", "/competition/"+what, "")
		if status, data := c.Do(t, "POST", "/competition/"+what, "", "Authorization", "Bearer key0"); status != 403 {
			t.Errorf("%s with a player's key: %d %s", what, status, data)
		}
	}
	if status, _ := c.Do(t, "POST", "/competition/win", "", "Authorization", "Bearer "+organiser); status != 404 {
		t.Errorf("win: %d", status)
	}
	c.needed("key0", "key1")
	time.Sleep(200 * time.Millisecond)
	if r := c.results(); r.Running || c.playing(r) != 0 {
		t.Errorf("a stopped competition: %+v", r)
	}
	c.organise("start")
	await(t, "a game", func() bool { return len(c.needed("key0", "key1")) == 1 })
	mover := c.needed("key0", "key1")[0]

	c.organise("stop")
	c.ahead.Add(int64(24 * time.Hour)) // does not count
	if got := c.needed(mover); len(got) != 0 {
		t.Errorf("a move is needed in a stopped competition")
	}
	c.Refused(t, 409, "POST", "/move/"+mover+"/3/2", "")
	c.organise("start")
	var answer struct{}
	c.Must(t, "POST", "/move/"+mover+"/3/2", "", &answer) // d3, a legal first move of Black

	c.organise("restart")
	await(t, "a game again", func() bool { return len(c.needed("key0", "key1")) == 1 })
	var g grid
	mover = c.needed("key0", "key1")[0]
	if c.Get(t, "/boards/"+mover, &g); g != start() {
		t.Errorf("the board after a restart: %v", g)
	}
	if r := c.results(); r.Finished || len(r.Leaders) != 0 || !r.Running {
		t.Errorf("after a restart: %+v", r)
	}
}

// Without an organiser's secret nobody is the organiser.
func TestNoOrganiser(t *testing.T) {
	c := hold(t, "", func(c *seedapi.OthelloConfig) { c.Organiser = "" })
	for _, header := range []string{"Bearer ", "Bearer", ""} {
		if status, data := c.Do(t, "POST", "/competition/stop", "", "Authorization", header); status != 403 {
			t.Errorf("%q: %d %s", header, status, data)
		}
	}
}
