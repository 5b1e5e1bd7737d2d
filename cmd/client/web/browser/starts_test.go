package browser

import (
	"flag"
	"fmt"
	"reflect"
	"slices"

	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var starts = flag.Int("starts", 0, "in how many new profiles the time until the first board is measured")

// starts has the start page be there before the program is, with the games that the
// program tells of; a game that is begun meanwhile is there when the program is.
func (f *folder) starts() {
	send := f.host.hold()
	// How much has come is told without moving anything, and read out once.
	const top = `document.querySelector('main').getBoundingClientRect().top`
	w := f.profile().visit("")
	w.wait(`document.querySelector('#loaded')`)
	during := eval[float64](w, `(() => {
		window.told = 0;
		new MutationObserver((all) => { for (const { addedNodes } of all) window.told += addedNodes.length; }).observe(document.getElementById('notice'), { childList: true });
		return `+top+`;
	})()`)
	send()
	w.wait(`!document.querySelector('#loaded')`)
	if after := eval[float64](w, top); after != during {
		f.Errorf("the page begins at %v while the program is loaded, and at %v when it is there", during, after)
	}
	if told := eval[int](w, `window.told`); told != 0 {
		f.Errorf("that the program is loaded was said %d times more", told)
	}
	w.close()

	send = f.host.hold()
	w = f.profile().visit("")
	w.press(`.card[data-game="teeko"]`)
	w.press(`#begin`)
	send()
	w.wait(`document.querySelector('main.game')?.dataset.can === 'true' && document.querySelector('.cell')`)
	var said, told any
	w.inside().ask("GET", "/catalogue", nil, &said)
	told = eval[any](w, `JSON.parse(document.getElementById('local').textContent).catalogue`)
	if !reflect.DeepEqual(said, told) {
		f.Errorf("the page has the catalogue\n%v\nand the program says\n%v", told, said)
	}
	w.close()
	f.measure()
}

// eager chooses a game and clicks on "Begin" as soon as that is there, and notes when
// it was and when the board was drawn, in milliseconds since the page was asked for.
const eager = `(() => {
	const seen = new MutationObserver(() => {
		const begin = document.querySelector('#begin');
		if (begin && !window.begun) {
			window.begun = performance.now();
			setTimeout(() => {
				document.querySelector('.card[data-game=%q]').click();
				document.querySelector('#begin').click();
			});
		}
		if (document.querySelector('main.game')?.dataset.can !== 'true') return;
		seen.disconnect();
		requestAnimationFrame(() => setTimeout(() => { window.board = performance.now(); }));
	});
	seen.observe(document, { childList: true, subtree: true, attributes: true });
})()`

// measure tells how long the start page and the first board take in profiles in
// which the page has never been. The first is not counted.
func (f *folder) measure() {
	if *starts == 0 {
		return
	}
	for _, game := range []string{"square4", "teeko", "othello", "blokus"} {
		f.measureGame(game)
	}
}

func (f *folder) measureGame(game string) {
	var begun, board []int
	for n := range *starts + 1 {
		profile := f.profile()
		w := newWindow(f.T, profile.ctx, chromedp.WithExistingBrowserContext(chromedp.FromContext(profile.ctx).BrowserContextID), f.url, desktop)
		w.run(call(cdp.Enable, cdp.EnableParams{}), call(cdp.AddScriptToEvaluateOnNewDocument, cdp.AddScriptToEvaluateOnNewDocumentParams{Source: fmt.Sprintf(eager, game)}),
			chromedp.Navigate(f.url+hostPath))
		w.wait(`window.board`)
		if times := eval[[]float64](w, `[window.begun, window.board]`); n > 0 {
			begun, board = append(begun, int(times[0])), append(board, int(times[1]))
		}
		w.close()
		profile.close()
	}
	f.Logf("%s, %d new profiles: start page %s, board %s", game, *starts, spread(begun), spread(board))
}

// spread is the median of times and their extremes.
func spread(ms []int) string {
	slices.Sort(ms)
	return fmt.Sprintf("%d ms (%d to %d)", ms[len(ms)/2], ms[0], ms[len(ms)-1])
}
