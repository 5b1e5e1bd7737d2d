package browser

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"quadrille/cmd/client/web/host"
)

// otherColours shows a game where the system replaces the colours of pages, and on
// paper: pieces keep theirs, what is chosen can be seen, and a dark page is not printed
// in light letters.
func otherColours(t *testing.T, chrome context.Context) {
	s := startServer(t)
	dark := desktop
	dark.dark = true
	w := open(t, chrome, s.base, "/g/"+s.game("othello"), dark)
	w.play("d3", "c3")
	w.choose(`#theme`, "dark")
	emulate := func(media string, forced string) {
		t.Helper()
		w.run(call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media, Features: []*emulation.MediaFeature{
			{Name: "forced-colors", Value: forced}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}}))
	}
	const frame = `getComputedStyle(document.querySelector(%q)).borderTopWidth`
	emulate("", "active")
	w.press(`[data-action="analysis"]`)
	for chosen, other := range map[string]string{
		`[data-action="analysis"]`: `[data-action="truth"]`, `.turn[aria-current="step"]`: `.turn[aria-current="false"]`, `.players li.acts`: `.players li:not(.acts)`,
	} {
		w.wait(frame+` !== `+frame, chosen, other)
	}
	w.press(`[data-action="analysis"]`)

	emulate("print", "none")
	w.wait(`getComputedStyle(document.querySelector('.disk')).printColorAdjust === 'exact' && !document.querySelector('#language').checkVisibility()`)
	if got := eval[float64](w, `(() => {`+ratio+` return ratio(rgb(getComputedStyle(document.querySelector('#status')).color), [255, 255, 255]); })()`); got < 4.5 {
		t.Errorf("what is printed stands out against paper by %.1f to 1", got)
	}

	emulate("", "active")
	w.run(goTo(s.base + "/g/" + s.create(host.Spec{Game: "square4"})))
	w.ready()
	w.wait(`getComputedStyle(document.querySelector('.marbles .marble')).backgroundImage !== 'none'`)
}
