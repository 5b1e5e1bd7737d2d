package browser

import (
	"strings"

	"quadrille/cmd/internal/exercise"
)

// solves has the computer solve the large board of Teeko, which an exercise on it wants
// first, while a game on it is open. The solution is kept: the next tab plays from it,
// and it is not written again.
func (f *folder) solves() {
	f.Folder = f.altered(held)
	f.host.set(f.Folder, "")
	profile := f.profile()
	w := profile.visit("?exercises#teeko")
	w.solvedExercise()
	w.press(`.brand`)
	w.wait(`document.querySelector('#begin')`)
	id := w.begin("teeko", "10", "size", "5")
	w.wait(`document.querySelector('main').dataset.solution === 'solving'`)
	w.release()
	w.wait(`document.querySelector('main').dataset.solution === 'solved' && document.querySelector('.solution progress').value === 1000`)
	if says := eval[string](w, `document.querySelector('.solution').checkVisibility() ? document.querySelector('#solved').textContent : ''`); !strings.Contains(says, "perfectly") {
		f.Errorf("it is solved, and the page says %q", says)
	}
	w.accessible("a solved game")
	written := w.keptSolution()
	w.provedLines()
	w.close()

	w = profile.visit("?g=" + id)
	w.wait(`document.querySelector('main.game')?.dataset.solution === 'solved'`)
	w.provedLines()
	if !eval[bool](w, `document.querySelector('.solution').hidden`) {
		f.Error("it was solved before, and the page tells it again")
	}
	if now := w.keptSolution(); now != written || now == 0 {
		f.Errorf("the solution was written at %v, and again at %v", written, now)
	}
	w.close()

	w = profile.visit("?kept")
	w.wait(`/5×5/.test(document.querySelector('.solutions li')?.textContent) && /MB/.test(document.querySelector('.solutions li').textContent)`)
	w.accessible("solutions that are kept")
	w.press(`[data-action="remove-solution"]`)
	w.press(`dialog [data-answer="yes"]`)
	w.wait(`document.querySelector('.solutions').hidden`)
	if now := w.keptSolution(); now != 0 {
		f.Errorf("it was deleted, but is there as it was written at %v", now)
	}
	w.close()
}

// solvedExercise shows the solution of an exercise on the large board, for which the
// board is to be solved. That is stopped, and wanted again; engines wait.
func (w *window) solvedExercise() {
	w.Helper()
	var all struct{ Exercises []exercise.Exercise }
	w.inside().ask("GET", "/exercises?game=teeko", nil, &all)
	done := map[string]int{} // all on the small board, so that none of them comes
	for _, e := range all.Exercises {
		if e.Rules["size"] != "5" {
			done[e.ID] = 1
		}
	}
	eval[bool](w, `(localStorage.setItem('quadrille.exercises.teeko', %s), true)`, quoted(quoted(map[string]any{"done": done})))
	w.reload()
	w.wait(`document.querySelector('main').dataset.can === 'true'`)
	w.hold()
	w.press(`[data-action="solution"]`)
	w.wait(`document.querySelector('main').dataset.solution === 'solving' && document.querySelector('.solution').checkVisibility()`)
	w.accessible("an exercise whose game is being solved")
	w.shot("exercise-solving")
	w.press(`.solution [data-action="stop"]`)
	w.wait(`document.querySelector('main').dataset.solution === 'stopped'`)
	w.press(`.solution [data-action="solve"]`)
	w.wait(`document.querySelector('main').dataset.solution === 'solving'`)
}

// provedLines has an analysis look at the game, all of whose turns the solution knows.
func (w *window) provedLines() {
	w.Helper()
	w.ready()
	w.press(`[data-action="analysis"]`)
	w.wait(`document.querySelectorAll('.lines em').length === 3`)
}

// keptSolution is when the solution was written that the browser keeps, in
// milliseconds, or 0 when there is none.
func (w *window) keptSolution() float64 {
	w.Helper()
	return answer[float64](w, `new Promise((resolve, reject) => {
		const opened = indexedDB.open('quadrille `+hostPath+` files');
		opened.onerror = () => reject(opened.error);
		opened.onsuccess = () => {
			const asked = opened.result.transaction('pairs').objectStore('pairs').get('about /cache/quadrille/teeko-5x5.table');
			asked.onsuccess = () => { opened.result.close(); resolve(asked.result?.time ?? 0); };
		};
	})`)
}
