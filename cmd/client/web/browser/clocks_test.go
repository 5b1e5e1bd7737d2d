package browser

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"

	"quadrille/cmd/client/web/host"
)

// clocks has two people play with a clock that was chosen on the start page, one
// of whom runs out of time, and looks at clocks at all sizes.
func clocks(t *testing.T, chrome context.Context) {
	s := startServer(t)
	w := open(t, chrome, s.base, "/", desktop)
	w.click(`.card[data-game="teeko"]`)
	w.choose(`.seat[data-seat="p2"] .kind`, "person")
	w.choose(`#clock`, "own")
	w.choose(`#clock-minutes`, "0.35") // the browser refuses it: quarters only
	w.click(`#begin`)                  // and shows it, among settings that were closed
	w.wait(`document.querySelector('#clock-minutes:invalid') && location.pathname === '/'`)
	w.choose(`#clock-minutes`, "15")
	w.choose(`#clock-seconds`, "10")
	w.accessible("clock-choice")
	w.shot("clock-choice")
	w.click(`#begin`)
	w.ready()
	id := eval[string](w, `location.pathname.slice(3)`)
	if c := s.state(id).Clock; c == nil || c.Initial != 900_000 || c.Increment != 10_000 {
		t.Errorf("chosen: %+v", c)
	}
	face := func(seat string) string { return fmt.Sprintf(`document.querySelector('[data-clock=%q]')`, seat) }
	w.wait(face("p1") + `.textContent.includes('15:00') && !document.querySelector('.clock.runs')`)
	w.play("b2")
	w.play("c3")
	w.wait(face("p1") + `.classList.contains('runs') && /1[0-4]:[0-5]\d/.test(` + face("p1") + `.textContent)`)
	w.wait(`/^1[0-4] minutes/.test(` + face("p1") + `.querySelector('[role=timer]').ariaLabel) && /^1[0-4]:[0-5]\d/.test(document.title)`)
	w.accessible("clock")
	w.shot("clock")
	// Time goes on in this window alone, and then stands.
	eval[bool](w, `((later) => { performance.now = () => later; return true; })(performance.now() + 893e3)`)
	w.wait(`document.querySelector('#polite').textContent.includes('10 seconds left')`)

	eval[bool](w, `(import('/static/js/clock.js').then(({ digits, span }) => {
		const minute = 60e3, day = 1440 * minute;
		window.times = [0, 9949, 19999, 20000, minute, 60 * minute - 1, 60 * minute, 600 * minute].map((ms) => digits(ms))
			.concat([3 * day, day + 60 * minute, 90 * minute, 59 * minute].map((ms) => digits(ms, true)), [0, 61000, 30000].map(span)).join(', ');
	}), true)`)
	w.wait(`window.times`)
	const times = "0:00.0, 0:09.9, 0:19.9, 0:20, 1:00, 59:59, 1:00:00, 10:00:00, 3 days, 1 day 1 hour, 1 hour 30 minutes, 59:00, 0 seconds, 1 minute 1 second, 30 seconds"
	if got := eval[string](w, `window.times`); got != times {
		t.Errorf("times are %s, want %s", got, times)
	}

	short := s.create(host.Spec{Game: "teeko", Clock: &host.Clock{Initial: 1500}, Seats: []host.Seat{{Name: "Ann"}, {Name: "Bob"}}})
	w.run(goTo(s.base + "/g/" + short))
	w.ready()
	w.play("b2")
	w.play("c3")
	w.wait(`/0:0[01]\.\d/.test(` + face("p1") + `.textContent) && ` + face("p1") + `.classList.contains('low')`) // until it is out, and then
	w.wait(`document.querySelector('main').dataset.result === 'p2win' && document.querySelector('#status').textContent.includes('time ran out')`)
	w.wait(face("p1") + `.textContent.includes('0:00.0') && !document.querySelector('.clock.runs')`)
	w.accessible("clock-out")
	w.shot("clock-out")
	clockSizes(t, chrome, s)
}

// clockSizes looks whether a game with clocks fits the windows.
func clockSizes(t *testing.T, chrome context.Context, s *server) {
	live, days := &host.Clock{Initial: 5_025_000}, &host.Clock{Days: 14}
	games := []struct{ name, id string }{
		{"square4-clock", s.create(host.Spec{Game: "square4", Clock: live, Seats: []host.Seat{{Name: "Maximiliane Alexandra"}}})},
		{"othello-clock-days", s.create(host.Spec{Game: "othello", Clock: days})},
		{"blokus-clock", s.create(host.Spec{Game: "blokus", Clock: live})},
	}
	for i, lang := range map[int]string{0: "he", 2: "ru", 4: "el"} {
		l := sizes[i]
		l.still, l.lang, l.dark = true, lang, i == 2
		w := open(t, chrome, s.base, "/", l)
		for _, game := range games {
			w.run(goTo(s.base + "/g/" + game.id))
			w.ready()
			if l.height < 600 && game.name == "blokus-clock" {
				w.fits(game.name, "the board is") // smaller by the height of the clocks
				continue
			}
			w.fits(game.name)
		}
		w.readable("clock")
	}
}

// asideClock has the browser put a page aside, as phones do, while a turn is played:
// when it is there again its clock is right.
func asideClock(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.create(host.Spec{Game: "teeko", Clock: &host.Clock{Initial: 300_000}})
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.play("a1", "b1")
	w.wait(`document.querySelector('#link').dataset.link === 'open'`)
	lives := func(state page.SetWebLifecycleStateState) {
		t.Helper()
		w.run(call(page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state}))
	}
	w.run(call(page.Enable, page.EnableParams{}))
	lives(page.SetWebLifecycleStateStateFrozen)
	s.ask("POST", "/games/"+id+"/act", map[string]string{"move": "c1"}, new(any))
	const aside = 4 * time.Second
	time.Sleep(aside)
	lives(page.SetWebLifecycleStateStateActive)
	w.wait(`document.querySelector('main').dataset.turn === 'p2' && document.querySelector('#link').dataset.link === 'open' && document.querySelector('[data-clock="p2"].runs')`)
	w.wait(`(([, minutes, seconds]) => 60 * minutes + Number(seconds) <= %d)(/(\d+):(\d+)/.exec(document.querySelector('[data-clock="p2"]').textContent))`, 300-aside/time.Second)
	shown := eval[int64](w, `(([, minutes, seconds]) => 60 * minutes + Number(seconds))(/(\d+):(\d+)/.exec(document.querySelector('[data-clock="p2"]').textContent))`)
	if left := s.state(id).Clock.Left[1]; 1000*shown-left > aside.Milliseconds()/2 {
		t.Errorf("the page shows %d s, and %d ms are left", shown, left)
	}
}

// setDate is what the program does first where a test sets the date, by so many
// milliseconds, which it then says.
const setDate = `const Plain = Date;
let later = 0;
new BroadcastChannel('date').onmessage = ({ data }) => {
	if (typeof data !== 'number') return;
	later = data;
	new BroadcastChannel('date').postMessage('set');
};
globalThis.Date = class extends Plain {
	constructor(...at) { super(...(at.length ? at : [Plain.now() + later])); }
	static now() { return Plain.now() + later; }
};
`

// dated has the date of the computer be set, as it seems to be set when that wakes,
// while a clock runs: nobody has lost by it, and the clock does not stand.
func (f *folder) dated() {
	f.Folder = f.altered(setDate)
	f.host.set(f.Folder, "")
	profile := f.profile()
	w := profile.visit("")
	s := w.inside()
	id := s.create(host.Spec{Game: "teeko", Clock: &host.Clock{Initial: 900_000}})
	w.run(goTo(f.url + hostPath + "?g=" + id))
	w.play("a1", "b1")
	s = w.inside()
	for _, step := range []struct{ days, cell string }{{"365", "c1"}, {"-1", "d1"}} {
		answer[bool](w, `new Promise((done) => {
			const date = new BroadcastChannel('date');
			date.onmessage = () => done(true);
			date.postMessage(%s * 86400e3);
		})`, step.days)
		if c := s.state(id).Clock; c.Since == nil || c.Since.After(c.Now) {
			f.Errorf("%s days later the clock runs from %v on, and it is %v", step.days, c.Since, c.Now)
		}
		w.play(step.cell)
	}
	if c := s.state(id).Clock; min(c.Left[0], c.Left[1]) < 600_000 {
		f.Errorf("what is left is %d", c.Left)
	}
	w.close()
}

// draws has one person offer the other a draw, who refuses first, and a level
// refuse one at the start.
func draws(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id, tokens := s.private(host.Spec{Game: "othello", Seats: []host.Seat{{Name: "Ann"}, {Name: "Bob"}}})
	path := "/g/" + id
	ann := open(t, chrome, s.base, path+"#p1="+tokens[0], desktop)
	bob := open(t, chrome, s.base, path+"#p2="+tokens[1], phone)
	request := func(w *window, text string) {
		w.wait(`document.querySelector('.request').textContent.includes(%q)`, text)
	}
	ann.ready()
	ann.press(`[data-action="draw"]`)
	request(ann, "You have offered a draw. Waiting for: Bob.")
	request(bob, "Ann offers a draw.")
	bob.shot("draw-offer")
	bob.press(`[data-action="refuse"]`)
	request(ann, "The draw was declined.")
	ann.press(`[data-action="draw"]`)
	ann.wait(`document.querySelector('#verdict').textContent.includes('You have offered a draw already')`)
	ann.forgive("/draw")
	bob.press(`[data-action="more"]`)
	bob.press(`[data-action="draw"]`)
	request(ann, "Bob offers a draw.")
	ann.press(`[data-action="agree"]`)
	bob.wait(`document.querySelector('#status').textContent === 'A draw: both agreed'`)
	taught := s.create(host.Spec{Game: "teeko", Seats: []host.Seat{{}, {Kind: host.Engine, Level: 1}}})
	ann.run(goTo(s.base + "/g/" + taught))
	ann.ready()
	ann.press(`[data-action="draw"]`)
	request(ann, "The draw was declined.")
}
