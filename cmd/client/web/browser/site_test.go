package browser

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/webtest"
)

// otherSite has the page of another site use the server in the name of whoever
// looks at it: that fails, without a trace, unless the site is allowed.
func otherSite(t *testing.T, chrome context.Context) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, `<!doctype html><html data-ready="yes"><title>Another site</title>`)
	}))
	t.Cleanup(site.Close)
	// What the page tries, and whether an allowed site may. Nobody learns what
	// becomes of a blind request, and text is what a form may send from anywhere.
	tries := []struct {
		name, try string
		may       bool
	}{
		{"read", `fetch(game)`, true},
		{"undo blindly", `fetch(game + '/undo', { method: 'POST', mode: 'no-cors', body: '{}' })`, false},
		{"make a game", `fetch(api, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"game":"teeko"}' })`, true},
		{"seat", `fetch(game + '/seats', { method: 'PUT', headers: { 'Content-Type': 'application/json', 'Authorization': 'Bearer x', 'X-Requested-With': 'page' },
			body: '[{"name":"Ann"},{}]' })`, true},
		{"make a game by text", `fetch(api, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{"game":"teeko"}' })`, false},
		{"listen", `new Promise((yes, no) => {
			const events = new EventSource(game + '/events');
			events.onopen = () => { events.close(); yes({ ok: true }); };
			events.onerror = () => { events.close(); no(); };
		})`, true},
	}
	for _, allowed := range []bool{false, true} {
		started := webtest.Start(t, func(c *web.Config) {
			c.Metrics = "127.0.0.1:0"
			if allowed {
				c.Gate.Origins = []string{site.URL}
			}
		})
		s := &server{T: t, base: started.URL(), client: started.Client}
		metrics := started.Places()[1].URL
		id := s.game("teeko")
		s.ask("POST", "/games/"+id+"/act", map[string]string{"move": "a1"}, new(any))
		w := open(t, chrome, site.URL, "/", desktop)
		for _, try := range tries {
			eval[bool](w, `(window.got = '', window.api = '`+s.base+`/api/v1/games', window.game = window.api + '/`+id+`',
				`+try.try+`.then((r) => { window.got = r.ok ? 'done' : 'refused'; }, () => { window.got = 'refused'; }), true)`)
			w.wait(`window.got`)
			if done := eval[bool](w, `window.got === 'done'`); done != (allowed && try.may) {
				t.Errorf("%s, site allowed %v: done %v", try.name, allowed, done)
			}
		}
		if turns := s.state(id).Turns; len(turns) != 1 {
			t.Errorf("site allowed %v: the turns are %q", allowed, turns)
		}
		if got, want := s.stored(metrics), map[bool]string{false: "1", true: "2"}[allowed]; got != want {
			t.Errorf("site allowed %v: %s games, want %s", allowed, got, want)
		}
		w.forgive(s.base)
	}
}

// stored is the server's count of games, as its metrics tell it.
func (s *server) stored(metrics string) string {
	s.Helper()
	reply, err := s.client.Get(metrics + "/metrics")
	if err != nil {
		s.Fatal(err)
	}
	defer reply.Body.Close()
	all, err := io.ReadAll(reply.Body)
	if err != nil {
		s.Fatal(err)
	}
	_, count, _ := strings.Cut(string(all), "\nquadrille_games_stored ")
	count, _, _ = strings.Cut(count, "\n")
	return count
}
