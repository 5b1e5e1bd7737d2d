package browser

import (
	"context"
	"strings"
	"testing"

	"quadrille/cmd/client/web"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/webtest"
	"quadrille/cmd/internal/fivegames"
)

// unknownGame plays a game that the page has never heard of, from the start
// page to the end: it has the engine's title, the engine's drawing of the board
// and a button for each turn.
func unknownGame(t *testing.T, chrome context.Context) {
	started := webtest.Start(t, func(c *web.Config) { c.Games.Open = webtest.OpenFive })
	s := &server{T: t, base: started.URL(), client: started.Client}
	w := open(t, chrome, s.base, "/", phone)
	card := `.card[data-game="` + fivegames.Game + `"]`
	w.wait(`document.querySelector(%q)`, card)
	name := eval[string](w, `document.querySelector(%q).querySelector('.name').textContent`, card)
	w.tap(card)
	w.choose(`.seat[data-seat="p2"] .kind`, "person")
	w.tap(`.rules summary`)
	w.choose(`#rule-size`, "4")
	w.tap(`#begin`)
	w.wait(`document.querySelector('main.game')?.dataset.version`)
	id := eval[string](w, `location.pathname.slice(3)`)
	if title := s.state(id).Title; title != name || title == fivegames.Game {
		t.Errorf("the title is %q, on the start page %q", title, name)
	}
	for _, turn := range []string{"b2", "a1", "c2", "a4"} {
		w.ready()
		before := w.version()
		w.press(`button[data-turn="` + turn + `"]`)
		w.wait(`Number(document.querySelector('main').dataset.version) > %d`, before)
	}
	w.wait(`document.querySelector('.diagram').textContent.includes('X X')`)
	w.wait(`new Set([...document.querySelectorAll('.players li .mark')].map((el) => getComputedStyle(el).backgroundColor)).size === 2`)
	w.narrow()
	w.shot("general-phone")
	w.ready()
	w.press(`button[data-turn="d2"]`)
	w.wait(`document.querySelector('main').dataset.result === 'p1win' && document.querySelector('#status').textContent.includes(%q)`, s.state(id).Names[0]+" won")
}

// comesBack stops the server in the middle of a game and starts it again.
func comesBack(t *testing.T, chrome context.Context) {
	data, address := t.TempDir(), ""
	start := func(t *testing.T) *server {
		s := webtest.Start(t, func(c *web.Config) {
			c.Data = data
			if address != "" {
				c.Listen = address
			}
		})
		address = strings.TrimPrefix(s.URL(), "http://")
		return &server{T: t, base: s.URL(), client: s.Client}
	}
	var id string
	var w *window
	t.Run("before", func(inner *testing.T) {
		s := start(inner)
		id = s.game("othello")
		w = open(t, chrome, s.base, "/g/"+id, desktop)
		w.play("d3")
		w.wait(`document.querySelector('#link').dataset.link === 'open'`)
	})
	w.wait(`document.querySelector('#link').dataset.link === 'lost'`)
	w.press(cell("c3"))
	w.wait(`document.querySelector('#verdict .refusal')?.textContent.includes('cannot be reached')`)
	w.shot("link-lost")
	s := start(t)
	w.wait(`document.querySelector('#link').dataset.link === 'open' && !document.querySelector('#verdict .refusal')`)
	w.play("c3")
	s.same(id, w)
	w.forgive("ERR_")
}

// noGame opens an address without a game, and refuses a bad set of rules.
func noGame(t *testing.T, chrome context.Context) {
	s := startServer(t)
	w := open(t, chrome, s.base, "/g/abcdefghjkmn", desktop)
	w.wait(`document.querySelector('main .refusal')?.textContent.includes('no such game')`)
	w.press(`main a[href="/"]`)
	w.press(`.card[data-game="teeko"]`)
	w.press(`.rules summary`)
	w.choose(`#rule-advanced`, "true")
	w.press(`#begin`)
	w.wait(`document.querySelector('.errors .refusal small')?.textContent.includes('size=5')`)
	w.forgive("status of 4")
}

// ratio is JavaScript for the contrast of two colours, and rgb for what a colour
// of the style sheets is made of.
const ratio = `
	const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
	const rgb = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
	const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ratio = (one, other) => { const [a, b] = [light(one), light(other)].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); };`

// contrast is JavaScript for texts that are hard to read: less than 4.5 to 1
// between a text and what is behind it (WCAG 2.2, 1.4.3).
const contrast = `(() => {` + ratio + `
	const behind = (el) => { for (let e = el; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] > 250) return c; } return [255, 255, 255]; };
	const bad = [];
	for (const el of document.querySelectorAll('body *')) {
		const own = [...el.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
		if (!own || !el.getClientRects().length || el.closest(':disabled, .sr, .skip, option, .framed, noscript') || getComputedStyle(el).fontSize === '0px') continue;
		const r = ratio(rgb(getComputedStyle(el).color), behind(el));
		if (r < 4.5) bad.push(el.className + ' "' + el.textContent.slice(0, 30) + '" ' + r.toFixed(2));
	}
	return bad;
})()`

// nameless is JavaScript for what can be used but has no name to be read out.
const nameless = `[...document.querySelectorAll('button, a, select, input, [role=grid], [role=gridcell], [role=img]')]
	.filter((el) => el.getClientRects().length)
	.filter((el) => !(el.ariaLabel || el.innerText?.trim() && !el.matches('select') || el.labels?.length))
	.map((el) => el.outerHTML.slice(0, 120))`

// everyLook shows the start page and a board of every game in every language,
// light and dark, and checks that all can be read and nothing is too wide.
func everyLook(t *testing.T, chrome context.Context) {
	s := startServer(t)
	games := map[string]string{
		"square4": s.create(host.Spec{Game: "square4", FEN: "RB../..B./..../.R../R.../..../####/..B./...R R placement 4,3 pieces=8,slideback=true,repetition=3 - -"}),
		"teeko":   s.game("teeko", "size", "5", "advanced", "true"),
		"othello": s.game("othello"),
		"blokus":  s.create(host.Spec{Game: "blokus"}),
	}
	for i, lang := range []string{"en", "ru", "el", "he"} {
		l := phone
		l.lang, l.dark = lang, i%2 == 1
		w := open(t, chrome, s.base, "/", l)
		w.wait(`document.querySelector('#begin') && document.documentElement.lang === %q`, lang)
		w.readable("start-" + lang)
		if lang == "en" || lang == "he" {
			w.accessible("start-" + lang)
		}
		for _, game := range []string{"square4", "teeko", "othello", "blokus"} {
			w.run(goTo(s.base + "/g/" + games[game]))
			w.ready()
			if game == "blokus" {
				w.press(`[data-action="analysis"]`)
				w.wait(`document.querySelectorAll('.score-row').length === 4`)
			}
			w.readable(game + "-" + lang)
			if lang == "en" || lang == "he" {
				w.accessible(game + "-" + lang)
			}
		}
		if untranslated := eval[[]string](w, `[...document.body.innerText.matchAll(/\b[a-z][a-z0-9]*\.[a-z0-9A-Z.-]+\b/g)].map((m) => m[0])`); len(untranslated) > 0 {
			t.Errorf("%s: words without a message: %q", lang, untranslated)
		}
	}
}

// readable opens whatever can be opened and checks widths, sizes and contrast.
func (w *window) readable(name string) {
	w.Helper()
	eval[bool](w, `(document.querySelectorAll('details').forEach((d) => { d.open = true; }), true)`)
	w.narrow()
	if bad := eval[[]string](w, nameless); len(bad) > 0 {
		w.Errorf("%s: a screen reader has no name for %s", name, strings.Join(bad, "; "))
	}
	if bad := eval[[]string](w, contrast); len(bad) > 0 {
		w.Errorf("%s: hard to read: %s", name, strings.Join(bad, "; "))
	}
	if bad := eval[[]string](w, overlapping); len(bad) > 0 {
		w.Errorf("%s: %s", name, strings.Join(bad, "; "))
	}
	w.shot("look-" + name)
}

// choices changes the language and the colours by hand.
func choices(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("othello")
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.play("d3")
	w.choose(`#language`, "ru")
	w.wait(`document.querySelector('#status')?.textContent.includes('Белые') && document.documentElement.lang === 'ru'`)
	w.choose(`#theme`, "dark")
	w.wait(`getComputedStyle(document.body).backgroundColor === 'rgb(20, 22, 26)'`)
	if bad := eval[[]string](w, contrast); len(bad) > 0 {
		t.Errorf("hard to read: %s", strings.Join(bad, "; "))
	}
	w.shot("othello-dark-ru")
	w.play("c3")

	// Who changes his mind at once has the last language, and one page.
	eval[bool](w, `(() => {
		window.streams = new Set();
		window.BroadcastChannel = class extends BroadcastChannel { // each stream has one
			constructor(name) { super(name); streams.add(this); }
			close() { super.close(); streams.delete(this); }
		};
		const choice = document.querySelector('#language');
		for (const lang of ['el', 'ru']) {
			choice.value = lang;
			choice.dispatchEvent(new Event('change'));
		}
		return true;
	})()`)
	w.wait(`document.documentElement.dataset.ready === 'ru' && document.querySelector('#status')?.textContent.includes('Чёрные') && streams.size === 1`)
	w.keys(left)
	w.wait(`document.querySelector('main').dataset.at === '1'`)
	w.run(goTo(s.base + "/"))
	w.wait(`document.querySelector('#begin') && document.documentElement.lang === 'ru' && document.documentElement.dataset.theme === 'dark'`)
	w.wait(`document.querySelector('.seen a').textContent.includes('2 хода')`)
	w.choose(`#language`, "he")
	w.wait(`document.documentElement.dir === 'rtl' && document.querySelector('.seen a').textContent.includes('שני תורות')`)
	w.narrow()
	w.shot("start-dark-he")
}
