package browser

import (
	"strings"

	"github.com/chromedp/chromedp"
)

// stored has a person look at all games that a browser keeps, take them to another
// browser, and pass one to a friend by a link.
func (f *folder) stored() {
	profile := f.profile()
	w := profile.visit("")
	id := w.begin("teeko", "1")
	w.close()
	w = profile.visit("")
	w.choose(`.seat[data-seat="p2"] .kind`, "person")
	w.click(`#begin`)
	w.ready()
	w.play("0.0", "5.0")
	link := w.wholeLink()
	w.close()

	folder := f.TempDir()
	w = profile.visit("?kept")
	w.keepsIn(folder)
	w.wait(`document.querySelectorAll('.games li').length === 2 && /2/.test(document.querySelector('#sum').textContent) && /MB/.test(document.querySelector('#sum').textContent)`)
	w.accessible("what is kept")
	w.shot("kept")
	w.press(`[data-action="save-all"]`)
	file := w.downloaded(folder)
	w.press(`[data-action="remove-all"]`)
	w.press(`dialog [data-answer="yes"]`)
	w.wait(`document.querySelectorAll('.games li').length === 0`)
	w.takeGames(file)
	w.wait(`document.querySelectorAll('.games li').length === 2`)
	if says := eval[string](w, `document.querySelector('main a[href$="`+id+`"]')?.textContent ?? ''`); says != "" {
		f.Errorf("the game that was deleted is there: %s", says)
	}
	w.close()

	friend := f.profile().visit("?kept")
	friend.wait(`/0/.test(document.querySelector('#sum').textContent)`)
	friend.takeGames(file)
	friend.wait(`document.querySelectorAll('.games li').length === 2`)
	friend.takeGames(file) // which makes none twice
	friend.wait(`/2/.test(document.querySelector('[role="status"] p:last-child')?.textContent) && document.querySelectorAll('.games li').length === 2`)
	friend.follow(f.url + hostPath + link[strings.Index(link, "#"):])
	friend.press(`[data-action="take"]`)
	friend.wait(`document.querySelector('main.game')?.dataset.can === 'true'`)
	friend.close()
}

// takeGames chooses a file of games to take.
func (w *window) takeGames(file string) {
	w.Helper()
	w.run(chromedp.SetUploadFiles(`#take`, []string{file}, chromedp.NodeReady))
}
