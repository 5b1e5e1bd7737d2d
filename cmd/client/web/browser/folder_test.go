package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"quadrille/cmd/client/site"
	"quadrille/cmd/client/web/page"
)

// folder is the page without a server, on a host of static files that can go down.
type folder struct {
	*testing.T
	chrome  context.Context
	host    *staticHost
	url     string
	program page.Program
	page.Folder
}

// TestWithoutServer has the folder that `client site` writes play, at a path of a host
// of static files, and without it.
func TestWithoutServer(t *testing.T) {
	t.Parallel()
	chrome := startChromium(t)
	t.Run("files", func(t *testing.T) { keptFolder(t, chrome) })
	program, err := site.Build(t.Context(), filepath.Join("..", "..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	files, err := page.NewFolder(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []struct {
		name string
		run  func(*folder)
	}{
		{"starts", (*folder).starts},
		{"plays", (*folder).plays},
		{"closed in a turn", (*folder).closed},
		{"closed at any instant", (*folder).closedAnywhen},
		{"two tabs", (*folder).twoTabs},
		{"the date is set", (*folder).dated},
		{"a new version", (*folder).renewed},
		{"not published as it was written", (*folder).incomplete},
		{"tools", (*folder).tools},
		{"what is kept", (*folder).stored},
		{"a solved game", (*folder).solves},
		{"scripts", (*folder).scripts},
		{"as an app", (*folder).installed},
		{"in a page of another origin", (*folder).embedded},
		{"in any frame", (*folder).framed},
	} {
		t.Run(part.name, func(t *testing.T) {
			host := new(staticHost)
			host.set(files, "")
			server := httptest.NewServer(host)
			t.Cleanup(server.Close)
			part.run(&folder{t, chrome, host, server.URL, program, files})
		})
	}
}

// profile is a browser that has never been here: an empty tab, beside which others
// are opened. It is none of the page's.
func (f *folder) profile() *window {
	f.Helper()
	return newWindow(f.T, f.chrome, chromedp.WithNewBrowserContext(), f.url, desktop)
}

// visit opens a tab of the profile at a part of the page.
func (w *window) visit(part string) *window {
	w.Helper()
	return w.tab(hostPath + part)
}

// cut waits until the page keeps its files, and takes the network away.
func (f *folder) cut(w *window) {
	f.Helper()
	w.wait(`navigator.serviceWorker.controller`)
	wantKept(w, "before the network is cut", f.Folder)
	f.host.setDown(true)
	w.offline(true)
}

// offline has the browser say that it is without a network, or not.
func (w *window) offline(off bool) {
	w.Helper()
	w.run(call(network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: off, DownloadThroughput: -1, UploadThroughput: -1}))
	w.run(call(network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		EmulateOfflineServiceWorker: &off,
		MatchedNetworkConditions:    []*network.Conditions{{Offline: off, DownloadThroughput: -1, UploadThroughput: -1}},
	}))
}

// reload loads the page anew.
func (w *window) reload() {
	w.Helper()
	eval[bool](w, `(document.documentElement.dataset.ready = '', location.reload(), true)`)
	w.wait(`document.documentElement.dataset.ready`)
}

// throughPage asks the host of a folder as the page does.
type throughPage struct{ w *window }

// RoundTrip asks by another link like that of the page.
func (t throughPage) RoundTrip(r *http.Request) (*http.Response, error) {
	var source string
	for _, name := range []string{"fault", "link"} {
		text, err := os.ReadFile("../page/static/js/local/" + name + ".js")
		if err != nil {
			return nil, err
		}
		source += strings.NewReplacer("import { fault } from './fault.js';", "", "export ", "").Replace(string(text))
	}
	var err error
	var body []byte
	if r.Body != nil {
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	eval[bool](t.w, `window.asked ? true : (() => {`+source+`
		window.asked = new Link(JSON.parse(document.getElementById('local').textContent), () => {}); return true; })()`)
	got := answer[string](t.w, `window.asked.request(%s, { method: %s, headers: { 'Content-Type': 'application/json' }, body: %s || undefined })
		.then(async (a) => a.status + ' ' + await a.text())`, quoted(r.URL.RequestURI()), quoted(r.Method), quoted(string(body)))
	var status int
	_, text, _ := strings.Cut(got, " ")
	if _, err := fmt.Sscan(got, &status); err != nil {
		return nil, err
	}
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(text)), Request: r}, nil
}

// inside is the host in a window's browser, as a server that tests look at.
func (w *window) inside() *server {
	return &server{T: w.T, base: "http://inside", client: &http.Client{Transport: throughPage{w}}}
}

// begin makes a game against a level at the start page and returns its ID.
func (w *window) begin(game, level string, rules ...string) string {
	w.Helper()
	w.click(fmt.Sprintf(`.card[data-game=%q]`, game))
	if len(rules) > 0 {
		w.click(`.rules summary`)
	}
	for i := 0; i+1 < len(rules); i += 2 {
		w.choose(`#rule-`+rules[i], rules[i+1])
	}
	w.choose(`.seat[data-seat="p2"] .level`, level)
	w.click(`#begin`)
	w.wait(`document.querySelector('main.game')?.dataset.can === 'true'`)
	return eval[string](w, `document.querySelector('main').dataset.game`)
}

// plays has every game played to its end against level 3 in a browser of its own,
// which loses the network after the first turns. How long it takes is only told.
func (f *folder) plays() {
	for _, tc := range []struct {
		game  string
		rules []string
	}{{"square4", nil}, {"teeko", nil}, {"othello", nil}, {"blokus", []string{"variant", "duo"}}} {
		f.host.setDown(false)
		profile := f.profile()
		at := time.Now()
		w := profile.visit("")
		w.wait(`document.querySelector('#begin')`)
		start := time.Since(at)
		at = time.Now()
		id := w.begin(tc.game, "3", tc.rules...)
		board := time.Since(at)
		s := w.inside()
		state := s.state(id)
		w.take(state, state.Legal[0])
		at = time.Now()
		w.wait(`document.querySelector('main').dataset.can === 'true'`)
		f.Logf("%s: start page %d ms, board %d ms later, first turn of the engine after %d ms", tc.game, start.Milliseconds(), board.Milliseconds(), time.Since(at).Milliseconds())
		f.cut(w)
		at = time.Now()
		w.reload()
		w.wait(`document.querySelector('main').dataset.can`)
		f.Logf("%s: without a network the game is there after %d ms", tc.game, time.Since(at).Milliseconds())
		for {
			w.wait(`document.querySelector('main').dataset.can === 'true' || document.querySelector('main').dataset.result !== 'none'`)
			if state = s.state(id); state.Result != "none" {
				break
			}
			w.take(state, state.Legal[0])
		}
		s.same(id, w)
		f.Logf("%s: %s (%s) after %d turns", tc.game, state.Result, state.Reason, len(state.Turns))
		w.close()
	}
}

// held is what the program's engines do in a browser first: no search and no solving
// begins while a tab has the lock of that name, which goes with the tab, unless it is
// stopped. Engines say their names when they are to begin. However few cores there are,
// several engines search at once.
const held = `for (const [what, much] of [['hardwareConcurrency', 4], ['deviceMemory', 8]]) Object.defineProperty(navigator, what, { value: much });
const heldEngine = Math.random();
let beginHeld = () => {};
addEventListener('message', (event) => {
	if (event.again || typeof event.data !== 'string') return;
	if (/^stop\b/m.test(event.data)) beginHeld();
	if (!/^(go|solve)\b/m.test(event.data)) return;
	event.stopImmediatePropagation();
	const again = Object.assign(new MessageEvent('message', { data: event.data }), { again: true });
	const begin = beginHeld = () => {
		beginHeld = () => {};
		dispatchEvent(again);
	};
	new BroadcastChannel('held').postMessage(heldEngine);
	navigator.locks.request('held', () => { if (beginHeld === begin) begin(); });
});
`

// breaking is what the program's host does first: it fails when it is told to.
const breaking = `const breaks = new BroadcastChannel('breaks');
breaks.addEventListener('message', ({ data }) => globalThis.quadrille?.failed?.(data));
`

// hold has engines of the held program wait for as long as the tab is open, or until
// release.
func (w *window) hold() {
	w.Helper()
	answer[bool](w, `new Promise((has) => { navigator.locks.request('held', () => { has(true); return new Promise((done) => { window.release = done; }); }); })`)
}

// release has engines wait no longer.
func (w *window) release() {
	w.Helper()
	eval[bool](w, `(window.release(), true)`)
}

// altered is the folder with a program that does something else first.
func (f *folder) altered(first string) page.Folder {
	f.Helper()
	other := f.program
	other.Exec = append([]byte(first), other.Exec...)
	next, err := page.NewFolder(other)
	if err != nil || next.Version == f.Version {
		f.Fatalf("the altered version: %s, %v", next.Version, err)
	}
	return next
}

// closed closes the tab in the midst of a person's turn, and while the engine
// thinks: another one goes on.
func (f *folder) closed() {
	f.Folder = f.altered(held + breaking)
	f.host.set(f.Folder, "")
	profile := f.profile()
	w := profile.visit("")
	id := w.begin("square4", "10")
	f.cut(w)
	w.play("0.0")
	half := w.inside().same(id, w)
	w.close()
	w = profile.visit("?g=" + id)
	s := w.inside()
	w.ready()
	if now := s.same(id, w); len(now.Pending) != 1 || now.Version != half.Version {
		f.Errorf("after half a turn: %q at version %d, before %d", now.Pending, now.Version, half.Version)
	}
	w.hold()
	w.press(cell("1.0"))
	w.wait(`document.querySelector('main').dataset.turn === 'p2'`)
	if now := s.state(id); now.Thinking != "p2" {
		f.Errorf("the engine does not think: %+v", now)
	}
	w.close()
	w = profile.visit("?g=" + id)
	w.ready()
	if now := w.inside().same(id, w); len(now.Turns) != 2 || now.Turns[0] != "0.0s1" {
		f.Errorf("the turns are %q", now.Turns)
	}
	// That nothing plays any more is told to tabs that are there and to those that come.
	const told = `document.querySelector('#notice').textContent.includes('it broke')`
	eval[bool](w, `(new BroadcastChannel('breaks').postMessage('it broke'), true)`)
	w.wait(told)
	eval[bool](w, `(new BroadcastChannel('breaks').postMessage('its end'), true)`) // no reason, but what comes of one
	late := profile.visit("?g=" + id)
	late.wait(told)
	late.close()
	w.close()
	f.deleted(profile)
}

// deleted has all games be deleted while the engine thinks about one: its turn, which
// cannot be written, and who asks for anything else are told that.
func (f *folder) deleted(profile *window) {
	w := profile.visit("")
	w.begin("teeko", "10")
	w.hold()
	w.press(cell("b2"))
	w.wait(`document.querySelector('main').dataset.turn === 'p2'`)
	answer[bool](w, `new Promise((done, fail) => {
		const asked = indexedDB.deleteDatabase('quadrille `+hostPath+`');
		asked.onsuccess = () => done(true);
		asked.onerror = () => fail(asked.error);
	})`)
	w.release()
	w.wait(`/tries again: .*were deleted/.test(document.querySelector('#status').textContent)`)
	w.press(`[data-action="undo"]`)
	w.wait(`document.querySelector('#verdict').textContent.includes('The game was deleted')`)
	w.close()
	w.forgive("") // that the store fails is logged, again and again
}

// incomplete has a page that cannot play say why: a file is missing on the host, or it
// came without https.
func (f *folder) incomplete() {
	for _, name := range []string{"host-worker", "engine-worker"} {
		file := nameOf(f.Folder, name, ".js")
		f.host.set(f.Folder, file)
		w := f.profile().visit("")
		if name == "engine-worker" {
			w.click(`.card[data-game="teeko"]`)
			w.choose(`.seat[data-seat="p1"] .kind`, "engine")
			w.click(`#begin`)
		}
		w.wait(`document.querySelector('#notice').textContent.includes(%q) && document.querySelector('#notice').textContent.includes('could not start')`, file+" (HTTP 404)")
		w.forgive("")
		w.close()
	}
	f.host.set(f.Folder, "")
	base := strings.Replace(f.url, "127.0.0.1", "0.0.0.0", 1) // which is not this machine to a browser
	w := open(f.T, f.chrome, base, hostPath, desktop)
	w.wait(`!isSecureContext && document.querySelector('#notice').textContent.includes('came without https')`)
	w.forgive("")
	w.close()
}

// twoTabs has two tabs at one game: what one does the other shows, and goes on
// with when the first is closed.
func (f *folder) twoTabs() {
	profile := f.profile()
	first := profile.visit("")
	id := first.begin("teeko", "1")
	second := profile.visit("?g=" + id)
	second.ready()
	third := profile.visit("?g=" + id)
	third.ready()
	third.inside().state(id)
	answer[int](third, `window.asked.request('/api/v1/analysis?game=othello').then(async (a) => {
		for (let text = '', to = a.body.getReader(); !text.includes('event: info');) text += new TextDecoder().decode((await to.read()).value);
		return a.status;
	})`)
	eval[bool](third, `dispatchEvent(new Event('pagehide'))`) // it goes in the midst of an answer, which ends later
	third.close()
	first.play("b2")
	first.ready()
	first.inside().same(id, first, second)
	first.close()
	state := second.inside().state(id)
	second.take(state, state.Legal[0])
	second.ready()
	if now := second.inside().same(id, second); len(now.Turns) != 4 {
		f.Errorf("the turns are %q", now.Turns)
	}
	other := profile.visit("?kept")
	other.press(`.games li button`)
	other.press(`dialog [data-answer="yes"]`)
	other.wait(`document.activeElement.id === 'main'`) // since the list is empty
	second.wait(`/no such game.*deleted/.test(document.querySelector('main > .refusal')?.textContent) && !document.querySelector('.board')`)
	other.close()
	second.close()
}

// renewed has the folder become a new version while a game is played, which goes
// on in the new one.
func (f *folder) renewed() {
	profile := f.profile()
	w := profile.visit("")
	id := w.begin("othello", "1")
	f.cut(w)
	w.offline(false)
	w.play("d3")
	w.ready()
	next := f.altered("globalThis.newer = true;\n")
	f.host.set(next, "")
	f.host.setDown(false)
	answer[bool](w, `navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true)`)
	w.wait(`document.querySelector('#notice [data-action="renew"]')`)
	// A page that says late that it runs has its version delete older ones, not this.
	eval[bool](w, `(navigator.serviceWorker.controller.postMessage({ loaded: %q }), true)`, f.Version)
	w.press(`#notice [data-action="renew"]`)
	w.wait(`JSON.parse(document.getElementById('local').textContent).version === %q && document.documentElement.dataset.ready`, next.Version)
	w.ready()
	state := w.inside().same(id, w)
	w.take(state, state.Legal[0])
	w.ready()
	if now := w.inside().same(id, w); len(now.Turns) != 4 {
		f.Errorf("the turns are %q", now.Turns)
	}
	w.close()
}

// tools goes through what the page offers beside playing.
func (f *folder) tools() {
	f.Folder = f.altered(held)
	f.host.set(f.Folder, "")
	profile := f.profile()
	w := profile.visit("")
	w.accessible("start page without a server")
	id := w.begin("square4", "1", "pieces", "4")
	f.cut(w)
	w.press(`[data-action="hint"]`)
	w.wait(`document.querySelector('#verdict .hint')`)
	w.press(`[data-action="analysis"]`)
	w.wait(`Number(document.querySelector('.analysis').dataset.depth) >= 1 && document.querySelectorAll('.lines li').length === 3`) // proved, or deeper
	w.press(`[data-action="truth"]`)
	w.wait(`document.querySelectorAll('.cell > .worth').length > 0`)
	w.accessible("analysis without a server")
	w.press(`[data-action="truth"]`)
	w.press(`[data-action="analysis"]`)
	w.play("0.0", "5.0")
	w.ready()
	w.press(`[data-action="resign"]`)
	w.press(`dialog [data-answer="yes"]`)
	w.wait(`document.querySelector('main').dataset.result === 'p2win'`)
	w.choose(`.review select`, "quick")
	// Turns are judged by several engines at once.
	w.hold()
	eval[bool](w, `(window.waiting = new Set(), new BroadcastChannel('held').onmessage = ({ data }) => { window.waiting.add(data); }, true)`)
	w.press(`[data-action="review"]`)
	w.wait(`window.waiting.size === 2`)
	w.release()
	w.wait(`document.querySelectorAll('.sums tbody tr').length === 2 && document.querySelector('.review .work').hidden`)

	// The game goes into a file, and comes back from it.
	kept := f.TempDir()
	w.keepsIn(kept)
	w.press(`[data-action="save"]`)
	w.press(`[data-form="record"]`)
	file := w.downloaded(kept)
	w.close()
	w = profile.visit("")
	w.wait(`document.querySelector('.seen a')`)
	w.upload(file)
	w.wait(`document.querySelector('main.game')?.dataset.result === 'p2win' && document.querySelector('main').dataset.game !== %q`, id)
	w.close()

	w = profile.visit("?exercises#teeko")
	var all struct{ Exercises []struct{ ID string } }
	w.inside().ask("GET", "/exercises?game=teeko", nil, &all)
	w.wait(`document.querySelector('main').dataset.can === 'true'`)
	if at := eval[string](w, `document.querySelector('main').dataset.exercise`); !strings.Contains(string(must(json.Marshal(all))), at) {
		f.Errorf("there is no exercise %q", at)
	}
	w.press(`[data-action="solution"]`)
	w.wait(`document.querySelector('main').dataset.said === 'hint'`)
	w.accessible("exercises without a server")
	w.close()

	w = profile.visit("?learn=teeko")
	w.wait(`document.querySelector('main').dataset.lesson === '1 asked'`)
	w.press(cell("b2"))
	w.wait(`document.querySelector('main').dataset.lesson === '1 reached'`)
	w.accessible("a lesson without a server")
	w.close()
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
