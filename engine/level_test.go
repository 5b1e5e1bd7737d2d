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

// FuzzParseLevel reads back what was taken, and wants refusals that fit a line.
func FuzzParseLevel(f *testing.F) {
	for _, text := range []string{"4.5", "10", "9.5", "4,5", "NaN", "1e308", "0x1p2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLevel(text)
		if err != nil {
			if len(err.Error()) > 300 {
				t.Errorf("%q is refused in %d bytes", text, len(err.Error()))
			}
			return
		}
		if back, err := ParseLevel(l.String()); err != nil || back != l || len(l.String()) > 3 {
			t.Errorf("%q is level %v, which is read as %v, %v", text, l, back, err)
		}
	})
}
