package browser

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// mobile is a network of 1.6 Mbit/s at 150 ms.
var mobile = network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{
	{Latency: 150, DownloadThroughput: 200_000, UploadThroughput: 100_000}, // bytes a second
}}

// loaded is JavaScript for what the page was made of: "PATH BYTES", of which
// none came over the network when the browser had them.
const loaded = `[performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')]
	.map((e) => new URL(e.name).pathname + (e.transferSize || e.name.endsWith('/events') ? ' sent' : ' kept'))`

// shifts is JavaScript that runs before the page and notes what moves in it without
// anybody having touched it.
const shifts = `(window.shifts = [], new PerformanceObserver((list) => {
	for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifts.push(e.value.toFixed(3) + ' ' + e.sources.map(({ node }) => (node?.className ?? '') + '#' + (node?.id ?? '')).join(' '));
}).observe({ type: 'layout-shift', buffered: true }))`

// loads opens the start page and a game in a browser that has never been here,
// and then again, over a slow network: it asks for a handful of files, and the
// second time for none that has a digest in its name, and what is there does not move.
// Times are only told.
func loads(t *testing.T, chrome context.Context) {
	s := startServer(t)
	outdated(t, s, chrome)
	id := s.game("blokus")
	for _, page := range []struct{ path, usable string }{
		{"/", `document.querySelector('#begin')`},
		{"/g/" + id, `document.querySelector('main').dataset.can === 'true'`},
	} {
		w := newWindow(t, chrome, chromedp.WithNewBrowserContext(), s.base, look{width: 390, height: 844, touch: true, lang: "ru", still: true})
		w.run(call(network.EmulateNetworkConditionsByRule, mobile), call(cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: shifts}))
		for _, visit := range []string{"first", "second"} {
			w.run(chromedp.Navigate(s.base + page.path))
			w.wait(page.usable)
			ms, files := eval[int](w, `Math.round(performance.now())`), eval[[]string](w, loaded)
			t.Logf("%s, %s visit: usable within %d ms; %s", page.path, visit, ms, strings.Join(files, ", "))
			if moved := eval[[]string](w, `window.shifts`); len(moved) > 0 {
				t.Errorf("%s, %s visit: moved is %q", page.path, visit, moved)
			}
			static, sent := 0, 0
			for _, f := range files {
				if strings.HasPrefix(f, "/static/") {
					static++
					if strings.HasSuffix(f, "sent") {
						sent++
					}
				}
			}
			if static > 7 || visit == "second" && sent > 0 {
				t.Errorf("%s, %s visit: %d files, %d of them sent: %q", page.path, visit, static, sent, files)
			}
		}
	}
}

// outdated has a page older than its server choose a language: the file of the
// words is gone, and the page loads itself anew.
func outdated(t *testing.T, s *server, chrome context.Context) {
	w := open(t, chrome, s.base, "/", desktop)
	w.run(call(network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{{URLPattern: s.base + "/static/built/el-*", Block: true}}}))
	eval[bool](w, `(window.old = true)`)
	w.choose(`#language`, "el")
	w.wait(`!window.old && sessionStorage.length === 1`)
	w.run(call(network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{}}))
	w.run(chromedp.Navigate(s.base + "/"))
	w.wait(`document.documentElement.lang === 'el' && document.querySelector('#begin')`)
	w.forgive("el-")
}
