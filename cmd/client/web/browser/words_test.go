package browser

import (
	"context"
	"strings"
	"testing"

	"quadrille/cmd/client/web/host"
)

// whoWon has a private game end: each reader is told what it means to them.
func whoWon(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id, tokens := s.private(host.Spec{Game: "teeko"})
	at := "/g/" + id
	circle := open(t, chrome, s.base, at+"#p1="+tokens[0], desktop)
	cross := open(t, chrome, s.base, at+"#p2="+tokens[1], desktop)
	watcher := open(t, chrome, s.base, at, desktop)
	for i, name := range []string{"a1", "d1", "b1", "c3", "a2", "b4"} {
		[]*window{circle, cross}[i%2].play(name)
	}
	circle.play("b2")
	for _, one := range []struct {
		w         *window
		end, says string
		rematch   bool
	}{{circle, "win", "You won: four", true}, {cross, "loss", "You lost. Circle won: four", true}, {watcher, "", "Circle won: four", false}} {
		one.w.wait(`document.querySelector('main').dataset.result === 'p1win'`)
		one.w.wait(`document.querySelector('main').dataset.end === %q && document.querySelector('#status').textContent.startsWith(%q) && document.querySelector('#polite').textContent.includes(%q)`, one.end, one.says, one.says)
		one.w.wait(`Boolean(document.querySelector('[data-action="rematch"]').getClientRects().length) === %v && document.querySelector('.ending a[href="/"]').getClientRects().length`, one.rematch)
	}
	circle.shot("won")
	cross.shot("lost")
}

// longGame has the turn that is shown in sight in the list of turns, however
// many there are.
func longGame(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("othello")
	turn := func() {
		state := s.state(id)
		s.ask("POST", "/games/"+id+"/act", map[string]string{"move": state.Legal[0]}, new(any))
	}
	for range 45 {
		turn()
	}
	const inSight = `(() => {
		const now = document.querySelector('.turn[aria-current="step"]').getBoundingClientRect();
		const list = document.querySelector('.turns').getBoundingClientRect();
		return now.top >= list.top && now.bottom <= list.bottom;
	})()`
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.ready()
	w.wait(`document.querySelector('.turns').scrollHeight > document.querySelector('.turns').clientHeight`)
	w.wait(inSight)
	for n := 46; n < 50; n++ {
		turn()
		w.wait(`document.querySelectorAll('.turn').length === %d && %s`, n, inSight)
	}
	w.press(`[data-step="first"]`)
	w.press(`[data-step="forward"]`)
	w.wait(`document.querySelector('main').dataset.at === '1' && %s`, inSight)
}

// noKeys has words for a finger where there is one, and for keys where there
// are such; the count of Blokus begins at nothing; the rules stand open.
func noKeys(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id, teeko := s.game("blokus"), s.game("teeko")
	for _, l := range []look{phone, desktop} {
		w := open(t, chrome, s.base, "/g/"+id, l)
		w.ready()
		if got := eval[string](w, `[...document.querySelectorAll('.players .score')].map((el) => el.textContent).join(' ')`); got != "0 0 0 0" {
			t.Errorf("the scores begin at %s", got)
		}
		w.press(`[data-piece="V3"]`)
		w.wait(`document.querySelector('#reason').textContent.includes('V3 in hand')`)
		words := eval[string](w, `document.querySelector('#reason').textContent + document.querySelector('.help').innerText`)
		if got := strings.Contains(words, "Enter") && strings.Contains(words, "Keyboard"); got == l.touch || !strings.Contains(words, "Fewest squares left wins") {
			t.Errorf("at %d×%d the page says %q", l.width, l.height, words)
		}
		w.run(goTo(s.base + "/g/" + teeko))
		w.ready()
		if bad := eval[[]string](w, contrastOf, ".framed span", ".teeko .surface"); len(bad) > 0 {
			t.Errorf("at %d×%d coordinates are hard to read: %v", l.width, l.height, bad)
		}
	}
}

// contrastOf is JavaScript for texts that stand out against an element by less
// than 4.5 to 1, where they lie on it.
const contrastOf = `(() => {` + ratio + `
	const texts = document.querySelectorAll(%q);
	const below = document.querySelector(%q);
	const on = (el) => { const [a, b] = [el.getBoundingClientRect(), below.getBoundingClientRect()]; return a.left >= b.left && a.bottom <= b.bottom; };
	return [...texts].filter(on).flatMap((el) => {
		const r = ratio(rgb(getComputedStyle(el).color), rgb(getComputedStyle(below).backgroundColor));
		return r < 4.5 ? [el.textContent + ' ' + r.toFixed(2)] : [];
	});
})()`
