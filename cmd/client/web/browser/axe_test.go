package browser

import (
	"context"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// axeSource is the text of axe-core, a checker of what pages are like for people
// with disabilities. Where there must be a browser there must be this as well;
// elsewhere it is left out when QUADRILLE_AXE does not name its file.
func axeSource(t *testing.T) string {
	t.Helper()
	name := os.Getenv("QUADRILLE_AXE")
	if name == "" && os.Getenv("QUADRILLE_BROWSER") != "required" {
		return ""
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("QUADRILLE_AXE must name axe-core's axe.min.js: %v", err)
	}
	return string(text)
}

// violations is JavaScript for what axe-core finds wrong with the page.
const violations = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations, passes }) => violations
	.map((v) => v.id + ': ' + v.help + ': ' + v.nodes.map((n) => n.html.slice(0, 150)).slice(0, 3).join('; '))
	.concat(passes.length > 10 ? [] : ['only ' + passes.length + ' rules were tried']))`

// accessible has axe-core look at what the window shows.
func (w *window) accessible(name string) {
	w.Helper()
	source := axeSource(w.T)
	if source == "" {
		return
	}
	if !eval[bool](w, `Boolean(window.axe)`) {
		eval[bool](w, `(() => {`+source+`; return true; })()`)
	}
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	found, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](violations, chromedp.EvalAwaitPromise))
	if err != nil {
		w.fail(err)
	}
	for _, v := range found {
		w.Errorf("%s: %s", name, v)
	}
}
