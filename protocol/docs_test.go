package protocol

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadrille/engine"
	"quadrille/engine/games"
)

// TestDocument checks that docs/protocol.md names every command, question,
// player option and error code, so that it cannot fall behind the tables.
func TestDocument(t *testing.T) {
	b, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	document := string(b)
	need := func(kind, name string) {
		if !strings.Contains(document, "`"+name) {
			t.Errorf("docs/protocol.md says nothing of the %s %q", kind, name)
		}
	}
	for _, c := range commandTable(games.All()) {
		need("command", c.name)
	}
	for _, q := range questions() {
		if !strings.HasSuffix(q.name, "turn") { // p1turn … p4turn are one row
			need("question", q.name)
		}
	}
	for _, e := range newOptions(games.All()).entries() {
		if !strings.Contains(e.Name, ".") {
			need("option", e.Name)
		}
	}
	for _, code := range []Code{UnknownCommand, BadArgument, BadOption, BadPosition, IllegalMove, GameOver, NoGame, Busy, NotKept} {
		need("error code", string(code))
	}
}

// TestDocumentedGames checks the table of the games: the forms of their actions
// and the phases that random games come through, no less and no more.
func TestDocumentedGames(t *testing.T) {
	b, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	quoted := regexp.MustCompile("`[^`]+`")
	for _, g := range games.All() {
		_, row, _ := strings.Cut(string(b), "\n| `"+g.Name()+"` |")
		row, _, _ = strings.Cut(row, "\n")
		cells := strings.Split(row, "|")
		if len(cells) != 4 {
			t.Errorf("%s has %d cells in %q", g.Name(), len(cells), row)
			continue
		}
		for cell, want := range map[string][]string{cells[1]: actionForms(g), cells[2]: phasesOf(t, g)} {
			documented := quoted.FindAllString(cell, -1)
			slices.Sort(documented)
			if diff := cmp.Diff(documented, want); diff != "" {
				t.Errorf("%s (-document +game):\n%s", g.Name(), diff)
			}
		}
	}
}

func actionForms(g engine.Game) (forms []string) {
	for _, v := range engine.Verbs(g) {
		for form := range strings.SplitSeq(v.Form, " | ") {
			forms = append(forms, "`"+strings.TrimSpace(v.Name+" "+form)+"`")
		}
	}
	slices.Sort(forms)
	return forms
}

func phasesOf(t *testing.T, g engine.Game) (phases []string) {
	random := rand.New(rand.NewPCG(1, 1))
	p, err := g.New(nil, 1)
	for range 200 {
		if err != nil {
			t.Fatal(err)
		}
		legal := p.Legal()
		if p.Result().Over || len(legal) == 0 {
			break
		}
		var steps []engine.Position
		steps, err = engine.PlayActions(p, legal[random.IntN(len(legal))])
		for _, step := range append([]engine.Position{p}, steps...) {
			if p = step; !step.Result().Over {
				phases = append(phases, "`"+step.Phase()+"`")
			}
		}
	}
	slices.Sort(phases)
	return slices.Compact(phases)
}
