package othello

import (
	"os"
	"strings"
	"testing"
)

// TestXOT plays the openings of testdata/othello/xot.txt: all are legal, eight
// turns long, and none comes twice.
func TestXOT(t *testing.T) {
	text, err := os.ReadFile("../../testdata/othello/xot.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[State]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		tokens := strings.Fields(line)
		if len(tokens) != 8 {
			t.Fatalf("%q has %d turns", line, len(tokens))
		}
		s := playTranscript(t, tokens).state
		if before, ok := seen[s]; ok && before == line {
			t.Errorf("%q is there twice", line)
		}
		seen[s] = line
	}
	// The published list has 3,623 lines.
	if len(seen) != 3623 {
		t.Errorf("%d positions", len(seen))
	}
}
