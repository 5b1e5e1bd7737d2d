package browser

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// wholeLink is the link with the whole game that the window shows.
func (w *window) wholeLink() string {
	w.Helper()
	button := `[data-action="share"]`
	if w.look.touch {
		button = `[data-action="pass-back"]`
	}
	w.press(button)
	w.wait(`document.querySelector('dialog .carried input')`)
	link := eval[string](w, `document.querySelector('dialog .carried input').value`)
	w.keys(escape)
	w.wait(`!document.querySelector('dialog')`)
	return link
}

// follow takes the window to a link, which need not load the page.
func (w *window) follow(link string) {
	w.Helper()
	w.run(chromedp.Navigate(link))
}

// table is the ID of the game that the window shows.
func (w *window) table() string {
	w.Helper()
	w.wait(`document.querySelector('main.game .status')`)
	return eval[string](w, `document.querySelector('main').dataset.game`)
}

// passedByLinks has two people play a game by links that have all of it: each has
// the game for himself, and it goes on with what the other sends.
func passedByLinks(t *testing.T, chrome context.Context) {
	s := startServer(t)
	const seat = `document.querySelector('[name="seat"]:checked')?.value === %q`
	ann := open(t, chrome, s.base, "/g/"+s.game("teeko"), desktop)
	kept := ann.table()
	ann.play("b2")
	first := ann.wholeLink()

	ben := open(t, chrome, s.base, strings.TrimPrefix(first, s.base), phone)
	ben.wait(seat, "p2") // who is to move
	ben.shot("passed")
	ben.accessible("a game that was sent")
	ben.press(`[data-action="take"]`)
	his := ben.table()
	ben.play("c3")
	ben.wait(`document.querySelector('main').dataset.can === 'false' && !document.querySelector('.passing').hidden`)
	back := ben.wholeLink()

	ann.follow(back)
	ann.wait(`document.querySelector('main').dataset.game === %q && document.querySelectorAll('.shape').length === 2`, kept)
	ann.play("d2")
	ben.follow(ann.wholeLink())
	ben.wait(`document.querySelector('main').dataset.game === %q && document.querySelectorAll('.shape').length === 3`, his)
	ben.ready()
	if a, b := s.state(kept), s.state(his); strings.Join(a.Turns, " ") != strings.Join(b.Turns, " ") || len(a.Turns) != 3 {
		t.Errorf("%q and %q", a.Turns, b.Turns)
	}

	ann.follow(back) // which is old by now
	ann.wait(`document.querySelector('main section a')?.getAttribute('href') === '/g/%s'`, kept)

	other := open(t, chrome, s.base, strings.TrimPrefix(first, s.base), desktop)
	other.press(`[data-seat="all"]`)
	other.press(`[data-action="take"]`)
	other.table()
	other.play("a1") // another answer
	ann.follow(other.wholeLink())
	ann.wait(seat, "p1")
	ann.press(`[data-action="take"]`)
	ann.wait(`document.querySelector('main.game')`)
	if copied := ann.table(); copied == kept || len(s.state(kept).Turns) != 3 || len(s.state(copied).Turns) != 2 {
		t.Errorf("%s has %q, %s has %q", kept, s.state(kept).Turns, copied, s.state(copied).Turns)
	}
	badLinks(ann, first)
	ann.forgive("400")
}

// badLinks opens links that are not whole or none, and tries thousands of texts
// that are like one.
func badLinks(w *window, good string) {
	w.Helper()
	for _, tc := range []struct{ link, says string }{
		{good[:len(good)-20], "not complete"}, {w.base + "/#game=abc", "not complete"}, {w.base + "/#game=", "not complete"},
		{w.base + "/#game=" + strings.Repeat("a", 32) + ".!!!", "no game"},
	} {
		w.follow(tc.link)
		w.wait(`document.querySelector('main .refusal')?.textContent.includes(%q)`, tc.says)
	}
	hash := good[strings.Index(good, "#"):]
	eval[bool](w, fmt.Sprintf(`(window.outcome = null, import('/static/js/pass.js').then(async ({ wrap, unwrap, bare, PassError }) => {
		const good = %q;
		const want = await unwrap(good);
		const faults = [];
		let seed = 1;
		const random = (n) => { seed = (seed * 48271) %% 2147483647; return seed %% n; };
		const letters = 'abcXYZ019-_.#=&%%\u05d0 ';
		for (let i = 0; i < 3000; i++) {
			let text = good;
			for (let k = random(4); k >= 0; k--) {
				const at = random(text.length + 1);
				text = [() => text.slice(0, at), () => text.slice(0, at) + letters[random(letters.length)] + text.slice(at), () => text.slice(0, at) + text.slice(at + 1 + random(9)),
					() => text.slice(0, at) + letters[random(letters.length)] + text.slice(at + 1)][random(4)]();
			}
			const found = await unwrap(text).catch((error) => error);
			if (!(found instanceof PassError) && found.record !== want.record) faults.push(text + ' ' + (found.message ?? 'is another record'));
			if (found instanceof PassError && !found.words()) faults.push(text + ' has no words');
		}
		const long = await wrap('0'.repeat(32), 'x'.repeat(65536));
		if ((await unwrap(long)).record.length !== 65536) faults.push('a long one');
		const bomb = await new Response(new Blob(['x'.repeat(10000000)]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
		const packed = btoa(String.fromCharCode(...new Uint8Array(bomb))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
		if ((await unwrap('game=' + '0'.repeat(32) + '.' + packed).catch((error) => error.code)) !== 'bad') faults.push('a bomb');
		if (bare('[A "{x}"]\n\n{begins} 1. a1 {b\nc} 2. b1 *\n') !== '[A "{x}"]\n\n 1. a1 2. b1 *\n') faults.push(bare('[A "{x}"]\n\n{begins} 1. a1 {b\nc} 2. b1 *\n'));
		window.outcome = faults;
	}).catch((error) => { window.outcome = [String(error)]; }), true)`, hash))
	w.wait(`window.outcome`)
	for _, fault := range eval[[]string](w, `outcome`) {
		w.Errorf("%s", fault)
	}
}
