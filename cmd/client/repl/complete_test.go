package repl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTypedWords(t *testing.T) {
	for _, tc := range []struct{ text, words, last, head string }{
		{"", "", "", ""},
		{"sav", "", "sav", ""},
		{"save ", "save", "", "save "},
		{"save  a", "save", "a", "save  "},
		{`save my\ ga`, "save", "my ga", "save "},
		{`save "my ga`, "save", "my ga", "save "},
		{`save 'my ga`, "save", "my ga", "save "},
		{`save "my game" ov`, "save|my game", "ov", `save "my game" `},
		{`save "it's" `, "save|it's", "", `save "it's" `},
		{`load a\`, "load", "a", "load "},
		{`load "" x`, "load||", "x", `load "" `},
	} {
		words, last, start := typedWords(tc.text)
		if got := strings.Join(words, "|"); got != strings.TrimSuffix(tc.words, "|") && got != tc.words || last != tc.last || tc.text[:start] != tc.head {
			t.Errorf("%q: %q, %q, %q", tc.text, words, last, tc.text[:start])
		}
	}
}

// What Tab makes of a file's name is read back as that name, whatever it is.
func TestCompleteFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	names := []string{"plain.record", "two words.record", "it's.record", `say "hi".record`, `back\slash`, "#1", "three  spaces", "Überzug.ggf", ".hidden", "-f"}
	for _, name := range names {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join("my games", "inner one"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := New(Config{})
	for _, tc := range []struct{ line, want string }{
		{"load pl", "load plain.record "},
		{"LOAD PL", "LOAD plain.record "},
		{"load tw", `load two\ words.record `},
		{`load "two w`, `load two\ words.record `},
		{`load 'two w`, `load two\ words.record `},
		{`load two\ w`, `load two\ words.record `},
		{"load it", `load it\'s.record `},
		{"load say", `load say\ \"hi\".record `},
		{"load ba", `load back\\slash `},
		{`load \#`, `load \#1 `},
		{"load thr", `load three\ \ spaces `},
		{"load Ü", "load Überzug.ggf "},
		{"load .h", "load .hidden "},
		{"load my", `load my\ games/`},
		{`load my\ games/`, `load my\ games/inner\ one/`},
		{`save "my games/in`, `save my\ games/inner\ one/`},
	} {
		head, candidates, _ := r.Complete(tc.line, len([]rune(tc.line)))
		if diff := cmp.Diff([]string{tc.want}, prefixed(head, candidates)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.line, diff)
			continue
		}
		words, err := split(head + candidates[0])
		if err != nil || len(words) != 2 {
			t.Errorf("%q is read as %q, %v", head+candidates[0], words, err)
			continue
		}
		if _, err := os.Stat(words[1]); err != nil {
			t.Errorf("%q: %v", tc.line, err)
		}
	}
	if _, all, _ := r.Complete("load ", 5); len(all) != len(names) { // without .hidden, with the folder
		t.Errorf("all: %q", all)
	}
}

func prefixed(head string, list []string) (lines []string) {
	for _, c := range list {
		lines = append(lines, head+c)
	}
	return lines
}

// Any name that a file may have survives.
func FuzzComplete(f *testing.F) {
	for _, name := range []string{"a b", `\`, "'", `"`, "#", "a#b", "\t", "ä ö"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if name == "" || strings.ContainsAny(name, "\r\n\x00") || strings.ToValidUTF8(name, "") != name {
			t.Skip()
		}
		words, err := split("load " + special.Replace(name))
		if err != nil || len(words) != 2 || words[1] != name {
			t.Errorf("%q is read as %q, %v", name, words, err)
		}
		if _, last, _ := typedWords("load " + special.Replace(name)); last != name {
			t.Errorf("%q is completed as %q", name, last)
		}
	})
}
