package engine

import "testing"

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]int{
		"1": 1, "9": 9, "16": 16, "17": 0, "0": 0, "": 0, "01": 0, "+1": 0, "-1": 0, "1 ": 0, " 1": 0, "1e1": 0, "a": 0, "１": 0,
		"99999999999999999999": 0,
	} {
		if n, ok := ParseNumber(text, 16); ok != (want > 0) || ok && n != want {
			t.Errorf("%q is %d %v, not %d", text, n, ok, want)
		}
	}
}
