package names

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCheck(t *testing.T) {
	for text, want := range map[string]string{ // empty: refused
		"Ann": "Ann", "  Ann \t": "", "  Ann   Lee ": "Ann Lee", "O'Neil-Smith, Jr.": "O'Neil-Smith, Jr.",
		"Ἀριστοτέλης": "Ἀριστοτέλης", "ΜΑΡΙΑ": "ΜΑΡΙΑ", "Юлия": "Юлия", "יוסי": "יוסי", "محمد": "محمد", "李小龙": "李小龙", "ゴー・リーバー": "ゴー・リーバー",
		"می\u200cخواهم": "می\u200cخواهم", "क्\u200dष": "क्\u200dष", // the joiners that Persian and Hindi need
		"Zoe\u0308": "Zoë", "Ａｎｎ": "Ann", "I \u2764\ufe0f Go": "I \u2764 Go", "😀": "😀", "🇬🇷": "🇬🇷", "<b>&\"{}": "<b>&\"{}",
		strings.Repeat("W", 40): strings.Repeat("W", 40), strings.Repeat("李", 20): strings.Repeat("李", 20),
		strings.Repeat("e\u0301", 40): strings.Repeat("é", 40),

		"": "", " ": "", "\u3000": "", "\u200b": "", "a\u200bb": "", "\u202eevil": "", "a\u2066b\u2069": "", "a\u200eb": "", "\ufeffa": "",
		"a\nb": "", "a\tb": "", "a\x00b": "", "\x1b[31mred": "", "a\u0085b": "", "a\u2028b": "", "a\u00adb": "", "a\ufffdb": "", "a\xffb": "",
		"\u115f": "", "\u3164": "", "\u2800": "", "a\ue000": "", "a\u200db": "", "👩\u200d💻": "", "a\U000e0041": "", "a\u034f": "",
		"a\u0301\u0302\u0303\u0304\u0305\u0306": "",
		strings.Repeat("W", 41):                 "", strings.Repeat("W", 45): "", strings.Repeat("李", 21): "",
	} {
		got, err := Check(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
		if again, err := Check(got); want != "" && (err != nil || again != got) {
			t.Errorf("%q, which was kept, becomes %q, %v", got, again, err)
		}
	}
}

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"Ann Lee": "Ann Lee", "  Ann \t Lee\n": "Ann Lee", "\u202eeve": "eve", "a\u200bb": "ab", "\x1b[31mred": "[31mred", "": "", "\u200b\u202e": "",
		"a\xffb": "ab", "👩\u200d💻": "👩💻", "می\u200cخواهم": "می\u200cخواهم", "a\u200db": "ab", "Ann·Lee": "AnnLee",
		"a\u0336\u0336\u0336\u0336\u0336\u0336b": "a\u0336\u0336\u0336\u0336b",
		strings.Repeat("W", 40):                  strings.Repeat("W", 40),
		strings.Repeat("W", 45):                  strings.Repeat("W", 37) + "...",
		strings.Repeat("李", 30):                  strings.Repeat("李", 18) + "...",
		strings.Repeat("Ann ", 30):               strings.Repeat("Ann ", 9) + "A...",
	} {
		if got := Clean(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestKey(t *testing.T) {
	for _, same := range [][2]string{{"Ann", "ANN"}, {"Ann  Lee", "ann lee"}, {"Σίσυφος", "ΣΊΣΥΦΟΣ"}, {"Zoe\u0308", "ZOË"}, {"Ａnn", "ann"}} {
		if Key(same[0]) != Key(same[1]) {
			t.Errorf("%q and %q differ", same[0], same[1])
		}
	}
	if Key("Ann") == Key("Anna") {
		t.Error("Ann is Anna")
	}
}

func TestAppend(t *testing.T) {
	for name, want := range map[string]string{"Ann": "Ann (2)", strings.Repeat("W", 40): strings.Repeat("W", 33) + "... (2)"} {
		if got := Append(name, " (2)"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// Whatever the text, what is shown of it is a name, or nothing.
func FuzzClean(f *testing.F) {
	for _, s := range []string{"Ann", "\u202eeve\x1b[0m", "\xff\u0301", "a\u0300\u0345\u1fb3", strings.Repeat("👩\u200d💻", 30), "ﷺ", "·", "\u0660\u06f0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name := Clean(text)
		if !utf8.ValidString(name) {
			t.Fatalf("%q: %q is not UTF-8", text, name)
		}
		if kept, err := Check(name); name != "" && (err != nil || kept != name) {
			t.Errorf("%q: %q becomes %q, %v", text, name, kept, err)
		}
		if kept, err := Check(text); err == nil && kept != name {
			t.Errorf("%q is kept as %q and cleaned to %q", text, kept, name)
		}
	})
}
