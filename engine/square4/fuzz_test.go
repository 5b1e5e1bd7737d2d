package square4

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/engine"
	"quadrille/engine/enginetest"
)

// scriptLines returns the lines of the rule scripts that have the command, from
// behind it to the "=>" if there is one.
func scriptLines(f *testing.F, command string) []string {
	files, err := filepath.Glob("../../testdata/square4/rules-*.txt")
	if err != nil || len(files) == 0 {
		f.Fatalf("no rule scripts: %v", err)
	}
	var found []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if _, after, ok := strings.Cut(line, command+" "); ok {
				input, _, _ := strings.Cut(after, "=>")
				found = append(found, strings.TrimSpace(input))
			}
		}
	}
	return found
}

func FuzzParseFEN(f *testing.F) {
	enginetest.FuzzFEN(f, Game{}, scriptLines(f, "fen")...)
}

func FuzzPlayActions(f *testing.F) {
	enginetest.FuzzTurns(f, Game{}, append(scriptLines(f, "act"), scriptLines(f, "play")...)...)
}

// FuzzParseTurn checks that a token that can be read is written the same.
func FuzzParseTurn(f *testing.F) {
	for _, tokens := range scriptLines(f, "play") {
		f.Add(tokens)
	}
	f.Add("0.2s3")
	f.Add("8.3")
	f.Add("s0")
	f.Fuzz(func(t *testing.T, token string) {
		turn, ok := ParseTurn(token)
		if !ok {
			if turn != NoTurn && turn.String() == token {
				t.Errorf("%q is refused although it is the token of %d", token, turn)
			}
			return
		}
		if turn.String() != token {
			t.Errorf("%q is read as %s", token, turn)
		}
		wantSplit := actionsOf(token)
		start, err := Game{}.New(nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := start.(engine.Splitter).Split(token); len(got) != len(wantSplit) {
			t.Errorf("%q is split into %v, not %v", token, got, wantSplit)
		}
	})
}

// TestParseTurn goes through every turn there is and the forms that are none.
func TestParseTurn(t *testing.T) {
	seen := map[Turn]string{}
	check := func(token string) {
		turn, ok := ParseTurn(token)
		if earlier, twice := seen[turn]; !ok || twice || turn.String() != token {
			t.Errorf("%q: turn %d, %v, written %q, also that of %q", token, turn, ok, turn, earlier)
		}
		seen[turn] = token
	}
	const digits = "012345678"
	for _, square := range digits {
		check("s" + string(square))
		for _, slot := range "0123" {
			place := string(square) + "." + string(slot)
			check(place)
			for _, slide := range digits {
				check(place + "s" + string(slide))
			}
		}
	}
	for _, token := range []string{"", "s", "s9", "s-", "s12", ".", "0.", ".0", "0.4", "9.0", "0.0s", "0.0s9", "0.0s1 ",
		" 0.0s1", "0.0S1", "0,0s1", "s10.0", "0.0s1s2", "0.0.0", "x.0s1", "0.xs1", "0.0sx", "s1s1"} {
		if turn, ok := ParseTurn(token); ok {
			t.Errorf("%q is read as %s", token, turn)
		}
	}
	if NoTurn.String() != "" {
		t.Errorf("no turn is written %q", NoTurn)
	}
}
