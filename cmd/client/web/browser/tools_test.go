package browser

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/webtest"
	"quadrille/engine"
)

func person() host.Seat { return host.Seat{Kind: host.Person} }

func computer(level int) host.Seat { return host.Seat{Kind: host.Engine, Level: engine.Level(level)} }

// againstEngine plays a turn, takes it back with the engine's reply, asks for a
// hint and an analysis, gives up and starts again.
func againstEngine(t *testing.T, chrome context.Context) {
	s := startServer(t)
	w := open(t, chrome, s.base, "/", desktop)
	w.click(`.card[data-game="othello"]`)
	w.choose(`.seat[data-seat="p2"] .level`, "1")
	w.click(`#begin`)
	w.ready()
	id := eval[string](w, `location.pathname.slice(3)`)
	w.press(cell("d3"))
	w.wait(`document.querySelector('main').dataset.can === 'true' && document.querySelectorAll('.turn').length === 2`)
	w.press(`[data-action="undo"]`)
	w.wait(`document.querySelectorAll('.turn').length === 0 && document.querySelector('main').dataset.can === 'true'`)
	s.same(id, w)
	w.press(`[data-action="hint"]`)
	w.wait(`document.querySelector('.marks .put') && document.querySelector('#verdict .hint').textContent.includes('would play')`)
	w.press(`[data-action="analysis"]`)
	w.wait(`Number(document.querySelector('.analysis').dataset.depth) >= 4 && document.querySelector('.score-bar .bar') && document.querySelectorAll('.lines li').length === 3`)
	w.wait(`document.querySelector('.lines .pv').textContent.length > 4`)
	w.shot("othello-analysis")
	w.press(`[data-action="analysis"]`)
	w.press(`[data-action="resign"]`)
	w.press(`dialog [data-answer="no"]`)
	w.wait(`!document.querySelector('dialog')`)
	w.press(`[data-action="resign"]`)
	w.press(`dialog [data-answer="yes"]`)
	w.wait(`document.querySelector('main').dataset.result === 'p2win' && document.querySelector('#status').textContent.includes('White')`)
	w.wait(`document.querySelector('#status').textContent.startsWith('You gave up') && document.querySelector('main').dataset.end === 'loss'`)
	w.wait(`document.querySelector('[data-action="restart"]').hidden`)
	w.press(`[data-action="rematch"]`)
	w.wait(`document.querySelector('main').dataset.game !== %q && document.querySelector('main').dataset.result === 'none'`, id)
	w.ready()
	if old := s.state(id); old.Result != "p2win" || old.Later != eval[string](w, `location.pathname.slice(3)`) {
		t.Errorf("the old game: %s, then %q", old.Result, old.Later)
	}
}

// analysisShares has three analyses on two engines: the page says that its own
// waits for the others, and goes on.
func analysisShares(t *testing.T, chrome context.Context) {
	started := webtest.Start(t, func(c *web.Config) { c.Games.Slice = time.Hour })
	s := &server{T: t, base: started.URL(), client: started.Client}
	w := open(t, chrome, s.base, "/g/"+s.game("square4", "pieces", "16"), desktop)
	w.ready() // since to load a game takes an engine from an analysis
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range 2 {
		r, err := http.NewRequestWithContext(ctx, "GET", s.base+"/api/v1/games/"+s.game("square4", "pieces", "16")+"/analysis?movetime=600000", nil)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := s.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		for lines := bufio.NewScanner(reply.Body); lines.Scan() && lines.Text() != "event: info"; {
		} // until it has an engine
	}
	w.press(`[data-action="analysis"]`)
	w.wait(`document.querySelector('.analysis [role=status]').textContent.includes('others are analysing')`)
	cancel() // before that the others keep their engines
	w.wait(`Number(document.querySelector('.analysis').dataset.depth) >= 1`)
	w.press(`[data-action="analysis"]`)
}

// history steps through earlier positions while another window goes on.
func history(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("square4")
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.play("0.0", "5.0", "8.3", "4.1", "0.1", "5.2")
	now := pieces(t, s.state(id))
	w.press(`[data-step="first"]`)
	w.wait(`document.querySelector('main').dataset.at === '0' && %s === ''`, seen)
	w.wait(`document.querySelector('.banner').getClientRects().length`)
	w.press(`[data-step="forward"]`)
	w.wait(`document.querySelector('main').dataset.at === '1' && %s === '0.0p1'`, seen)
	w.wait(`document.querySelector('main').dataset.can === 'false'`)
	w.press(`[data-turn="2"]`)
	w.wait(`document.querySelector('main').dataset.at === '2' && %s === '0.0p1 8.3p2'`, seen)
	w.shot("square4-history")
	w.replayed(s)
	other := open(t, chrome, s.base, "/g/"+id, desktop)
	other.play("7.0")
	w.wait(`Number(document.querySelector('main').dataset.version) === %d && document.querySelector('main').dataset.at === '2'`, s.state(id).Version)
	w.press(`[data-action="now"]`)
	w.wait(`document.querySelector('main').dataset.at === '' && %s === %q`, seen, strings.Replace(now, "8.3p2", "7.0p2 8.3p2", 1))
}

// seatsByLink has two people with a seat each and one who only watches.
func seatsByLink(t *testing.T, chrome context.Context) {
	s := startServer(t)
	host := open(t, chrome, s.base, "/", desktop)
	host.click(`.card[data-game="teeko"]`)
	host.choose(`.seat[data-seat="p2"] .kind`, "person")
	host.choose(`#guard`, "true")
	host.click(`#begin`)
	host.ready()
	host.press(`[data-action="share"]`)
	host.wait(`document.querySelectorAll('dialog input').length === 4`)
	host.shot("share")
	host.accessible("sharing")
	links := eval[[]string](host, `[...document.querySelectorAll('dialog input')].map((i) => i.value)`)
	host.press(`dialog [data-action="copy"]`)
	host.wait(`document.querySelector('dialog .said').textContent`)
	host.keys(escape)
	host.wait(`!document.querySelector('dialog')`)
	guest := open(t, chrome, s.base, strings.TrimPrefix(links[2], s.base), desktop)
	watcher := open(t, chrome, s.base, strings.TrimPrefix(links[0], s.base), desktop)
	guest.wait(`document.querySelector('main').dataset.can === 'false' && location.hash === ''`)
	host.play("b2")
	guest.play("c3")
	watcher.wait(`document.querySelectorAll('.shape').length === 2 && document.querySelector('main').dataset.can === 'false'`)
	watcher.wait(`document.querySelector('.review').hidden`) // until the end
	watcher.press(cell("a1"))
	watcher.wait(`document.querySelector('[data-action="undo"]').disabled && document.querySelector('[data-action="resign"]').disabled`)
	id := eval[string](host, `location.pathname.slice(3)`)
	if n := len(s.state(id).Turns); n != 2 {
		t.Errorf("%d turns, want 2", n)
	}
	asksTheOther(s, id, host, guest, watcher)
}

// asksTheOther has two people ask each other for what takes both, and play the
// rematch with the seats swapped.
func asksTheOther(s *server, id string, host, guest, watcher *window) {
	const button, none = `[data-action=%q]`, `document.querySelector('.request').hidden`
	action := func(name string) string { return fmt.Sprintf(button, name) }
	guest.press(action("restart"))
	guest.press(`dialog [data-answer="yes"]`)
	watcher.wait(`document.querySelector('.request').textContent.includes('start the game over') && !document.querySelector('[data-action="agree"]')`)
	guest.wait(`document.querySelector('.request').textContent.includes('Waiting for: Circle') && !document.querySelector('[data-action="agree"]')`)
	host.press(action("refuse"))
	guest.wait(`document.querySelector('.request').textContent === 'Starting over was refused.'`)
	watcher.wait(none)
	guest.press(action("restart"))
	guest.press(`dialog [data-answer="yes"]`)
	guest.press(action("withdraw"))
	watcher.wait(none)
	host.play("d2")
	guest.press(action("undo"))
	host.wait(`document.querySelector('.request').textContent.includes('asks to take back the last 2 turns')`)
	host.shot("request")
	host.press(action("agree"))
	guest.wait(`document.querySelectorAll('.shape').length === 1 && document.querySelector('main').dataset.can === 'true'`)
	guest.press(action("resign"))
	guest.press(`dialog [data-answer="yes"]`)
	guest.wait(`!document.querySelector('[data-action="rematch"]').hidden`)
	guest.press(action("rematch"))
	guest.wait(`document.querySelector('main').dataset.game !== %q`, id)
	guest.ready()
	host.press(action("later"))
	host.wait(`document.querySelector('main').dataset.game !== %q`, id)
	guest.play("b2") // who was second begins
	host.play("c3")
	if old := s.state(id); old.Result != "p1win" || len(old.Turns) != 1 {
		s.Errorf("the old game: %s after %d turns", old.Result, len(old.Turns))
	}
	if later := s.state(s.state(id).Later); len(later.Turns) != 2 || later.Earlier != id {
		s.Errorf("the rematch: %d turns, after %q", len(later.Turns), later.Earlier)
	}
}

// downloaded waits for the only file of a folder.
func (w *window) downloaded(folder string) string {
	w.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		files, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			w.Fatal(err)
		}
		if len(files) == 1 && !strings.HasSuffix(files[0], ".crdownload") {
			if text, err := os.ReadFile(files[0]); err == nil && len(text) > 0 {
				return files[0]
			}
		}
		if time.Now().After(deadline) {
			w.Fatal("no file was downloaded")
		}
	}
}

// replayed has a whole game of Four in a Square, with slides alone at its end,
// come out of its turns as the engine has it.
func (w *window) replayed(s *server) {
	w.Helper()
	id := s.game("square4", "pieces", "5", "repetition", "0")
	for range 26 {
		if s.state(id).Result == "none" {
			var moved struct{ Move string }
			s.ask("POST", "/games/"+id+"/move", map[string]int{"level": 3}, &moved)
		}
	}
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	frames, err := chromedp.Run(ctx, chromedp.Evaluate[int](fmt.Sprintf(`(async () => {
		const { framesOf } = await import('/static/js/boards/square4-model.js');
		const state = await (await fetch('/api/v1/games/%s')).json();
		const frames = framesOf(state);
		const { board, hole } = frames.at(-1);
		return JSON.stringify(board) === JSON.stringify(state.position.board) && hole === state.position.holeSquareIndex ? frames.length : 0;
	})()`, id), chromedp.EvalAwaitPromise))
	if err != nil || frames < 10 {
		w.Errorf("%d frames (%v) of the turns %v do not end in the position", frames, err, s.state(id).Turns)
	}
}
