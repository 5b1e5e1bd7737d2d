package browser

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/webtest"
)

// lateAnswers has the answers to two turns not come: an event has told of each
// before, so the game goes on, and that they got lost at last is nothing to speak of.
func lateAnswers(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("othello")
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.ready()
	w.wait(`document.querySelector('#link').dataset.link === 'open'`)
	eval[bool](w, `Boolean(window.lose = [], fetch = ((real) => async (path, init) => {
		const reply = await real(path, init);
		if (init?.method === 'POST') await new Promise((_, lost) => { window.lose.push(() => lost(new TypeError('lost'))); });
		return reply;
	})(fetch))`)
	w.play("d3", "c3")
	w.ready()
	w.wait(`window.lose.length === 2`)
	said := answer[string](w, `(window.lose.forEach((lose) => lose()), new Promise((done) => setTimeout(() => done(document.querySelector('#verdict').textContent), 100)))`)
	if said != "" {
		t.Errorf("of answers that were lost the page says %q", said)
	}
	s.same(id, w)
}

// gone has the server come back without the game and the competition that are
// looked at: the page says so, and tries no more.
func gone(t *testing.T, chrome context.Context) {
	address := "127.0.0.1:0"
	start := func(t *testing.T) *server {
		s := webtest.Start(t, func(c *web.Config) { c.Data, c.Listen = t.TempDir(), address })
		address = strings.TrimPrefix(s.URL(), "http://")
		return &server{T: t, base: s.URL(), client: s.Client}
	}
	var game, wall *window
	t.Run("before", func(inner *testing.T) {
		s := start(inner)
		game = open(t, chrome, s.base, "/g/"+s.game("othello"), desktop)
		game.ready()
		var made struct{ ID string }
		s.ask("POST", "/competitions", map[string]any{"game": "teeko"}, &made)
		wall = open(t, chrome, s.base, "/c/"+made.ID, desktop)
		for _, w := range []*window{game, wall} {
			w.wait(`document.querySelector('#link').dataset.link === 'open'`)
		}
	})
	start(t)
	game.wait(`document.querySelector('main > .refusal')?.textContent.includes('no such game') && !document.querySelector('.board')`)
	wall.wait(`document.querySelector('main > .refusal')?.textContent.includes('no such competition')`)
	for _, w := range []*window{game, wall} {
		w.wait(`document.querySelector('#link').dataset.link === 'gone'`)
		w.forgive("ERR_")
		w.forgive("404")
	}
}

// unanswered has the server be away when an exercise is to show its solution: what
// the reader plays when it is there again is judged.
func unanswered(t *testing.T, chrome context.Context) {
	s := startServer(t)
	w := open(t, chrome, s.base, "/exercises#othello", desktop)
	w.ready()
	away := func(patterns ...*network.BlockPattern) {
		t.Helper()
		w.run(call(network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: append([]*network.BlockPattern{}, patterns...)}))
	}
	away(&network.BlockPattern{URLPattern: s.base + "/api/v1/positions", Block: true})
	w.press(`[data-action="solution"]`)
	w.wait(`document.querySelector('#verdict .refusal')?.textContent.includes('cannot be reached')`)
	away()
	w.press(`.cell.legal`)
	w.wait(`document.querySelector('main').dataset.turns !== '0.0' && /^(Checking|Right!|No\.)/.test(document.querySelector('#verdict').textContent)`)
	w.forgive("ERR_BLOCKED")
}
