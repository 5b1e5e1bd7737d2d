package ai

import "testing"

func TestParseDraws(t *testing.T) {
	for text, want := range map[string]Draws{"draws=traps": Traps, "draws=random": AnyDraw} {
		if got, err := ParseDraws(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "draws", "draws=", "draws=none", "other=random"} {
		if _, err := ParseDraws(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
