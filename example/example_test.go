package example

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/enginetest"
)

func ruleSets() []engine.Rules {
	return []engine.Rules{nil, {optSize: "4"}, {optSize: "4", optRow: "4"}, {optSize: "8", optRow: "5"}, {optSize: "8", optRow: "8"}}
}

func TestContract(t *testing.T) {
	enginetest.Contract{
		Game:      Game{},
		Rules:     ruleSets(),
		Actions:   func(token string) []engine.Action { return []engine.Action{{Verb: "mark", Args: []string{token}}} },
		Reference: newReference,
	}.Run(t)
}

func TestRules(t *testing.T) { enginetest.Script(t, Game{}, "testdata/rules.txt") }

func TestPerft(t *testing.T) { enginetest.Perft(t, Game{}, "testdata/perft.txt", 1_000_000) }

func FuzzFEN(f *testing.F) {
	enginetest.FuzzFEN(f, Game{}, ".../.../... size=3,row=3", "XO../.X../..../.... size=4,row=3")
}

func FuzzTurns(f *testing.F) { enginetest.FuzzTurns(f, Game{}, "b2 a1 c3", "a1 a1", "z9") }

func TestBot(t *testing.T) {
	var positions []engine.Position
	for _, rules := range []engine.Rules{{optSize: "8", optRow: "5"}, {optSize: "6", optRow: "4"}} {
		p, err := Game{}.New(rules, 1)
		if err != nil {
			t.Fatal(err)
		}
		positions = append(positions, p)
	}
	bottest.Contract(t, NewBot, positions)
	bottest.SelfPlay(t, NewBot, positions[1], 40, 1, 5, 10)
}

// reference is the game once more, as letters by the names of cells.
type reference struct {
	size, row int
	cells     map[string]byte
	turns     []string
}

func newReference(rules engine.Rules, _ uint64) enginetest.Reference {
	return &reference{size: rules.Int(optSize), row: rules.Int(optRow), cells: map[string]byte{}}
}

func (r *reference) name(x, y int) string { return string(rune('a'+x)) + string(rune('1'+y)) }

func (r *reference) Turn() engine.Player { return engine.Player(len(r.turns)%2 + 1) }

func (r *reference) Legal() (tokens []string) {
	for x := 0; x < r.size && !r.Result().Over; x++ {
		for y := range r.size {
			if name := r.name(x, y); r.cells[name] == 0 {
				tokens = append(tokens, name)
			}
		}
	}
	return tokens
}

func (r *reference) Play(token string) {
	r.cells[token] = "XO"[len(r.turns)%2]
	r.turns = append(r.turns, token)
}

// Result reads along every row, column and diagonal.
func (r *reference) Result() engine.Result {
	var all []string
	for i := -r.size; i < 2*r.size; i++ {
		var ways [4]strings.Builder
		for j := range r.size {
			for w, name := range []string{r.name(i, j), r.name(j, i), r.name(i+j, j), r.name(i-j, j)} {
				if c := r.cells[name]; c != 0 {
					ways[w].WriteByte(c)
				} else {
					ways[w].WriteByte('.')
				}
			}
		}
		for w := range ways {
			all = append(all, ways[w].String())
		}
	}
	text := strings.Join(all, "|")
	switch {
	case strings.Contains(text, strings.Repeat("X", r.row)):
		return engine.Win(engine.P1, "row")
	case strings.Contains(text, strings.Repeat("O", r.row)):
		return engine.Win(engine.P2, "row")
	case len(r.turns) == r.size*r.size:
		return engine.Draw("full")
	}
	return engine.Result{}
}

func (r *reference) Scores() []int {
	scores := make([]int, 2)
	if w := r.Result().Winner; w != engine.NoPlayer {
		scores[w-1] = 1
	}
	return scores
}

// TestNamedNowhereElse walks through the repository: no other file has the name
// of this game, so that every part that plays it has learned it from the lists.
func TestNamedNowhereElse(t *testing.T) {
	name := regexp.MustCompile(`(?i)tic.?tac.?toe`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (path == filepath.Join("..", "example") || path != ".." && strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if name.Match(text) {
			t.Errorf("%s knows the game", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
