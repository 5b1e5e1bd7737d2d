package engine

import (
	"errors"
	"testing"
)

func TestParseLevel(t *testing.T) {
	for text, want := range map[string]string{
		"1": "1", "05": "5", "4.5": "4.5", "4.50": "4.5", "8.9": "8.9", "9": "9", "10": "10", "10.0": "10",
		"0": "", "0.9": "", "-1": "", "9.1": "", "9.9": "", "10.1": "", "11": "", "4.55": "", "NaN": "", "Inf": "", "-Inf": "", "": "", "many": "", "4,5": "", "1e400": "",
	} {
		l, err := ParseLevel(text)
		switch {
		case want == "" && !errors.Is(err, ErrOption):
			t.Errorf("%q is read as %v, %v", text, l, err)
		case want != "" && (err != nil || l.String() != want):
			t.Errorf("%q is read as %v, %v", text, l, err)
		}
	}
}

// TestLevelTenths reads every level back as it is written.
func TestLevelTenths(t *testing.T) {
	for n := 10; n <= 90; n++ {
		l := Level(n) / 10
		if back, err := ParseLevel(l.String()); err != nil || back != l {
			t.Errorf("%v is read back as %v, %v", l, back, err)
		}
	}
}
