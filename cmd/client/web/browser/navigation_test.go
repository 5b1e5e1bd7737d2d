package browser

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"quadrille/cmd/client/web/host"
)

// counting is JavaScript that runs before the page and counts what lives longer
// than an element: listeners of the window and the document, streams, channels,
// observers and timers.
const counting = `(() => {
	const live = { listeners: new Map(), streams: new Set(), timers: new Set() };
	const capture = (o) => Boolean(typeof o === 'object' ? o?.capture : o);
	for (const target of [window, document]) {
		const add = target.addEventListener.bind(target), remove = target.removeEventListener.bind(target);
		const all = [];
		live.listeners.set(target, all);
		const find = (type, run, o) => all.findIndex((l) => l[0] === type && l[1] === run && l[2] === capture(o));
		target.addEventListener = (type, run, o) => { if (find(type, run, o) < 0 && !o?.once) all.push([type, run, capture(o)]); add(type, run, o); };
		target.removeEventListener = (type, run, o) => { const i = find(type, run, o); if (i >= 0) all.splice(i, 1); remove(type, run, o); };
	}
	for (const [name, end] of [['BroadcastChannel', 'close'], ['ResizeObserver', 'disconnect'], ['MutationObserver', 'disconnect']]) {
		const Plain = window[name];
		window[name] = class extends Plain {
			constructor(...args) { super(...args); live.streams.add(this); }
			[end]() { live.streams.delete(this); super[end](); }
		};
	}
	for (const [set, clear, once] of [['setTimeout', 'clearTimeout', true], ['setInterval', 'clearInterval', false]]) {
		const [plainSet, plainClear] = [window[set], window[clear]];
		window[set] = (run, ms, ...args) => {
			const id = plainSet(() => { if (once) live.timers.delete(id); run(...args); }, ms);
			live.timers.add(id);
			return id;
		};
		window[clear] = (id) => { live.timers.delete(id); plainClear(id); };
	}
	window.stillLive = () => [...live.listeners.values(), live.timers, live.streams].map((l) => l.length ?? l.size).join(' ');
	window.loadedOnce = true;
})()`

// walked walks thirty times through all kinds of pages by links, and finds that
// none leaves anything behind that goes on.
func walked(t *testing.T, chrome context.Context) {
	s := startServer(t)
	w := newWindow(t, chrome, chromedp.WithNewBrowserContext(), s.base, desktop)
	w.run(call(cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: counting}))
	clocked := s.create(host.Spec{Game: "teeko", Clock: &host.Clock{Initial: 3600_000}})
	var made struct{ ID string }
	s.ask("POST", "/competitions", map[string]any{"game": "othello"}, &made)
	w.run(chromedp.Navigate(s.base + "/"))
	w.wait(`document.querySelector('#begin')`)
	eval[bool](w, `(window.first = true)`)
	pages := []struct{ path, there, busy string }{
		{"/g/" + clocked, `main.dataset.can === 'true'`, `[data-action="analysis"]`},
		{"/learn/teeko#1", `main.dataset.lesson === '1 asked'`, ""},
		{"/g/" + s.game("square4"), `main.dataset.can === 'true'`, `[data-action="truth"]`},
		{"/exercises#othello", `main.dataset.can === 'true'`, `[data-action="hint"]`},
		{"/c/" + made.ID, `main.dataset.running`, ""},
		{"/g/" + s.game("blokus"), `main.dataset.can === 'true'`, `[data-action="share"]`},
		{"/wall", `document.querySelector('#hold')`, ""},
		{"/learn/othello#2", `main.dataset.lesson === '2 asked'`, ""},
		{"/g/nosuchgame", `main.querySelector('.refusal')`, ""},
	}
	rest := func() string {
		w.run(goBy("/"))
		w.wait(`document.querySelector('#begin') && document.querySelector('#lobby')`)
		// Words for screen readers and a lobby's question are on their way for a moment.
		const calm = `(window.settled = new Promise((done) => { let last, n = 0; const look = () => { const now = window.stillLive(); n = now === last ? n + 1 : 0; last = now; n > 20 ? (window.settled = now, 0) : requestAnimationFrame(look); }; look(); }), true)`
		eval[bool](w, calm)
		w.wait(`typeof window.settled === 'string'`)
		return eval[string](w, `window.settled`)
	}
	visit := func(i int) {
		page := pages[i%len(pages)]
		w.run(goBy(page.path))
		w.wait(`((main) => location.pathname + location.hash === %q && %s)(document.querySelector('main'))`, page.path, page.there)
		if page.busy != "" && i%2 == 0 {
			w.click(page.busy)
		}
	}
	for i := range len(pages) { // what is made once and stays, such as that of sounds
		visit(i)
	}
	before := rest()
	for i := range 30 {
		visit(i)
	}
	rest()
	// A timer that runs out by itself may have been counted before; what is left
	// behind by a page never goes, so it is waited for in vain.
	w.wait(`window.stillLive().split(' ').every((n, i) => Number(n) <= Number(%q.split(' ')[i]))`, before)
	if eval[bool](w, `!window.first`) {
		t.Error("the page was loaded anew on the way")
	}
	w.forgive("404") // of the game that is not there
}

// goBy presses a link to a path, which it puts into the page.
func goBy(path string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](fmt.Sprintf(`(() => {
			const a = document.createElement('a');
			a.href = %q;
			document.querySelector('main').append(a);
			a.click();
			return true;
		})()`, path)))
		return err
	})
}

// backAndForward goes by links, back and forward: the page is not loaded anew, it
// has its title, its scroll position and the focus at its beginning.
func backAndForward(t *testing.T, chrome context.Context) {
	s := startServer(t)
	small := phone
	small.height = 568
	w := open(t, chrome, s.base, "/", small)
	eval[bool](w, `(window.first = true)`)
	w.press(`.cards [data-learn="teeko"]`)
	w.wait(`document.querySelector('main').dataset.lesson === '1 asked' && document.title.includes('Teeko') && scrollY === 0`)
	w.wait(`document.activeElement.id === 'main' && document.querySelector('#polite').textContent.includes('Teeko')`)
	w.press(`.brand`)
	w.wait(`document.querySelector('#begin') && document.title === 'Quadrille'`)
	w.point(`[data-action="pasting"]`)
	down := eval[int](w, `Math.round(scrollY)`)
	if down < 100 {
		t.Fatalf("the start page is scrolled by %d pixels only", down)
	}
	w.press(`[data-action="pasting"]`) // a question that is open does not stay
	w.wait(`document.querySelector('dialog[open]')`)
	id := s.game("othello")
	w.run(goBy("/g/" + id))
	w.ready()
	w.wait(`scrollY === 0 && document.activeElement.id === 'main' && !document.querySelector('dialog')`)
	eval[bool](w, `(history.back(), true)`)
	w.wait(`document.querySelector('#begin') && Math.round(scrollY) === %d`, down)
	eval[bool](w, `(history.back(), true)`)
	w.wait(`document.querySelector('main').dataset.lesson === '1 asked'`)
	eval[bool](w, `(history.go(2), true)`)
	w.ready()
	w.play("d3")

	// A secret behind the "#", also of the game that is shown, is kept and goes out
	// of sight.
	eval[bool](w, `(location.hash = 'p1=abc.DEF-1', true)`)
	w.wait(`!location.hash && JSON.parse(localStorage['quadrille.tokens.%s']).p1 === 'abc.DEF-1'`, id)
	w.wait(`document.querySelector('main').dataset.turn === 'p2'`)
	eval[bool](w, `(location.hash = 'main', true)`)
	w.press(`.skip`)

	// What is to be opened elsewhere is left to the browser.
	for _, keys := range []string{`ctrlKey: true`, `metaKey: true`, `shiftKey: true`, `button: 1`} {
		left := eval[bool](w, `(() => {
			let left;
			addEventListener('click', (event) => { left = !event.defaultPrevented; event.preventDefault(); }, { once: true });
			document.querySelector('.brand').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, %s }));
			return left;
		})()`, keys)
		if !left {
			t.Errorf("a click with %s is not left to the browser", keys)
		}
	}
	if !eval[bool](w, `window.first`) {
		t.Error("the page was loaded anew on the way")
	}
}

// anewAfterLoss loads the page when the reader goes on after the server was away,
// since it may be another one with other files.
func anewAfterLoss(t *testing.T, chrome context.Context) {
	s := startServer(t)
	w := open(t, chrome, s.base, "/g/"+s.game("teeko"), desktop)
	w.ready()
	eval[bool](w, `(window.first = true)`)
	w.run(call(network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: s.base + "/api/*", Block: true}}}))
	w.press(`[data-action="hint"]`)
	w.wait(`document.querySelector('#verdict .refusal')`)
	w.run(call(network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{}}))
	w.press(`.brand`)
	w.wait(`document.querySelector('#begin') && !window.first`)
	w.forgive("ERR_BLOCKED")
}
