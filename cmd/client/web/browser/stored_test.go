package browser

import (
	"os"
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

	// What is kept is at least the page's files; a game that cannot be read is left out
	// of the file, which is said.
	folder := f.TempDir()
	w = profile.visit("?kept")
	f.cut(w)
	good := w.spoil(id)
	w.reload()
	w.keepsIn(folder)
	w.wait(`Number(/([\d.]+) MB of the/.exec(document.querySelector('#sum').textContent)?.[1]) * 1e6 >= %d`, f.Size)
	w.press(`[data-action="save-all"]`)
	if err := os.Remove(w.downloaded(folder)); err != nil { // or it would be taken for the next one, which has the same name
		f.Fatal(err)
	}
	w.wait(`document.querySelector('.kept [role="status"] .refusal')?.textContent === '1 game cannot be read and is not in the file:' &&
		document.querySelectorAll('.kept [role="status"] li').length === 1`)
	w.repair(id, good)
	f.host.setDown(false)
	w.close()
	w = profile.visit("?kept")
	w.keepsIn(folder)
	w.wait(`document.querySelectorAll('.games li').length === 2 && /2/.test(document.querySelector('#sum').textContent) && /MB/.test(document.querySelector('#sum').textContent)`)
	w.accessible("what is kept")
	// A browser may refuse to say how much room there is.
	eval[bool](w, `(navigator.storage.estimate = navigator.storage.persisted = () => Promise.reject(new TypeError('refused')), true)`)
	w.choose(`#language`, "ru")
	w.wait(`document.documentElement.dataset.ready === 'ru' && document.querySelectorAll('.games li').length === 2 && /2/.test(document.querySelector('#sum').textContent)`)
	w.choose(`#language`, "en")
	w.wait(`document.documentElement.dataset.ready === 'en' && document.querySelectorAll('.games li').length === 2`)
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

// spoil makes the turns of a game unreadable and returns what they were.
func (w *window) spoil(id string) (good string) {
	w.Helper()
	return w.exchange("steps/"+id, "[{")
}

// repair undoes spoil.
func (w *window) repair(id, good string) {
	w.Helper()
	w.exchange("steps/"+id, good)
}

// exchange changes the value of a key in the browser's database, and returns the one
// before.
func (w *window) exchange(key, value string) (before string) {
	w.Helper()
	return answer[string](w, `new Promise((resolve, reject) => {
		const opened = indexedDB.open('quadrille `+hostPath+`');
		opened.onerror = () => reject(opened.error);
		opened.onsuccess = () => {
			const change = opened.result.transaction('pairs', 'readwrite');
			const pairs = change.objectStore('pairs');
			const asked = pairs.get(%[1]s);
			asked.onsuccess = () => pairs.put(new TextEncoder().encode(%[2]s), %[1]s);
			change.oncomplete = () => { opened.result.close(); resolve(new TextDecoder().decode(asked.result)); };
		};
	})`, quoted(key), quoted(value))
}

// takeGames chooses a file of games to take.
func (w *window) takeGames(file string) {
	w.Helper()
	w.run(chromedp.SetUploadFiles(`#take`, []string{file}, chromedp.NodeReady))
}
