package terminal

import (
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, tc := range []struct {
		width      int
		text, want string
	}{
		{0, "a long line", "a long line"},
		{20, "", ""},
		{20, "just as wide as this", "just as wide as this"},
		{19, "just as wide as this", "just as wide as\nthis"},
		{12, "one two three\nfour five six", "one two\nthree\nfour five\nsix"},
		{20, "  help  list the commands there are", "  help  list the\n        commands\n        there are"},
		{20, "    indented so that it goes on", "    indented so that\n    it goes on"},
		{10, "a supercalifragilistic word", "a\nsupercalifragilistic\nword"},
		{9, "\x1b[1mbold\x1b[0m text is", "\x1b[1mbold\x1b[0m text\nis"},
		{10, "größer als überall", "größer als\nüberall"},
		{10, "summary-far-to-the-right  text text", "summary-far-to-the-right  text\ntext"},
	} {
		if got := Wrap(tc.text, tc.width); got != tc.want {
			t.Errorf("%d, %q: %q, want %q", tc.width, tc.text, got, tc.want)
		}
	}
}

// No word is lost or broken, and no line that could be shorter is too wide.
func FuzzWrap(f *testing.F) {
	f.Add("one two  three\nfour", 7)
	f.Add("  a  b c d", 3)
	f.Fuzz(func(t *testing.T, text string, width int) {
		got := Wrap(text, width)
		if a, b := strings.Join(strings.Fields(text), " "), strings.Join(strings.Fields(got), " "); a != b {
			t.Errorf("%q became %q", a, b)
		}
		for line := range strings.SplitSeq(got, "\n") {
			rest := line[len(firstColumn.FindString(line)):]
			if width > 0 && columns(line) > width && len(spacedWord.FindAllString(rest, -1)) > 1 {
				t.Errorf("%d, %q: %q could be shorter", width, text, line)
			}
		}
	})
}
