package protocol

import (
	"os"
	"strings"
	"testing"

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
	for _, code := range []Code{UnknownCommand, BadArgument, BadOption, BadPosition, IllegalMove, GameOver, NoGame, Busy} {
		need("error code", string(code))
	}
}
