package browser

import (
	"bytes"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

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

// wire carries connections to a server, and may let those die over which a stream of
// events or something else was asked for: nothing goes through them any more, and neither
// side is told.
type wire struct {
	to     string
	mu     sync.Mutex
	dead   chan struct{} // closed when the streams that are open then die
	deadly string        // what kills the connection over which it is sent; "" for nothing
}

// lay lays a wire to a server until the test ends, and gives the address of its end.
func lay(t *testing.T, to string) (*wire, string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	w := &wire{to: strings.TrimPrefix(to, "http://"), dead: make(chan struct{})}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go w.carry(c)
		}
	}()
	return w, "http://" + listener.Addr().String()
}

func (w *wire) carry(from net.Conn) {
	defer from.Close()
	to, err := net.Dial("tcp", w.to)
	if err != nil {
		return
	}
	defer to.Close()
	var dead chan struct{} // nil where nothing was asked for that may end it
	var mu sync.Mutex
	// pass carries what comes until the end or, once the connection is dead, nothing.
	pass := func(to io.Writer, from io.Reader, asks bool) {
		for b := make([]byte, 1<<16); ; {
			n, err := from.Read(b)
			if err != nil {
				return
			}
			mu.Lock()
			if end := w.end(b[:n]); asks && end != nil {
				dead = end
			}
			gone := dead
			mu.Unlock()
			select {
			case <-gone:
				continue
			default:
			}
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
	}
	ended := make(chan struct{}, 2)
	go func() { pass(to, from, true); ended <- struct{}{} }()
	go func() { pass(from, to, false); ended <- struct{}{} }()
	<-ended
}

// end is closed when the connection dies over which something is asked for, or nil.
func (w *wire) end(asked []byte) chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.deadly != "" && bytes.Contains(asked, []byte(w.deadly)):
		end := make(chan struct{})
		close(end)
		return end
	case bytes.Contains(asked, []byte("/events?")):
		return w.dead
	}
	return nil
}

// die has the streams that are open now die; others live.
func (w *wire) die() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.dead)
	w.dead = make(chan struct{})
}

// kill has connections die by what is sent over them from now on; "" ends that.
func (w *wire) kill(by string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.deadly = by
}

// deadTurn has the connection die over which a turn is sent: the page does not wait for
// an answer for ever, says that none came, and the turn can be played again. Waiting is
// made shorter.
func deadTurn(t *testing.T, chrome context.Context) {
	s := startServer(t)
	line, base := lay(t, s.base)
	id := s.game("othello")
	w := open(t, chrome, base, "/g/"+id, desktop)
	w.ready()
	eval[bool](w, `(() => {
		const real = window.setTimeout.bind(window);
		window.setTimeout = (run, ms, ...more) => real(run, ms > 30000 ? 500 : ms, ...more);
		return true;
	})()`)
	line.kill("/act")
	w.press(cell("d3"))
	w.wait(`document.querySelector('#verdict .refusal')?.textContent.includes('cannot be reached')`)
	line.kill("")
	w.play("d3")
	s.same(id, w)
}

// deadStream has the connection of an event stream die without a word, as when a
// laptop has slept or has gone to another network: the page notices that nothing comes
// any more, says so, and opens another one. A server that says no more than that it is
// there is not taken for dead. The page's clock is set, since nobody waits so long.
func deadStream(t *testing.T, chrome context.Context) {
	started := webtest.Start(t, func(c *web.Config) { c.Heartbeat = 10 * time.Millisecond })
	s := &server{T: t, base: started.URL(), client: started.Client}
	line, base := lay(t, s.base)
	id := s.game("othello")
	w := open(t, chrome, base, "/g/"+id, desktop)
	w.ready()
	w.wait(`document.querySelector('#link').dataset.link === 'open'`)
	eval[bool](w, `(() => {
		const real = Date.now.bind(Date);
		window.later = 0;
		Date.now = () => real() + window.later;
		window.links = [];
		new MutationObserver(() => window.links.push(document.querySelector('#link').dataset.link)).observe(document.querySelector('#link'), { attributes: true });
		return true;
	})()`)
	for range 6 {
		answer[bool](w, `new Promise((done) => { window.later += 20000; setTimeout(() => done(true), 1000); })`)
	}
	if links := eval[[]string](w, `window.links`); len(links) > 0 {
		t.Errorf("a stream that lives is taken for %q", links)
	}
	line.die()
	s.ask("POST", "/games/"+id+"/act", map[string]string{"move": "d3"}, new(any))
	eval[bool](w, `(window.later += 40000, true)`)
	w.wait(`window.links[0] === 'lost' && window.links.at(-1) === 'open'`)
	w.play("c3")
	s.same(id, w)
}
