package browser

import (
	"context"
	"testing"

	"quadrille/cmd/client/web/host"
)

// worths is JavaScript for what a board says turns are worth, by cell: "a1= b2+5".
const worths = `[...document.querySelectorAll('.cell > .worth')].filter((el) => el.getClientRects().length).map((el) => el.parentNode.dataset.cell + el.textContent).join(' ')`

// labelOf is JavaScript for what a screen reader says about a cell.
func labelOf(name string) string {
	return "document.querySelector('[data-cell=\"" + name + "\"]').getAttribute('aria-label')"
}

// truthShown has the values of turns on the boards: in a game, in its past and in
// what is tried out, by button and by key, and not where people with seats of their
// own play.
func truthShown(t *testing.T, chrome context.Context) {
	s := startServer(t)

	// The values of the first position of the FFO endgame test suite, as
	// published with it (testdata/othello).
	ffo := s.create(host.Spec{Game: "othello", FEN: "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"})
	w := open(t, chrome, s.base, "/g/"+ffo, desktop)
	w.press(`[data-action="truth"]`)
	w.wait(`%s === 'b1−4 h1+12 a2+6 g2−24 a3+4 a4−22 h7+6 g8+18' && document.querySelectorAll('.worth.sure').length === 8`, worths)
	w.wait(`%s === 'g8: empty, you can play here; wins by 18' && document.querySelector('.best').textContent === '+18'`, labelOf("g8"))
	w.wait(`document.querySelector('.truth').textContent.includes('Win: 5, draw: 0, lose: 3')`)
	w.shot("othello-truth")
	w.accessible("values in othello")
	w.play("g8")
	w.wait(`document.querySelectorAll('.worth.sure').length === %d && document.querySelector('.best').textContent === '−18'`, len(s.state(ffo).Legal))
	w.keys("v")
	w.wait(`!document.querySelector('.cell > .worth') && !%s.includes('wins')`, labelOf("g8"))
	w.scoresInWords()

	// The standard board of Teeko is drawn from the start, whatever is dropped;
	// Circle, who has b2, c2 and b3, then threatens c3 to win at once.
	w = open(t, chrome, s.base, "/g/"+s.game("teeko"), desktop)
	w.press(`[data-action="truth"]`)
	w.wait(`document.querySelectorAll('.worth.sure[data-kind=draw]').length === 16 && %s.endsWith('; draws')`, labelOf("a1"))
	w.play("b2", "a1", "c2", "d4", "b3")
	w.wait(`document.querySelectorAll('.worth.sure').length === 11 && document.querySelectorAll('.worth.sure[data-kind=loss]').length >= 10`)
	w.wait(`%s === 'a2: empty, you can play here; loses in 2 turns'`, labelOf("a2"))
	w.play("a2")
	w.wait(`%s === 'c3: empty, you can play here; wins in 1 turn'`, labelOf("c3"))
	w.shot("teeko-truth")
	w.accessible("values in teeko")
	w.press(`[data-turn="4"]`)
	w.wait(`document.querySelectorAll('.worth.sure').length === 12`)
	w.press(cell("b3"))
	w.wait(`document.querySelectorAll('.worth.sure').length === 11 && %s.endsWith('; loses in 2 turns')`, labelOf("a2"))

	// In Four in a Square the places show the best of their slides, then the
	// tiles what each is worth.
	w = open(t, chrome, s.base, "/g/"+s.game("square4", "pieces", "4"), desktop)
	w.play("0.0", "5.0", "8.3", "4.1", "0.1", "5.2", "8.0", "4.3")
	w.press(`[data-action="truth"]`)
	w.wait(`document.querySelectorAll('.worth.sure:not(.wide)').length === %d`, 32-4)
	w.shot("square4-truth")
	w.accessible("values in square4")
	w.press(cell("0.2"))
	w.wait(`document.querySelectorAll('.worth.wide').length >= 8 && %s.match(/; (wins|draws|loses|a guess)/)`, labelOf("1.3"))
	w.shot("square4-truth-slides")

	// Blokus has the best few of its turns.
	w = open(t, chrome, s.base, "/g/"+s.game("blokus", "variant", "duo"), desktop)
	w.press(`[data-action="truth"]`)
	w.wait(`document.querySelector('.worth:not(.sure)')?.textContent.endsWith('?')`)

	// Where two people with seats of their own play, nobody gets help.
	id, tokens := s.private(host.Spec{Game: "teeko"})
	w = open(t, chrome, s.base, "/g/"+id+"#p1="+tokens[0], desktop)
	w.ready()
	w.wait(`document.querySelector('.analysis').hidden && document.querySelector('[data-action="hint"]').hidden`)
	w.press(`[data-action="resign"]`)
	w.press(`dialog [data-answer="yes"]`)
	w.wait(`!document.querySelector('.analysis').hidden`)
}

// scoresInWords has the scores of an analysis written, for Blue to move. One beyond all
// that the game counts is no number for people, and a win only if it is proved.
func (w *window) scoresInWords() {
	w.Helper()
	for _, c := range []struct {
		score map[string]int
		proof string
		want  string
	}{
		{map[string]int{"cp": 150}, "", "-1.5"},
		{map[string]int{"cp": 600}, "win", "-6.0"},
		{map[string]int{"mate": 3}, "win", "Blue: wins in 3 turns"},
		{map[string]int{"mate": -3}, "loss", "Red: wins in 3 turns"},
		{map[string]int{"cp": 20000}, "win", "Blue: wins"},
		{map[string]int{"cp": -20000}, "loss", "Red: wins"},
		{map[string]int{"cp": -10000}, "", "Red: +"},
	} {
		got := answer[string](w, `(async () => {
			await (await import('/static/js/i18n.js')).load('en');
			return (await import('/static/js/analysis.js')).scoreWords({ score: %s, proof: %s || undefined }, ['Red', 'Blue'], -1);
		})()`, quoted(c.score), quoted(c.proof))
		if got != c.want {
			w.Errorf("score %v, proved %q: %q, want %q", c.score, c.proof, got, c.want)
		}
	}
}
