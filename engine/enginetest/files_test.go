package enginetest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/engine/enginetest"
)

// fileEnv makes the test binary run the named file in TestBadFile.
const fileEnv = "ENGINETEST_FILE"

// Counted by hand: from 4 stones 9 turns; 3 of them leave 3 stones with 9 turns
// on, 3 leave 2 with 6, 3 leave 1 with 3.
const goodPerft = `# a comment

four | heap=4 misere=true | startpos | 1:9 2:54
position | - | 1 2 0,0,0 0 0 | 0:1 1:3 5:3
`

const goodScript = `# a comment
case the last stone wins
rules heap=2
want turn p1
act place 2
want pending place 2
want legal g3 g1 g2
refuse illegal act place 1 => not now
refuse argument act slide => one number
act slide 3
want result p1win
want reason last-stone
want token 2g3
want scores 0 0 1
want phase take
want state {"left":0,"points":[0,0,1]}
want diagram
> heap
> 0 stones
refuse over play 1g1 => the game is over

case reading
fen 3 2 0,0,0 0 0
play 1g1 1g1
want fen 1 1 2,0,0 0 0
refuse position fen 3 => not HEAP
refuse option rules heap=0 => heap takes
`

func TestGoodFiles(t *testing.T) {
	folder := t.TempDir()
	write(t, filepath.Join(folder, "a.perft"), goodPerft)
	write(t, filepath.Join(folder, "a.script"), goodScript)
	enginetest.Perft(t, stones{}, filepath.Join(folder, "a.perft"), 1000)
	enginetest.Script(t, stones{}, filepath.Join(folder, "*.script"))
}

func write(t *testing.T, file, text string) {
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestBadFile(t *testing.T) {
	file := os.Getenv(fileEnv)
	if file == "" {
		t.Skip("runs in a process of its own")
	}
	if filepath.Ext(file) == ".perft" {
		enginetest.Perft(t, stones{}, file, 1000)
		return
	}
	enginetest.Script(t, stones{}, file)
}

// TestBadFilesAreFound changes one thing in a good file each.
func TestBadFilesAreFound(t *testing.T) {
	cases := []struct{ kind, good, bad, message string }{
		{"perft", "2:54", "2:55", "perft 2 is 54, not 55"},
		{"perft", "1:9", "1-9", "is not DEPTH:COUNT"},
		{"perft", "| - |", "|", "four fields"},
		{"perft", "heap=4", "heap=0", "heap takes"},
		{"perft", goodPerft, "# nothing\n", "no entries"},
		{"script", "turn p1", "turn p2", "turn is"},
		{"script", "legal g3 g1 g2", "legal g3 g1", "legal is"},
		{"script", "scores 0 0 1", "scores 0 1 0", "scores is"},
		{"script", "> 0 stones", "> 1 stones", "diagram is"},
		{"script", "=> not now", "=> later", "the text is"},
		{"script", "refuse illegal act place 1", "refuse argument act place 1", "the kind of"},
		{"script", "refuse argument act slide", "refuse illegal act slide", "the kind of"},
		{"script", "refuse over play 1g1 =>", "refuse illegal play 1g1 =>", "the kind of"},
		{"script", "refuse position fen 3 =>", "refuse position fen 3 2 0,0,0 0 0 =>", "it is accepted"},
		{"script", "play 1g1 1g1", "play 1g1 4g1", "one number"},
		{"script", "want fen", "wants fen", "no command"},
		{"script", "want reason", "want season", "no field"},
		{"script", "# a comment", "want turn p1", "before the first case"},
		{"script", "case reading\n", "case empty\ncase reading\n", "compares nothing"},
	}
	for _, c := range cases {
		t.Run(c.bad, func(t *testing.T) {
			good := map[string]string{"perft": goodPerft, "script": goodScript}[c.kind]
			if !strings.Contains(good, c.good) {
				t.Fatalf("%q is not in the good file", c.good)
			}
			file := filepath.Join(t.TempDir(), "bad."+c.kind)
			write(t, file, strings.Replace(good, c.good, c.bad, 1))
			cmd := exec.Command(os.Args[0], "-test.run=^TestBadFile$")
			cmd.Env = append(os.Environ(), fileEnv+"="+file)
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), c.message) {
				t.Errorf("%q is not said:\n%s", c.message, out)
			}
		})
	}
}
