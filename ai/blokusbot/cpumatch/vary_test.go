package main

import (
	"math"
	"strings"
	"testing"
)

// TestVariation draws values and compares scores that follow from them.
func TestVariation(t *testing.T) {
	v, err := newVariation("explore=0.5~1 size=2~3~4")
	if err != nil {
		t.Fatal(err)
	}
	for game := range 600 {
		words := v.draw(game)
		if !strings.HasPrefix(words, "explore=") || !strings.Contains(words, ",size=") {
			t.Fatalf("drawn: %q", words)
		}
		score := 0.25 * float64(game%2)
		if strings.HasSuffix(words, "size=4") {
			score += 0.5
		}
		v.add(game%2, score)
	}
	low, half := v.effect(1, 0)
	high, _ := v.effect(1, 2)
	if math.Abs(high-low-0.5) > 1e-9+half {
		t.Errorf("effects %.3f and %.3f ± %.3f, 0.5 apart", low, high, half)
	}
	if other, half := v.effect(0, 1); math.Abs(other) > 1.5*half {
		t.Errorf("effect %.3f ± %.3f of what does nothing", other, half)
	}
	if _, err := newVariation("explore"); err == nil {
		t.Error("a name without values was taken")
	}
}
