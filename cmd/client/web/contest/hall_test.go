package contest_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/cmd/client/web/contest"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store/storetest"
	"quadrille/cmd/client/web/webtest"
)

func TestMain(m *testing.M) { webtest.Main(m) }

// world opens a store, as webtest.OpenStore does, and a host on it. What it returns ends both.
func world(t *testing.T, dir string, change ...func(*host.Config)) (storetest.Store, *host.Host, func()) {
	t.Helper()
	s, err := webtest.OpenStore(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	c := host.Config{Store: s, Open: webtest.Open, Engines: 2, Hash: 1}
	for _, f := range change {
		f(&c)
	}
	h, err := host.New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return s, h, func() {
		h.Close(context.Background())
		s.Close()
	}
}

// open opens the hall of a world in a folder. What it returns ends both.
func open(t *testing.T, dir string, now func() time.Time, change ...func(*host.Config)) (*contest.Hall, func()) {
	t.Helper()
	s, h, end := world(t, dir, append(change, func(c *host.Config) { c.Now = now })...)
	hall, err := contest.OpenHall(t.Context(), h, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	stop := sync.OnceFunc(func() {
		hall.Close()
		end()
	})
	t.Cleanup(stop)
	return hall, stop
}

// kind is that of a refusal, or "" for none.
func kind(err error) host.Kind {
	var e *host.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// begin makes a competition.
func begin(t *testing.T, hall *contest.Hall, s contest.Spec) (id, organiser string, c *contest.Contest) {
	t.Helper()
	id, organiser, err := hall.Begin(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = hall.Contest(id); err != nil {
		t.Fatal(err)
	}
	return id, organiser, c
}

// join lets a program take part and returns its secret.
func join(t *testing.T, hall *contest.Hall, id, name string) string {
	t.Helper()
	_, secret, err := hall.Join(id, name)
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// until waits for what the results are to be.
func until(t *testing.T, c *contest.Contest, done func(contest.Results) bool) contest.Results {
	t.Helper()
	for {
		news := c.News()
		r := c.Results()
		if done(r) {
			return r
		}
		select {
		case <-news:
		case <-time.After(time.Second):
		case <-t.Context().Done():
			t.Fatal("it did not come to that")
		}
	}
}

// play is a program that plays the first turn that it may until the competition is over.
func play(t *testing.T, hall *contest.Hall, id, secret string) {
	for {
		c, player, err := hall.Player(id, secret)
		if err != nil {
			t.Error(err)
			return
		}
		news := c.News()
		b, needed, err := c.Needed(t.Context(), player)
		switch {
		case err != nil:
			t.Error(err)
			return
		case needed:
			token := b.State.Legal[0]
			if err := c.Move(t.Context(), player, func(b contest.Board) error { return c.Play(t.Context(), b, token) }); err != nil {
				t.Errorf("%s: %v", token, err)
			}
		case c.Results().Finished:
			return
		default:
			select {
			case <-news:
			case <-time.After(time.Second):
			}
		}
	}
}

// Programs and a level or a guest meet in every game for two, each pair twice; the
// points are those of the games.
func TestCompetition(t *testing.T) {
	hall, _ := open(t, "", nil, func(c *host.Config) { c.Guests = []host.Guest{webtest.Guest("Gast")} })
	for _, tc := range []struct {
		game, guest string
		rules       map[string]string
		players     int
	}{
		{"othello", "Gast", nil, 3},
		{"teeko", "", nil, 3},
		{"square4", "", map[string]string{"pieces": "4"}, 3},
		{"blokus", "", map[string]string{"variant": "duo"}, 3},
	} {
		t.Run(tc.game, func(t *testing.T) {
			id, organiser, c := begin(t, hall, contest.Spec{Game: tc.game, Rules: tc.rules, Clock: 60})
			if r := c.Results(); r.Running || r.Finished || len(r.Players) != 0 {
				t.Errorf("at first: %+v", r)
			}
			var programs sync.WaitGroup
			secrets := []string{join(t, hall, id, "Bot"), join(t, hall, id, "Bot")}
			partner := host.Seat{Level: 1}
			if tc.guest != "" {
				partner = host.Seat{Engine: tc.guest}
			}
			if _, err := hall.Spar(t.Context(), id, organiser, partner); err != nil {
				t.Fatal(err)
			}
			if err := hall.Organise(id, organiser, "start"); err != nil {
				t.Fatal(err)
			}
			for _, s := range secrets {
				programs.Go(func() { play(t, hall, id, s) })
			}
			r := until(t, c, func(r contest.Results) bool { return r.Finished })
			programs.Wait()
			check(t, r, tc.players)
			if r.Players[0].Name == r.Players[1].Name {
				t.Errorf("namesakes are not told apart: %+v", r.Players)
			}
		})
	}
}

// check holds the standings against the games.
func check(t *testing.T, r contest.Results, players int) {
	t.Helper()
	points := make([]float64, players)
	met := map[[2]int]int{}
	for _, g := range r.Games {
		met[[2]int{g.First, g.Second}]++
		switch g.Result {
		case "p1win":
			points[g.First]++
		case "p2win":
			points[g.Second]++
		case "draw":
			points[g.First] += 0.5
			points[g.Second] += 0.5
		default:
			t.Errorf("a game has the result %q", g.Result)
		}
		if g.Reason == "" || len(g.Turns) == 0 {
			t.Errorf("a game of %d turns ended by %q", len(g.Turns), g.Reason)
		}
	}
	if len(r.Players) != players || len(r.Games) != players*(players-1) || len(met) != len(r.Games) {
		t.Errorf("%d players, %d games of %d pairs", len(r.Players), len(r.Games), len(met))
	}
	for i, p := range r.Players {
		if p.Points != points[i] || p.Played != 2*(players-1) {
			t.Errorf("%s has %v points of %d games, want %v", p.Name, p.Points, p.Played, points[i])
		}
	}
}

// A competition and its secrets survive a restart of the server in the middle; a
// player who comes late meets all the others; begun again it has its players yet.
func TestCompetitionGoesOn(t *testing.T) {
	dir := t.TempDir()
	hall, stop := open(t, dir, nil)
	id, organiser, c := begin(t, hall, contest.Spec{Game: "teeko", Clock: 60})
	ann := join(t, hall, id, "Ann")
	if _, err := hall.Spar(t.Context(), id, organiser, host.Seat{Level: 1}); err != nil {
		t.Fatal(err)
	}
	if err := hall.Organise(id, organiser, "start"); err != nil {
		t.Fatal(err)
	}
	until(t, c, func(r contest.Results) bool { return r.Games[0].State == "playing" })
	stop()
	hall, _ = open(t, dir, nil)
	c, err := hall.Contest(id)
	if err != nil {
		t.Fatal(err)
	}
	ben := join(t, hall, id, "Ben")
	var programs sync.WaitGroup
	for _, s := range []string{ann, ben} {
		programs.Go(func() { play(t, hall, id, s) })
	}
	r := until(t, c, func(r contest.Results) bool { return r.Finished })
	programs.Wait()
	check(t, r, 3)
	_, player, err := hall.Player(id, ann)
	if err != nil {
		t.Fatal(err)
	}
	err = c.Move(t.Context(), player, func(b contest.Board) error { return c.Play(t.Context(), b, b.State.Legal[0]) })
	if kind(err) != host.Conflict || !strings.Contains(err.Error(), "the organiser begins the next one") || strings.Contains(err.Error(), "/competition") {
		t.Errorf("a turn behind the end: %v", err) // the hall has no path /competition
	}
	if err := hall.Organise(id, organiser, "restart"); err != nil {
		t.Fatal(err)
	}
	if r := c.Results(); r.Finished || len(r.Players) != 3 || len(r.Games) != 6 || len(r.Last) == 0 || r.Players[2].Name != "Ben" {
		t.Errorf("begun again: %+v", r)
	}
}

// A board that is deleted is noticed at once, and the game is played at another.
func TestDeletedBoard(t *testing.T) {
	s, h, end := world(t, "")
	defer end()
	hall, err := contest.OpenHall(t.Context(), h, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer hall.Close()
	id, organiser, c := begin(t, hall, contest.Spec{Game: "teeko", Clock: 3600})
	secret := join(t, hall, id, "Ann")
	join(t, hall, id, "Ben")
	if err := hall.Organise(id, organiser, "start"); err != nil {
		t.Fatal(err)
	}
	_, player, err := hall.Player(id, secret)
	if err != nil {
		t.Fatal(err)
	}
	deleted := ""
	for range 2 {
		until(t, c, func(contest.Results) bool {
			b, ok, err := c.Board(t.Context(), player)
			if !ok || err != nil || b.State.ID == deleted {
				return false
			}
			deleted = b.State.ID
			return true
		})
		if err := h.Remove(t.Context(), deleted); err != nil {
			t.Fatal(err)
		}
	}
}

// Who does not move in time loses, and is waited for no longer.
func TestCompetitionClock(t *testing.T) {
	var mu sync.Mutex
	at := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	pass := func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		at = at.Add(d)
	}
	hall, _ := open(t, "", func() time.Time { mu.Lock(); defer mu.Unlock(); return at })
	id, organiser, c := begin(t, hall, contest.Spec{Game: "teeko", Clock: 5})
	ann := join(t, hall, id, "Ann")
	join(t, hall, id, "Ben")
	if err := hall.Organise(id, organiser, "start"); err != nil {
		t.Fatal(err)
	}
	until(t, c, func(r contest.Results) bool { return r.Games[0].State == "playing" })
	_, player, err := hall.Player(id, ann)
	if err != nil {
		t.Fatal(err)
	}
	if _, needed, err := c.Needed(t.Context(), player); !needed || err != nil {
		t.Errorf("a turn is needed: %v, %v", needed, err)
	}
	live := c.Live(t.Context())
	if len(live) != 1 || live[0].Until == nil || live[0].Until.Sub(live[0].Now) > 5*time.Second {
		t.Errorf("live: %d boards", len(live))
	}
	pass(6 * time.Second)
	r := until(t, c, func(r contest.Results) bool { return r.Games[0].State == "finished" })
	if g := r.Games[0]; g.Result != "p2win" || g.Reason != contest.OutOfTime {
		t.Errorf("out of time: %+v", g)
	}
	pass(2 * time.Minute)
	if r := c.Results(); r.Players[0].There || r.Players[1].There {
		t.Errorf("after two minutes they are there: %+v", r.Players)
	}
}

// What cannot be is refused, and says what would be right.
func TestCompetitionRefusals(t *testing.T) {
	hall, _ := open(t, "", nil)
	for _, tc := range []struct {
		spec contest.Spec
		want host.Kind
		says string
	}{
		{contest.Spec{Game: "chess"}, host.NoGame, "chess"},
		{contest.Spec{Game: "blokus"}, host.BadRequest, "for games of two players"},
		{contest.Spec{Game: "teeko", Rounds: 11}, host.BadRequest, "1 to 10 rounds"},
		{contest.Spec{Game: "teeko", Boards: -1}, host.BadRequest, "1 to 20 games"},
		{contest.Spec{Game: "teeko", Clock: 0.5}, host.BadRequest, "1 to 3600 seconds"},
		{contest.Spec{Game: "teeko", Rules: map[string]string{"size": "9"}}, host.BadOption, "size"},
	} {
		_, _, err := hall.Begin(t.Context(), tc.spec)
		if kind(err) != tc.want || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%+v: %v", tc.spec, err)
		}
	}
	id, organiser, _ := begin(t, hall, contest.Spec{Game: "teeko"})
	ann := join(t, hall, id, "Ann")
	_, _, noName := hall.Join(id, "\u200b")
	_, partner := hall.Spar(t.Context(), id, organiser, host.Seat{Level: 11})
	_, unknown := hall.Spar(t.Context(), id, organiser, host.Seat{Engine: "X"})
	_, nobody := hall.Spar(t.Context(), id, organiser, host.Seat{})
	_, notHis := hall.Spar(t.Context(), id, ann, host.Seat{Level: 1})
	_, _, stranger := hall.Player(id, organiser)
	_, _, noID := hall.Player("none", ann)
	for name, tc := range map[string]struct {
		err  error
		want host.Kind
	}{
		"no name": {noName, host.BadRequest}, "level 11": {partner, host.BadRequest}, "no such engine": {unknown, host.BadRequest},
		"no partner": {nobody, host.BadRequest}, "a player adds a partner": {notHis, host.Forbidden},
		"the organiser plays": {stranger, host.Forbidden}, "no such competition": {noID, host.NotFound},
		"a player starts it": {hall.Organise(id, ann, "start"), host.Forbidden}, "no such word": {hall.Organise(id, organiser, "win"), host.NotFound},
	} {
		if kind(tc.err) != tc.want {
			t.Errorf("%s: %v, want %s", name, tc.err, tc.want)
		}
	}
}

// On a server that is full, games wait and the results say why.
func TestCompetitionOnFullServer(t *testing.T) {
	hall, _ := open(t, "", nil, func(c *host.Config) { c.MaxGames = 1 })
	id, organiser, c := begin(t, hall, contest.Spec{Game: "teeko", Boards: 2})
	for range 4 {
		if _, err := hall.Spar(t.Context(), id, organiser, host.Seat{Level: 3}); err != nil {
			t.Fatal(err)
		}
	}
	if err := hall.Organise(id, organiser, "start"); err != nil {
		t.Fatal(err)
	}
	r := until(t, c, func(r contest.Results) bool { return r.Stuck != "" })
	if !strings.Contains(r.Stuck, "limit") {
		t.Errorf("it is stuck since %q", r.Stuck)
	}
}
