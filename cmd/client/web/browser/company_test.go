package browser

import (
	"context"
	"slices"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
)

// together has one person make a game with an open seat, another join by its link
// with a name in Hebrew, and a third watch: all see who is there, and only those
// who play have what players need.
func together(t *testing.T, browser context.Context) {
	s := startServer(t)
	ann := open(t, browser, s.base, "/", desktop)
	ann.press(`.card[data-game="teeko"]`)
	ann.choose(`.setup .seat[data-seat="p2"] .kind`, "open")
	ann.choose(`.setup #name`, "Ann")
	ann.choose(`#listed`, "true")
	ann.shot("start-open")
	ann.press(`#begin`)
	ann.wait(`document.querySelector('.company .address input')?.value === location.href`)
	id := eval[string](ann, `location.pathname.slice(3)`)
	ann.wait(`document.querySelector('main').dataset.can === 'false'`)
	ann.accessible("waiting")
	ann.shot("waiting")

	hebrew := phone
	hebrew.lang, hebrew.dark = "he", true
	lobby := open(t, browser, s.base, "/", hebrew)
	lobby.wait(`document.querySelector('#lobby [data-standing="open"]')?.textContent.includes('Ann')`)
	lobby.readable("lobby")
	lobby.accessible("lobby")

	ben := open(t, browser, s.base, "/g/"+id, phone)
	ben.wait(`document.querySelector('.join .free')`)
	ben.readable("join")
	ben.accessible("join")
	ben.choose(`.join #name`, "בני")
	ben.press(`[data-action="take"]`)
	eve := open(t, browser, s.base, "/g/"+id, desktop)
	for i, at := range []string{"a1", "b3", "c1", "d3"} {
		[]*window{ann, ben}[i%2].play(at)
	}
	for _, w := range []*window{ann, ben, eve} {
		w.wait(`document.querySelectorAll('.turn').length === 4`)
		if names := eval[string](w, `document.querySelector('.players').innerText`); !strings.Contains(names, "Ann") || !strings.Contains(names, "בני") {
			t.Errorf("the players are %q", names)
		}
		w.wait(`document.querySelector('.watching').textContent === '1 person watching'`)
	}
	if said := eval[string](eve, `document.querySelector('#phase').textContent`); said != "You are watching." {
		t.Errorf("who watches is told %q", said)
	}
	const shown = `['undo', 'resign', 'restart', 'draw', 'seats', 'leave'].filter((name) => document.querySelector('[data-action="' + name + '"]').getClientRects().length).join(' ')`
	if got := eval[string](eve, shown); got != "" {
		t.Errorf("who watches has the buttons %s", got)
	}
	eve.shot("watching")
	lobby.wait(`document.querySelector('#lobby [data-standing="running"]')?.textContent.includes('בני')`)
}

// lastSeat has two want the same seat. One gets it, and the other, who is told so,
// watches; a seat that is left can be taken.
func lastSeat(t *testing.T, browser context.Context) {
	s := startServer(t)
	id := s.create(host.Spec{Game: "othello", Seats: []host.Seat{{Kind: host.Open}, {Kind: host.Open}}})
	greek := look{width: 320, height: 568, touch: true, lang: "el", still: true}
	one, two := open(t, browser, s.base, "/g/"+id, desktop), open(t, browser, s.base, "/g/"+id, greek)
	two.wait(`document.querySelector('.join')`)
	two.narrow()
	eval[bool](two, `Boolean(fetch = (real => (path, ...more) => path.endsWith('/join') ? new Promise((go) => { window.goOn = () => go(real(path, ...more)); }) : real(path, ...more))(fetch))`)
	two.press(`.join [data-seat="p1"] input`)
	two.press(`[data-action="take"]`)
	one.press(`.join [data-seat="p1"] input`)
	one.press(`[data-action="take"]`)
	one.wait(`document.querySelector('.company .address')`)
	eval[bool](two, `Boolean(window.goOn() ?? true)`)
	two.forgive("409")
	two.wait(`document.querySelector('.join .refusal')?.textContent.includes('πιασμένη')`)
	two.wait(`document.querySelector('.join [data-seat="p2"] input').checked`)
	if wide := eval[int](one, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
		t.Errorf("who waits has a page %d pixels too wide", wide)
	}
	two.forgive("409")
	one.press(`[data-action="leave"]`)
	one.wait(`document.querySelectorAll('.join .free').length === 2`)
	one.press(`[data-action="watch"]`)
	one.wait(`document.querySelector('#phase').textContent === 'You are watching.'`)
	one.press(`[data-action="join"]`)
	one.wait(`document.querySelector('.join')`)
}

// listening is JavaScript that notes in window.heard what is put into regions that
// screen readers read out, each time.
const listening = `(() => {
	window.heard = [];
	new MutationObserver((all) => {
		const regions = new Set(all.filter(({ addedNodes }) => addedNodes.length).map(({ target }) => target.closest?.('[role=status], [role=alert]')));
		for (const el of regions) if (el?.textContent) window.heard.push(el.textContent.trim());
	}).observe(document.body, { childList: true, subtree: true });
	return true;
})()`

// toldOnce has two play each other: what each does the other is told once, however
// the page hears of it, and what has not changed is not told again.
func toldOnce(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id, tokens := s.private(host.Spec{Game: "square4"})
	red, blue := open(t, chrome, s.base, "/g/"+id+"#p1="+tokens[0], desktop), open(t, chrome, s.base, "/g/"+id+"#p2="+tokens[1], desktop)
	red.ready()
	for _, w := range []*window{red, blue} {
		w.wait(`document.querySelector('#link').dataset.link === 'open' && document.querySelector('#polite').textContent`)
		eval[bool](w, listening)
	}
	heard := func(w *window, want ...string) {
		t.Helper()
		w.wait(`window.heard.length >= %d`, len(want))
		// What is said is put together for a tenth of a second.
		got := answer[[]string](w, `new Promise((done) => setTimeout(() => done(window.heard.splice(0)), 500))`)
		if !slices.Equal(got, want) {
			t.Errorf("what is read out is %q, want %q", got, want)
		}
	}
	red.play("0.0")
	heard(red, "Now slide a tile with an arrow")
	heard(blue)
	red.play("5.0")
	heard(red, "Played: 0.0s5. Blue to play")
	heard(blue, "Played: 0.0s5. Your turn: Blue")
	blue.press(`[data-action="draw"]`)
	heard(red, "Blue offers a draw.AgreeRefuse")
	heard(blue, "You have offered a draw. Waiting for: Red.Withdraw")
	red.press(`[data-action="refuse"]`)
	heard(red)
	heard(blue, "The draw was declined.")
	blue.press(`[data-action="resign"]`)
	blue.press(`dialog [data-answer="yes"]`)
	heard(red, "You won: the others gave up")
	heard(blue, "You gave up. Red won.")
	blue.press(`[data-action="rematch"]`)
	heard(red, "The rematch has begun.To the rematch")

	// A tab without a stream asks again and again, and does not say each time that it
	// was answered.
	eval[bool](red, `(() => {
		window.answers = 0;
		const real = fetch;
		window.fetch = async (...asked) => { const answer = await real(...asked); window.answers++; return answer; };
		const others = new BroadcastChannel('quadrille.streams');
		for (const name of [1, 2, 3]) others.postMessage({ name, open: true });
		return true;
	})()`)
	red.wait(`window.answers >= 3`)
	heard(red)
}
