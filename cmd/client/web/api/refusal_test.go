package api_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"quadrille/cmd/client/web/api"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/wire"
)

// Everything that can be wrong with a request, and the status it gets. All
// answers are errors in JSON; nothing changes.
func TestRefusals(t *testing.T) {
	s := start(t)
	deep := strings.Repeat("[", 500) + strings.Repeat("]", 500)
	for _, tc := range []struct {
		method, path, body string
		want               int
	}{
		// Paths.
		{"GET", "/api/v1", "", 404},
		{"GET", "/api/v1/", "", 404},
		{"GET", "/api/v2/catalogue", "", 404},
		{"GET", "/api/v1/nothing", "", 404},
		{"GET", "/api/v1/games/", "", 404},
		{"GET", "/api/v1/games/game/", "", 404},
		{"GET", "/api/v1/games/game/nothing", "", 404},
		{"GET", "/api/v1/games/game/act/more", "", 404},
		{"GET", "/api/v1//games/none", "", 404},
		{"GET", "/api/v1/../v1/games/none", "", 404},
		{"GET", "/api/v1/games/game/list/", "", 404},
		{"GET", "/api/v1/games/game%00", "", 404},
		{"GET", "/api/v1/games/%ff%fe", "", 404},
		{"GET", "/api/v1/games/game%2Fact", "", 404},

		// Methods.
		{"DELETE", "/api/v1/games/game", "", 405},
		{"POST", "/api/v1/catalogue", "{}", 405},
		{"PUT", "/api/v1/games", "{}", 405},
		{"GET", "/api/v1/games/game/join", "", 405},
		{"GET", "/api/v1/positions", "", 405},
		{"POST", "/api/v1/analysis", "{}", 405},
		{"GET", "/api/v1/games/game/act", "", 405},
		{"POST", "/api/v1/games/game/seats", "[]", 405},
		{"POST", "/api/v1/games/game/events", "{}", 405},
		{"PATCH", "/api/v1/openapi.json", "{}", 405},
		{"NONSENSE", "/api/v1/catalogue", "", 405},
		{"OPTIONS", "/api/v1/catalogue", "", 405},

		// Games.
		{"GET", "/api/v1/games/GAME", "", 404},
		{"GET", "/api/v1/games/gam", "", 404},
		{"GET", "/api/v1/games/" + strings.Repeat("a", 3000), "", 404},
		{"GET", "/api/v1/games/'%20or%201=1", "", 404},
		{"GET", "/api/v1/games/none/events", "", 404},
		{"GET", "/api/v1/games/none/analysis", "", 404},
		{"GET", "/api/v1/games/none/review", "", 404},
		{"GET", "/api/v1/games/none/record", "", 404},
		{"GET", "/api/v1/games/none/list/pieces", "", 404},
		{"GET", "/api/v1/games/game/list/nothing", "", 400},
		{"GET", "/api/v1/games/game/list/a%0Ab", "", 400},
		{"POST", "/api/v1/games/none/act", `{"move":"a"}`, 404},
		{"POST", "/api/v1/games/none/try", `{"action":"pass"}`, 404},
		{"POST", "/api/v1/games/none/undo", ``, 404},
		{"POST", "/api/v1/games/none/move", ``, 404},
		{"POST", "/api/v1/games/none/hint", ``, 404},
		{"POST", "/api/v1/games/none/restart", ``, 404},
		{"POST", "/api/v1/games/none/resign", `{"seat":"p1"}`, 404},
		{"POST", "/api/v1/games/none/answer", `{"agree":true}`, 404},
		{"POST", "/api/v1/games/none/rematch", ``, 404},
		{"GET", "/api/v1/games?limit=0", "", 400},
		{"GET", "/api/v1/games?limit=101", "", 400},
		{"GET", "/api/v1/games?page=1", "", 400},
		{"GET", "/api/v1/games/game/events?plays=2", "", 400},
		{"GET", "/api/v1/games/game/events?reader=" + strings.Repeat("a", 501), "", 400},
		{"POST", "/api/v1/games/none/join", ``, 404},
		{"POST", "/api/v1/games/game/join", `{"seat":"p5"}`, 400},
		{"POST", "/api/v1/games/game/join", `{"name":7}`, 400},
		{"POST", "/api/v1/games/none/leave", ``, 404},
		{"POST", "/api/v1/games/game/leave", `{"seat":"x"}`, 400},
		{"POST", "/api/v1/games/game/leave", `{"name":"Ann"}`, 400},
		{"POST", "/api/v1/games/game/answer", ``, 415},
		{"POST", "/api/v1/games/game/answer", `{}`, 400},
		{"POST", "/api/v1/games/game/answer", `{"agree":"yes"}`, 400},
		{"POST", "/api/v1/games/game/rematch", `{"seats":[]}`, 400},
		{"PUT", "/api/v1/games/none/seats", `[]`, 404},

		// Queries.
		{"GET", "/api/v1/catalogue?a=1", "", 400},
		{"GET", "/api/v1/openapi.json?a=1", "", 400},
		{"GET", "/api/v1/exercises?game=chess", "", 400},
		{"POST", "/api/v1/games?game=square4", `{}`, 400},
		{"GET", "/api/v1/games/game?a=1", "", 400},
		{"GET", "/api/v1/games/game?at=1&at=2", "", 400},
		{"GET", "/api/v1/games/game?at=", "", 400},
		{"GET", "/api/v1/games/game?at=-1", "", 400},
		{"GET", "/api/v1/games/game?at=1.5", "", 400},
		{"GET", "/api/v1/games/game?at=99999999999999999999", "", 400},
		{"GET", "/api/v1/games/game?at=1;b=2", "", 400},
		{"GET", "/api/v1/games/game?at=%zz", "", 400},
		{"GET", "/api/v1/games/game/events?at=1", "", 400},
		{"GET", "/api/v1/games/game/record?at=1", "", 400},
		{"GET", "/api/v1/games/game/record?form=pgn", "", 400},
		{"GET", "/api/v1/games/game/record?form=small", "", 400},
		{"GET", "/api/v1/games/none/records", "", 404},
		{"POST", "/api/v1/records", `{"data":"not base64"}`, 400},
		{"POST", "/api/v1/records", `{"data":[1]}`, 400},
		{"POST", "/api/v1/records", `[]`, 400},
		{"GET", "/api/v1/games/game/list/pieces?a", "", 400},
		{"GET", "/api/v1/games/game/analysis?level=0", "", 400},
		{"GET", "/api/v1/games/game/analysis?level=11", "", 400},
		{"GET", "/api/v1/games/game/analysis?movetime=0", "", 400},
		{"GET", "/api/v1/games/game/analysis?movetime=3600001", "", 400},
		{"GET", "/api/v1/games/game/analysis?movetime=1s", "", 400},
		{"GET", "/api/v1/games/game/analysis?multipv=501", "", 400},
		{"GET", "/api/v1/games/game/analysis?nodes=9007199254740993", "", 400},
		{"GET", "/api/v1/games/game/analysis?exact=1", "", 400},
		{"GET", "/api/v1/games/game/analysis?at=x", "", 400},
		{"GET", "/api/v1/games/game/review?at=1", "", 400},
		{"GET", "/api/v1/games/game/review?depth=0", "", 400},
		{"GET", "/api/v1/games/game/review?movetime=3600001", "", 400},
		{"GET", "/api/v1/analysis", "", 400},
		{"GET", "/api/v1/analysis?game=none", "", 400},
		{"GET", "/api/v1/analysis?game=fake&game=fake", "", 400},
		{"GET", "/api/v1/analysis?game=fake&at=1", "", 400},
		{"GET", "/api/v1/analysis?game=fake&level=11", "", 400},
		{"GET", "/api/v1/analysis?game=fake&depth=x", "", 400},
		{"GET", "/api/v1/analysis?game=fake&rules=size", "", 400},
		{"GET", "/api/v1/analysis?game=fake&rules=size=4+size=5", "", 400},
		{"GET", "/api/v1/analysis?game=fake&fen=%ff", "", 400},

		// JSON.
		{"POST", "/api/v1/games", ``, 415},
		{"POST", "/api/v1/games", ` `, 400},
		{"POST", "/api/v1/games", `{`, 400},
		{"POST", "/api/v1/games", `{"game":"fake"`, 400},
		{"POST", "/api/v1/games", `{"game":"fake",}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake"} {}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake"} x`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","game":"fake"}`, 400},
		{"POST", "/api/v1/games", `{"Game":"fake"}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","extra":1}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","Space":"x"}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","space":"x"}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","still":true}`, 400},
		{"POST", "/api/v1/games", `{"game":7}`, 400},
		{"POST", "/api/v1/games", `{"game":null}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","rules":{"size":3}}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","rules":{"size":"3","size":"4"}}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","rules":[]}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","seats":{}}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","seats":[1]}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","seats":[{"kind":"person","Level":1}]}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","seats":[null]}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","tokens":"yes"}`, 400},
		{"POST", "/api/v1/games", `{"game":"` + "\xff" + `"}`, 400},
		{"POST", "/api/v1/games", `[]`, 400},
		{"POST", "/api/v1/games", `"fake"`, 400},
		{"POST", "/api/v1/games", `null`, 400},
		{"POST", "/api/v1/games", deep, 400},
		{"POST", "/api/v1/games", `{"game":` + deep + `}`, 400},
		{"POST", "/api/v1/games", `{"game":"` + strings.Repeat("a", 5000) + `"}`, 413},

		// What requests say.
		{"POST", "/api/v1/positions", ``, 415},
		{"POST", "/api/v1/positions", `{}`, 400},
		{"POST", "/api/v1/positions", `{"game":"fake","turns":"a"}`, 400},
		{"POST", "/api/v1/positions", `{"game":"fake","turns":[1]}`, 400},
		{"POST", "/api/v1/positions", `{"game":"fake","pending":null}`, 400},
		{"POST", "/api/v1/positions", `{"game":"fake","action":"pass","move":"a"}`, 400},
		{"POST", "/api/v1/positions", `{"game":"fake","action":"pass\nquit"}`, 400},
		{"POST", "/api/v1/positions", `{"game":"fake","version":1}`, 400},
		{"POST", "/api/v1/positions", `{"game":"fake","seats":[]}`, 400},
		{"POST", "/api/v1/games/game/act", `{}`, 400},
		{"POST", "/api/v1/games/game/act", `{"action":""}`, 400},
		{"POST", "/api/v1/games/game/act", `{"action":"pass","move":"a"}`, 400},
		{"POST", "/api/v1/games/game/act", `{"action":"pass\nquit"}`, 400},
		{"POST", "/api/v1/games/game/act", `{"move":"a\u0000"}`, 400},
		{"POST", "/api/v1/games/game/act", `{"move":"` + strings.Repeat("a", 501) + `"}`, 400},
		{"POST", "/api/v1/games/game/act", `{"move":"a","version":"1"}`, 400},
		{"POST", "/api/v1/games/game/act", `{"move":"a","version":1.5}`, 400},
		{"POST", "/api/v1/games/game/act", `{"move":"a","version":1e99}`, 400},
		{"POST", "/api/v1/games/game/try", `{}`, 400},
		{"POST", "/api/v1/games/game/try", `{"action":"a\tb"}`, 400},
		{"POST", "/api/v1/games/game/try", `{"move":"a"}`, 400},
		{"POST", "/api/v1/games/game/undo", `{"actions":0}`, 400},
		{"POST", "/api/v1/games/game/undo", `{"turns":-1}`, 400},
		{"POST", "/api/v1/games/game/undo", `{"to":-1}`, 400},
		{"POST", "/api/v1/games/game/undo", `{"to":100001}`, 400},
		{"POST", "/api/v1/games/game/undo", `{"to":null}`, 400},
		{"POST", "/api/v1/games/game/undo", `{"to":1,"turns":1}`, 400},
		{"POST", "/api/v1/games/game/move", `{"level":0}`, 400},
		{"POST", "/api/v1/games/game/move", `{"level":11}`, 400},
		{"POST", "/api/v1/games/game/move", `{"depth":1001}`, 400},
		{"POST", "/api/v1/games/game/move", `{"nodes":0}`, 400},
		{"POST", "/api/v1/games/game/move", `{"nodes":-5}`, 400},
		{"POST", "/api/v1/games/game/move", `{"nodes":9007199254740993}`, 400},
		{"POST", "/api/v1/games/game/move", `{"movetime":3600001}`, 400},
		{"POST", "/api/v1/games/game/move", `{"movetime":9223372036854775807}`, 400},
		{"POST", "/api/v1/games/game/move", `{"multipv":2}`, 400},
		{"POST", "/api/v1/games/game/hint", `{"version":1}`, 400},
		{"POST", "/api/v1/games/game/hint", `{"exact":1}`, 400},
		{"POST", "/api/v1/games/game/restart", `{"a":1}`, 400},
		{"POST", "/api/v1/games/game/resign", `{}`, 400},
		{"POST", "/api/v1/games/game/resign", `{"seat":"p5"}`, 400},
		{"POST", "/api/v1/games/game/resign", `{"seat":"P1"}`, 400},
		{"POST", "/api/v1/games/game/resign", `{"seat":1}`, 400},
		{"PUT", "/api/v1/games/game/seats", `{}`, 400},
		{"PUT", "/api/v1/games/game/seats", ``, 415},
	} {
		status, body := s.ask(tc.method, tc.path, tc.body)
		if status != tc.want {
			t.Errorf("%s %s %s: %d %s, want %d", tc.method, tc.path, tc.body, status, body, tc.want)
		}
	}
	if v := s.games.state.Version; v != 0 {
		t.Errorf("%d changes came through", v)
	}
}

func TestContentTypes(t *testing.T) {
	s := start(t)
	for kind, want := range map[string]int{
		"application/json": 201, "application/json; charset=utf-8": 201, "Application/JSON": 201,
		"": 415, "text/plain": 415, "application/x-www-form-urlencoded": 415, "text/json": 415, "application/jsonx": 415, ";": 415,
	} {
		if status, body := s.ask("POST", "/api/v1/games", `{"game":"fake"}`, "Content-Type", kind); status != want {
			t.Errorf("%q: %d %s, want %d", kind, status, body, want)
		}
	}
}

// Tokens come to the host as they are, and what is not a token is told.
func TestTokens(t *testing.T) {
	s := start(t)
	for header, want := range map[string]any{
		"Bearer secret":                      "restart secret",
		"bearer secret":                      "restart secret",
		"Basic c2VjcmV0":                     400,
		"secret":                             400,
		"Bearer":                             400,
		"Bearer ":                            400,
		"Bearer " + strings.Repeat("a", 201): 400,
	} {
		status, body := s.ask("POST", "/api/v1/games/game/restart", "", "Authorization", header)
		if want == 400 && status == 400 || want != 400 && status == 200 && s.games.last == want {
			continue
		}
		t.Errorf("%q: %d %s, the host was told %v; want %v", header, status, body, s.games.last, want)
	}
}

// What the host refuses has a status for each kind.
func TestHostRefusals(t *testing.T) {
	s := start(t)
	for _, tc := range []struct {
		err  error
		want int
		code string
	}{
		{host.Refuse(host.NotFound, "x"), 404, "not-found"},
		{host.Refuse(host.Conflict, "x"), 409, "conflict"},
		{host.Refuse(host.TooSoon, "x"), 409, "too-soon"},
		{host.Refuse(host.Forbidden, "x"), 403, "forbidden"},
		{host.Refuse(host.BadRequest, "x"), 400, "bad-argument"},
		{host.Refuse(host.Illegal, "x"), 409, "illegal-move"},
		{host.Refuse(host.Over, "x"), 409, "game-over"},
		{host.Refuse(host.BadOption, "x"), 400, "bad-option"},
		{host.Refuse(host.BadPosition, "x"), 400, "bad-position"},
		{host.Refuse(host.NoGame, "x"), 400, "no-game"},
		{host.Refuse(host.NotSupported, "x"), 400, "unsupported"},
		{host.Refuse(host.Busy, "x"), 503, "busy"},
		{host.Refuse(host.Unavailable, "x"), 503, "unavailable"},
		{context.DeadlineExceeded, 503, "busy"},
		{errors.New("secret cause"), 503, "unavailable"},
	} {
		s.games.refuse = tc.err
		for _, o := range api.New(api.Config{}).Routes {
			path := strings.NewReplacer(api.Prefix, "", "{id}", "game", "{name}", "pieces").Replace(o.Path)
			if path == "openapi.json" || path == "exercises" { // which ask no host
				continue
			}
			body := map[string]string{"games": "{}", "positions": "{}", "records": "{}", "games/game/act": `{"move":"a"}`, "games/game/try": `{"action":"a"}`,
				"games/game/resign": `{"seat":"p1"}`, "games/game/seats": `[]`, "games/game/answer": `{"agree":false}`, "games/game/solution": `{"solve":true}`, "solution": `{"game":"fake","solve":true}`,
				"competitions": `{"game":"fake"}`, "competitions/game/players": `{"name":"Ann"}`, "competitions/game/turn": `{"move":"a"}`}[path]
			if o.Method == http.MethodGet {
				body = ""
			}
			status, answer := s.ask(o.Method, api.Prefix+path, body)
			if status != tc.want || !strings.Contains(answer, `"`+tc.code+`"`) || strings.Contains(answer, "secret") {
				t.Errorf("%v: %s %s: %d %s, want %d %s", tc.err, o.Method, path, status, answer, tc.want, tc.code)
			}
		}
	}
}

func TestHead(t *testing.T) {
	s := start(t)
	for _, path := range []string{"catalogue", "openapi.json", "exercises", "games/game", "games/game/record", "games/game/records", "games/game/events", "games/game/analysis", "games/game/review", "analysis?game=fake"} {
		if status, body := s.ask(http.MethodHead, api.Prefix+path, ""); status != 200 || body != "" {
			t.Errorf("HEAD %s: %d %s", path, status, body)
		}
	}
}

// An API that only one person reaches says so, and has nothing that people do
// together.
func TestAlone(t *testing.T) {
	s := serve(t, func(c api.Config) wire.API { return api.NewAlone(c, struct{ api.Kept }{}) })
	if _, body := s.ask("GET", "/api/v1/catalogue", ""); !strings.Contains(body, `"alone":true`) {
		t.Errorf("the catalogue is %s", body)
	}
	for _, tc := range []struct {
		method, path, body string
		want               int
	}{
		{"POST", "/api/v1/games", `{"game":"fake"}`, 201},
		{"POST", "/api/v1/games", `{"game":"fake","seats":[{"kind":"person"},{"kind":"open"}]}`, 400},
		{"POST", "/api/v1/games", `{"game":"fake","tokens":true}`, 201}, // the other's seat, who plays by links
		{"POST", "/api/v1/games", `{"game":"fake","tokens":true,"listed":true}`, 400},
		{"PUT", "/api/v1/games/game/seats", `[{"kind":"open"},{"kind":"person"}]`, 400},
		{"PUT", "/api/v1/games/game/seats", `[{"kind":"person"},{"kind":"person"}]`, 200},
		{"GET", "/api/v1/games", "", 405},
		{"POST", "/api/v1/games/game/join", "{}", 404},
		{"POST", "/api/v1/competitions", `{"game":"fake"}`, 404},
		{"GET", "/api/v1/openapi.json", "", 404}, // it is for programs
	} {
		if got, body := s.ask(tc.method, tc.path, tc.body); got != tc.want {
			t.Errorf("%s %s %s: status %d, want %d: %s", tc.method, tc.path, tc.body, got, tc.want, body)
		}
	}
}
