package browser

// installed has the page offer to be installed where the browser does, and say that
// there is no network; in an installed window and on a board in a frame it does not.
func (f *folder) installed() {
	w := f.profile().visit("")
	w.wait(`document.querySelector('#begin')`)
	const offered = `Boolean(document.querySelector('[data-action="install"]'))`
	if eval[bool](w, offered) {
		f.Error("the page offers what the browser did not")
	}
	eval[bool](w, `(() => {
		const event = new Event('beforeinstallprompt', { cancelable: true });
		event.prompt = async () => { window.prompted = true; };
		dispatchEvent(event);
		return event.defaultPrevented;
	})()`)
	w.click(`[data-action="install"]`)
	w.wait(`window.prompted && !` + offered)
	const sign = `document.getElementById('network').textContent`
	if got := eval[string](w, sign); got != "" {
		f.Errorf("with a network the page says %q", got)
	}
	f.cut(w)
	w.wait(sign + ` === 'Offline'`)
	w.choose(`#language`, "he")
	w.wait(sign + ` === 'אין רשת'`)
	f.host.setDown(false)
	w.offline(false)
	w.wait(sign + ` === ''`)
	// Safari on a phone has no such event, and says how a window came about.
	eval[bool](w, `(Object.defineProperty(navigator, 'standalone', { value: false, configurable: true }),
		Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true }), true)`)
	w.choose(`#language`, "en")
	w.wait(`document.querySelector('.install')?.textContent.includes('Add to Home Screen')`)
	eval[bool](w, `(Object.defineProperty(navigator, 'standalone', { value: true, configurable: true }), true)`)
	w.choose(`#language`, "el")
	w.wait(`document.documentElement.dataset.ready === 'el' && document.querySelector('.install').hidden`)
}
