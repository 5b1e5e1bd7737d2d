package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// another is a host of somebody else's, which has the example of a page with boards
// of the folder in it. Its site is another one too for a browser, which therefore
// keeps what is stored in the frames apart.
func (f *folder) another() string {
	f.Helper()
	text, err := os.ReadFile("../../../../docs/examples/embed.html")
	if err != nil {
		f.Fatal(err)
	}
	ready := strings.Replace(string(text), `<html lang="en">`, `<html lang="en" data-ready="yes">`, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, ready)
	}))
	f.Cleanup(s.Close)
	return strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
}

// frame is the window of a frame of another one.
func (w *window) frame(id, base string) *window {
	w.Helper()
	address := eval[string](w, `document.getElementById(%q).src`, id)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		targets, err := chromedp.Targets(w.ctx)
		if err != nil {
			w.Fatal(err)
		}
		for _, target := range targets {
			if target.URL != address || target.Type != "iframe" {
				continue
			}
			inside := &window{T: w.T, base: base, look: w.look}
			ctx, cancel := chromedp.NewContext(w.ctx, chromedp.WithTargetID(target.TargetID), chromedp.WithListener(inside.watch))
			inside.ctx, inside.close = ctx, cancel
			if err := chromedp.Do(ctx); err != nil { // attaches to it
				w.Fatal(err)
			}
			w.Cleanup(inside.report)
			inside.wait(`document.documentElement.dataset.ready && document.querySelector('main .surface')`)
			return inside
		}
	}
	w.Fatalf("there is no frame of %s", address)
	return nil
}

// poke presses an element of a frame, wherever the page around has scrolled it to.
func (w *window) poke(selector string) {
	w.Helper()
	w.wait(`document.querySelector(%q)?.matches(':not(:disabled)')`, selector)
	eval[bool](w, `(document.querySelector(%q).click(), true)`, selector)
}

// embedded has the boards of the example played on and looked through, in a page of
// another origin.
func (f *folder) embedded() {
	there := f.another()
	w := open(f.T, f.chrome, there, "/?folder="+f.url+hostPath, desktop)
	const said = `document.getElementById('said').textContent`
	w.wait(said + ` === 'Your turn.'`)
	play, view := w.frame("play", f.url), w.frame("view", f.url)
	play.poke(cell("b2"))
	w.wait(said + `.startsWith('Turn 2: ')`)
	play.ready()
	play.accessible("an embedded board")
	view.poke(`[data-step="forward"]`)
	view.wait(`document.querySelector('main').dataset.at === '1'`)
	w.click(`#step`)
	view.wait(`document.querySelector('main').dataset.at === '2' && document.querySelectorAll('.p1 .disk, .p2 .disk').length === 6`)
	view.poke(cell("e3")) // which changes nothing
	view.poke(`[data-step="last"]`)
	view.wait(`document.querySelector('main').dataset.at === '' && document.querySelector('.status').textContent.includes('Black')`)
	if n := eval[int](view, `document.querySelectorAll('.turns li').length`); n != 9 {
		f.Errorf("the game that is looked at has %d turns, want 9", n)
	}
	w.click(`#dark`)
	play.wait(`document.documentElement.dataset.theme === 'dark'`)
	w.shot("embedded")
	f.messages(w, play)
	w.click(`#again`)
	w.wait(said + ` === 'Your turn.'`)
	nothingKept(play)
	w.forgive("a request to " + f.url)
	w.forgive("favicon")
}

// nothingKept looks for what a frame has stored.
func nothingKept(w *window) {
	w.Helper()
	const stored = `Promise.all([indexedDB.databases(), caches.keys(), navigator.serviceWorker.getRegistrations(), Object.keys(localStorage), Object.keys(sessionStorage)])
		.then((all) => all.map((some) => some.length).join(' '))`
	if got := answer[string](w, stored); got != "0 0 0 0 0" {
		w.Errorf("databases, caches, service workers and entries kept: %s", got)
	}
}

// messages speaks to a board: every message of ours is answered once, right ones and
// wrong ones, whatever is in them, and all others are left alone.
func (f *folder) messages(w, play *window) {
	eval[bool](w, `(() => {
		const { contentWindow } = document.getElementById('play');
		window.heard = [];
		addEventListener('message', ({ data, source }) => { if (source === contentWindow) window.heard.push(data); });
		let number = 0;
		window.post = (message) => contentWindow.postMessage(message, '*');
		window.order = (message) => new Promise((done) => {
			const request = 'n' + number++;
			addEventListener('message', function hear({ data, source }) {
				if (source !== contentWindow || data.request !== request) return;
				removeEventListener('message', hear);
				done(data.type === 'done' ? JSON.stringify(data.position ?? data) : data.code + ': ' + data.text);
			});
			window.post({ source: 'quadrille', request, ...message });
		});
		return true;
	})()`)
	for _, tc := range []struct{ message, want string }{
		{`{ command: 'state' }`, `"game":"teeko"`},
		{`{ command: 'dance' }`, `bad-message: command is one of new, play, undo, go, flip, set, state, record, not "dance"`},
		{`{}`, `bad-message: command is one of`},
		{`{ command: 'state', more: 1 }`, `bad-message: there is no "more" here; nothing follows this command`},
		{`{ command: 'new', game: 'chess' }`, `bad-message: game is square4, teeko, othello, blokus, not chess`},
		{`{ command: 'new', level: 11 }`, `bad-message: level is a number from 1 to 9, in tenths such as 4.5 if need be, or 10, not 11`},
		{`{ command: 'new', level: 9.5 }`, `bad-message: level is a number from 1 to 9, in tenths such as 4.5 if need be, or 10, not 9.5`},
		{`{ command: 'new', level: [3] }`, `bad-message: level is a number from 1 to 9, in tenths such as 4.5 if need be, or 10, not [3]`},
		{`{ command: 'new', seat: 'p3' }`, `bad-message: seat is p1 to p2 in this game, all or none, not p3`},
		{`{ command: 'new', rules: 'size' }`, `bad-message: rules is NAME=VALUE`},
		{`{ command: 'new', game: 'teeko', rules: 'size=9' }`, `bad-option: `},
		{`{ command: 'new', game: 'othello', turns: 'd3 d3' }`, `illegal-move: `},
		{`{ command: 'new', game: 'teeko', at: 'constructor' }`, `bad-message: at is first, last or a whole number from 0 to 10000, not "constructor"`},
		{`{ command: 'new', record: 'nonsense' }`, `the record: it begins with "nonsense"`},
		{`{ command: 'play', turn: 'z9' }`, `: `},
		{`{ command: 'play' }`, `bad-message: turn is missing`},
		{`{ command: 'go', to: 99 }`, `bad-message: there are 2 turns, so to is 0 to 2, not 99`},
		{`{ command: 'go', to: 'forward' }`, `bad-message: nothing is behind what is shown`},
		{`{ command: 'set', theme: 'pink' }`, `bad-message: theme is auto, light, dark, not "pink"`},
		{`{ command: 'set', turned: 5 }`, `bad-message: turned is a whole number from 0 to 3, not 5`},
		{`{ command: 'set', turned: 1 }`, `bad-message: turned is 0 or 2 in this game, not 1`},
		{`{ command: 'go', to: 1 }`, `"at":1`},
		{`{ command: 'go', to: 'last' }`, `"at":2`},
		{`{ command: 'set', theme: 'light', turned: 2 }`, `"game":"teeko"`},
		{`{ command: 'undo' }`, `"turns":[]`},
		{`{ command: 'record' }`, `[Game \"teeko\"]`},
		{`{ command: 'new', game: 'square4', rules: 'pieces=4', seat: 'all' }`, `"pieces":"4"`},
		{`{ command: 'play', turn: '0.0s1' }`, `"turn":"p2"`},
		{`{ command: 'play', turn: '0.1s2' }`, `"turn":"p1"`},
		{`{ command: 'new', mode: 'view', game: 'othello', turns: 'd3 c3', at: 'last' }`, `"at":2`},
		{`{ command: 'play', turn: 'c4' }`, `not-your-turn: this board is only looked at`},
		{`{ command: 'new', mode: 'play', game: 'teeko', seat: 'p1', level: 4.5 }`, `{"kind":"engine","level":4.5}`},
		{`{ command: 'new', mode: 'play', game: 'teeko', seat: 'p1', level: 2 }`, `"turns":[]`},
	} {
		if got := answer[string](w, `order(%s)`, strings.ReplaceAll(tc.message, "%", "%%")); !strings.Contains(got, tc.want) {
			f.Errorf("%s: %s, want %s", tc.message, got, tc.want)
		}
	}
	const many = 400
	eval[bool](w, fmt.Sprintf(`(() => {
		let seed = 7;
		const random = (n) => { seed = (seed * 48271) %% 2147483647; return seed %% n; };
		const round = {};
		round.round = round;
		const values = [null, undefined, 0, -1, 1.5, NaN, '', 'p1', 'x'.repeat(100000), '\n', [], {}, true, new Date(0), new Map([[1, 2]]), 9007199254740993n, round, 'teeko', 'square4', 'first', 'back', 'dark', 'a1', '99'];
		const names = ['new', 'play', 'undo', 'go', 'flip', 'set', 'state', 'record', 'command', 'game', 'rules', 'turns', 'record', 'level', 'seat', 'turn', 'to', 'theme', 'show', 'turned', 'request', '__proto__', 'constructor'];
		const pick = (list) => list[random(list.length)];
		window.heard = [];
		for (const other of values) window.post(other); // which have not our mark
		const some = [];
		for (let i = 0; i < %d; i++) {
			const message = { command: pick([pick(names.slice(0, 8)), pick(values)]), source: 'quadrille' };
			for (let k = random(3); k > 0; k--) message[pick(names)] = pick(values);
			Object.assign(message, { source: 'quadrille', request: 'random ' + i });
			if (message.command === 'new') message.level = 99; // not four hundred games
			some.push(message);
		}
		(async () => { for (let i = 0; i < some.length; i++) { window.post(some[i]); if (i %% 50 === 49) await window.order({ command: 'state' }); } window.sent = true; })();
		return true;
	})()`, many))
	w.wait(`window.sent`)
	const answers = `window.heard.filter(({ request }) => String(request).startsWith('random '))`
	w.wait(answers+`.length >= %d`, many)
	if got := eval[int](w, `new Set(`+answers+`.map(({ request }) => request)).size`); got != many || eval[int](w, answers+`.length`) != many {
		f.Errorf("%d of %d messages are answered, in %d answers", got, many, eval[int](w, answers+`.length`))
	}
	if wrong := eval[[]string](w, answers+`.filter(({ type, text }) => type !== 'done' && !(type === 'error' && text)).map((one) => JSON.stringify(one))`); len(wrong) > 0 {
		f.Errorf("answers that are none: %q", wrong)
	}
	if got := answer[string](w, `order({ command: 'new', game: 'teeko', turns: 'b2 c3', mode: 'play' })`); !strings.Contains(got, `"turns":["b2","c3"]`) {
		f.Errorf("after all that: %s", got)
	}
	play.ready()
}

// frames are the shapes of frames that every game fits into.
var frames = []look{
	{width: 300, height: 300, lang: "en"}, {width: 320, height: 480, lang: "ru", touch: true}, {width: 800, height: 250, lang: "el", dark: true}, {width: 1000, height: 700, lang: "he"},
}

// outside is JavaScript for what does not lie in the frame, and for what scrolls it.
const outside = `(() => {
	const bad = [];
	const root = document.documentElement;
	if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) bad.push('the page is ' + root.scrollWidth + '×' + root.scrollHeight);
	for (const el of document.querySelectorAll('.status, .surface, .tray, .controls button, .controls .button')) {
		const b = el.getBoundingClientRect();
		if (!b.width || !b.height) continue;
		if (b.top < -0.5 || b.left < -0.5 || b.bottom > innerHeight + 0.5 || b.right > innerWidth + 0.5) bad.push((el.dataset.action || el.dataset.step || el.className) + ' lies at ' + [b.left, b.top, b.right, b.bottom].map(Math.round));
	}
	const b = document.querySelector('.surface').getBoundingClientRect();
	const least = (Math.min(innerWidth, innerHeight) - 100) * (document.querySelector('.tray') ? 0.6 : 0.9);
	if (b.width < least || Math.abs(b.width - b.height) > 2) bad.push('the board is ' + b.width + '×' + b.height);
	const tops = [...document.querySelectorAll('.head, .board, .tray, .controls')].map((el) => [el.className, el.getBoundingClientRect()]).filter(([, b]) => b.width && b.height);
	for (const [a, p] of tops) for (const [c, q] of tops) {
		if (a < c && p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1) bad.push(a + ' lies on ' + c);
	}
	return bad;
})()`

// framed has every game fit into frames of any shape, and a board that is opened by
// itself: it is played by keys, goes on when its host is gone, and is not among the
// games that are kept.
func (f *folder) framed() {
	profile := f.profile()
	for i, game := range []string{"square4", "teeko", "othello", "blokus"} {
		profile.look = frames[i]
		w := profile.visit("?embed&level=1&game=" + game)
		w.ready()
		for _, shape := range frames {
			w.look = shape
			w.run(w.emulate(shape))
			w.wait(`innerWidth === %d && innerHeight === %d`, shape.width, shape.height)
			for _, bad := range eval[[]string](w, outside) {
				f.Errorf("%s in a frame of %d×%d: %s", game, shape.width, shape.height, bad)
			}
			w.shot(fmt.Sprintf("framed-%s-%dx%d", game, shape.width, shape.height))
		}
		if game == "teeko" {
			f.byKeysAlone(w)
		}
		w.close()
	}
	for address, words := range map[string]string{
		"?embed": "game is square4, teeko, othello, blokus", "?embed&game=teeko&colour=red": "there is no \"colour\" here; there are: game,",
		"?embed=watch&game=teeko": "mode is play, view, not \"watch\"", "?embed&game=teeko&game=blokus": "game is there twice", "?embed#game=abc": "",
	} {
		w := profile.visit(address)
		w.wait(`document.querySelector('main .refusal')?.textContent.includes(%q)`, words)
		w.close()
	}
	f.unplayable()
}

// unplayable has a board whose program the host has not: it says so, and answers the
// page around, though nothing plays.
func (f *folder) unplayable() {
	f.host.set(f.Folder, nameOf(f.Folder, "quadrille", ".bin"))
	w := f.profile().visit("?embed&game=teeko")
	w.wait(`document.querySelector('main .refusal')?.textContent.includes('HTTP 404')`)
	told := answer[string](w, `new Promise((done) => {
		const frame = document.createElement('iframe');
		const said = [];
		addEventListener('message', ({ data, source }) => {
			if (source !== frame.contentWindow) return;
			said.push(data.code);
			if (data.request) done(said.join(' '));
			else source.postMessage({ source: 'quadrille', command: 'state', request: 'late' }, '*');
		});
		frame.src = location.href;
		document.body.append(frame);
	})`)
	if told != "unavailable no-game" {
		f.Errorf("the page around is told %s", told)
	}
	w.forgive("404")
	w.close()
}

func (f *folder) byKeysAlone(w *window) {
	eval[bool](w, `(document.querySelector('[data-cell="a1"]').focus(), true)`)
	w.keys(enter)
	w.wait(`document.querySelectorAll('.shape').length === 2`)
	w.ready()
	before := eval[string](w, `document.querySelector('main').dataset.game`)
	eval[bool](w, `(dispatchEvent(new Event('pagehide')), dispatchEvent(new Event('pageshow')), true)`) // as when the page is put aside
	w.wait(`document.querySelector('main').dataset.game !== %q`, before)
	w.ready()
	if got := eval[int](w, `document.querySelectorAll('.shape').length`); got != 2 {
		f.Errorf("%d markers when the host is another one, want 2", got)
	}
	nothingKept(w)
	kept := w.tab(hostPath + "?kept")
	kept.wait(`/: 0\./.test(document.querySelector('#sum')?.textContent)`)
	kept.close()
}
