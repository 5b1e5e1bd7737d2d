package browser

import (
	"context"
	"testing"
)

// tried is JavaScript for what a trial shows: turns and actions played, and the
// turns of its line.
const tried = `document.querySelector('main').dataset.tried + ' ' + [...document.querySelectorAll('.trial .turn')].map((el) => el.textContent.replace(/[^0-9.s]/g, "")).join(' ')`

// triedOut has turns tried out from an earlier position and from the present
// one, stepped through, analysed, taken back and dropped, while the game stays
// as it is.
func triedOut(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("square4")
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	w.play("0.0", "5.0", "8.3", "4.1")
	game := s.state(id)
	is := func(want string) {
		t.Helper()
		w.wait(`%s === %q`, tried, want)
	}
	w.press(`[data-turn="1"]`)
	w.wait(`document.querySelector('main').dataset.at === '1' && document.querySelector('#phase').textContent.includes('only tried out')`)
	w.press(cell("0.1"))
	is("1.1 ")
	w.wait(`document.querySelector('.banner').textContent.includes('Your own board')`)
	w.press(cell("4.0"))
	is("2.0 2.0.1s4")
	w.wait(`document.querySelector('#polite').textContent.includes('0.1s4')`)
	w.press(cell("0.2"))
	is("2.1 2.0.1s4")
	w.press(cell("1.0"))
	is("3.0 2.0.1s4 3.0.2s1")
	w.shot("square4-tried")
	w.accessible("tried out")

	// What is said at once is said as one, and nothing of it twice.
	eval[bool](w, `(import('/static/js/announce.js').then(({ polite }) => ['One.', 'Two.', 'One.'].forEach((text) => polite(text))), true)`)
	w.wait(`document.querySelector('#polite').textContent === 'One. Two.'`)

	// Steps go along the line, and a press with the mouse leaves the arrow keys
	// to them.
	w.press(`[data-step="back"]`)
	is("2.0 2.0.1s4 3.0.2s1")
	w.keys(right)
	is("3.0 2.0.1s4 3.0.2s1")
	w.press(cell("0.2"))
	w.wait(`document.querySelector('#verdict small').textContent.includes('occupied')`)
	w.forgive("409")
	w.keys(left)
	is("2.0 2.0.1s4 3.0.2s1")
	w.press(`[data-action="analysis"]`)
	w.wait(`Number(document.querySelector('.analysis').dataset.depth) >= 2`)
	w.press(`[data-action="analysis"]`)
	w.keys(end)
	is("3.0 2.0.1s4 3.0.2s1")
	w.press(`[data-action="undo"]`)
	is("2.0 2.0.1s4")

	// The line stays beside the game until it is dropped.
	w.press(`[data-action="now"]`)
	w.wait(`document.querySelector('main').dataset.at === '' && document.querySelector('main').dataset.can === 'true'`)
	is(" 2.0.1s4")
	w.press(`[data-tried="1"]`)
	is("2.0 2.0.1s4")
	w.keys(home)
	w.wait(`document.querySelector('main').dataset.at === '0'`)
	is(" 2.0.1s4")
	w.press(`[data-action="drop"]`)
	is(" ")

	// At the present position it takes a switch.
	w.press(`[data-action="now"]`)
	w.press(`[data-action="try"]`)
	is("2.0 ")
	w.press(cell("7.0"))
	is("2.1 ")
	w.press(`[data-action="try"]`)
	is(" ")
	if now := s.state(id); now.Version != game.Version {
		t.Errorf("the game has version %d, and had %d before anything was tried out", now.Version, game.Version)
	}
	w.play("7.0")

	// In the middle of a turn a step back shows the position before it.
	w.keys(left)
	w.wait(`document.querySelector('main').dataset.at === '2'`)
	w.keys(right)
	w.wait(`document.querySelector('main').dataset.at === ''`)
}

// noise has turns heard, until the switch is off, also after the page is loaded
// anew, and nothing before the reader has pressed anything.
func noise(t *testing.T, chrome context.Context) {
	s := startServer(t)
	id := s.game("othello")
	listen := func(w *window) {
		eval[bool](w, `(() => {
			window.strokes = 0;
			const { start } = AudioScheduledSourceNode.prototype;
			AudioScheduledSourceNode.prototype.start = function (...when) { strokes++; return start.apply(this, when); };
			return true;
		})()`)
	}
	w := open(t, chrome, s.base, "/g/"+id, desktop)
	listen(w)
	s.ask("POST", "/games/"+id+"/act", map[string]string{"move": "d3"}, new(any))
	w.wait(`document.querySelectorAll('.turns [data-turn]').length === 1`)
	if n := eval[int](w, `strokes`); n != 0 {
		t.Errorf("%d strokes before anything was pressed", n)
	}
	w.play("c3")
	w.wait(`strokes > 0`)
	w.press(`#sound`)
	w.wait(`document.querySelector('#sound').ariaPressed === 'false'`)
	w.run(goTo(s.base + "/g/" + id))
	w.ready()
	listen(w)
	w.play("c4")
	w.wait(`document.querySelectorAll('.turns [data-turn]').length === 3`)
	if n := eval[int](w, `strokes`); n != 0 {
		t.Errorf("%d strokes with the sound off", n)
	}
	w.press(`#sound`)
	w.wait(`strokes > 0 && document.querySelector('#sound').ariaPressed === 'true'`)
}
