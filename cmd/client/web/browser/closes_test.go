package browser

import (
	"flag"
	"math/rand/v2"
	"slices"
	"time"

	"quadrille/cmd/client/web/host"
)

var closes = flag.Int("closes", 3, "how often the tab is closed in which a game is played as fast as can be")

// closedAnywhen closes the tab again and again while a game is played in it as fast
// as can be: the next one has all that the one before was told to be done.
func (f *folder) closedAnywhen() {
	profile := f.profile()
	w := profile.visit("")
	id := w.inside().create(host.Spec{Game: "othello"})
	var known host.State
	for range *closes {
		eval[bool](w, `((async () => {
			const ask = async (what, body) => (await window.asked.request('/api/v1/games/%s' + what, body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
			for (let now = await ask(''); now.version; now = await ask(now.result === 'none' ? '/act' : '/restart', now.result === 'none' ? { move: now.legal[0] } : {})) {
				localStorage.known = JSON.stringify({ version: now.version, turns: now.turns });
			}
		})(), true)`, id)
		w.wait(`JSON.parse(localStorage.known ?? '{}').version > %d`, known.Version)
		time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond) // where it is cut is left to chance
		w.close()
		w = profile.visit("?g=" + id)
		known = eval[host.State](w, `JSON.parse(localStorage.known)`)
		now := w.inside().state(id)
		if now.Version < known.Version || now.Version == known.Version && !slices.Equal(now.Turns, known.Turns) {
			f.Errorf("the game is at version %d with %q, and was at version %d with %q", now.Version, now.Turns, known.Version, known.Turns)
		}
		if now.Version > known.Version+1 {
			f.Logf("what the tab noted is older than what was done: %d, %d", known.Version, now.Version)
		}
	}
	f.Logf("closed %d times; the game is at version %d", *closes, known.Version)
	w.close()
}
