package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// scripts speaks to the engine of the folder alone, as docs/examples do it: in a
// worker of another page, where a search is stopped while it runs, and in Node.
func (f *folder) scripts() {
	w := f.profile().tab(hostPath + "other.html")
	eval[bool](w, `(() => {
		window.said = '';
		window.engine = new Worker('worker.js?folder=.');
		window.engine.onmessage = ({ data }) => { window.said += data; };
		window.engine.postMessage('ugi\nnewgame othello\ngo infinite\n');
		return true;
	})()`)
	w.wait(`window.said.includes('ugiok\n') && window.said.includes('info depth 6 ')`)
	eval[bool](w, `!window.said.includes('bestmove') && (window.engine.postMessage('stop\nquery game\n'), true)`)
	w.wait(`/bestmove [a-h][1-8]\b/.test(window.said) && window.said.includes('response othello\n')`)
	w.forgive("favicon")

	node, err := exec.LookPath("node")
	if err != nil {
		f.Skip(err)
	}
	here := f.TempDir()
	for _, name := range []string{"quadrille.wasm", "wasm_exec.js"} {
		if err := os.WriteFile(filepath.Join(here, name), f.Files[name], 0o600); err != nil {
			f.Fatal(err)
		}
	}
	cmd := exec.CommandContext(f.Context(), node, "../../../../docs/examples/wasm.mjs", here, "Game=teeko")
	cmd.Stdin = strings.NewReader("ugi\nquery game\ngo nodes 1000\nquit\n")
	out, err := cmd.CombinedOutput()
	for _, want := range []string{"ugiok\n", "response teeko\n", "bestmove "} {
		if err != nil || !strings.Contains(string(out), want) {
			f.Errorf("nothing of %q (%v) in:\n%s", want, err, out)
		}
	}
}
