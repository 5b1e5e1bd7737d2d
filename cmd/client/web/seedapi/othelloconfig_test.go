package seedapi

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestReadKeys(t *testing.T) {
	tests := []struct {
		text string
		want string // the keys, or a part of the error behind !
	}{
		{"", "[]"},
		{"a\nb\n", "[a b]"},
		{" a \r\n\n# comment\nengine10\nb-_9", "[a engine10 b-_9]"},
		{"a b\n", "!line 1: othello: a key is letters"},
		{"a\nb/c\n", "!line 2: "},
		{"a\n" + strings.Repeat("k", 65), "!line 2: othello: a key has 1 to 64"},
		{"a-engine5", "!line 1: othello: a key may not end"},
		{"a-engine11\nengine0", "[a-engine11 engine0]"}, // no levels, so plain keys
		{"ключ", "!line 1: "},
	}
	for _, test := range tests {
		got, err := ReadKeys(strings.NewReader(test.text))
		if want, wrong := strings.CutPrefix(test.want, "!"); wrong {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %q", test.text, err, want)
			}
		} else if err != nil || fmt.Sprint(got) != test.want {
			t.Errorf("%q: %v, %v, want %s", test.text, got, err, test.want)
		}
	}
}

func FuzzReadKeys(f *testing.F) {
	for _, text := range []string{"a\nb", "engine1\n#\n", "\xff", "a-engine1", strings.Repeat("x", 100)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		keys, err := ReadKeys(strings.NewReader(text))
		for _, key := range keys {
			if err == nil && checkKey(key) != nil {
				t.Errorf("%q is read as a key", key)
			}
		}
	})
}

func TestConfig(t *testing.T) {
	for _, keys := range [][]string{{"one"}, {"a", "b", "a"}, {"a", "b c"}, {"a", ""}, {"a", "b-engine3"}, slices.Repeat([]string{"engine1"}, 101)} {
		if _, err := NewOthello(t.Context(), nil, OthelloConfig{Keys: keys}); err == nil {
			t.Errorf("keys %q are taken", keys)
		}
	}
}
