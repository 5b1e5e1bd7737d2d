package engine

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestKinds(t *testing.T) {
	kinds := []error{ErrIllegal, ErrArgument, ErrOver, ErrPosition, ErrOption}
	cases := []struct {
		kind error
		is   []bool // for each of the kinds
	}{
		{ErrIllegal, []bool{true, false, false, false, false}},
		{ErrArgument, []bool{true, true, false, false, false}},
		{ErrOver, []bool{true, false, true, false, false}},
		{ErrPosition, []bool{false, false, false, true, false}},
		{ErrOption, []bool{false, false, false, false, true}},
	}
	for _, c := range cases {
		err := Refuse(c.kind, "square %d is full", 3)
		if err.Error() != "square 3 is full" {
			t.Errorf("the text is %q", err)
		}
		for i, kind := range kinds {
			if errors.Is(err, kind) != c.is[i] {
				t.Errorf("a refusal of kind %q is %q: %v", c.kind, kind, !c.is[i])
			}
		}
	}
}

func TestRefuseOver(t *testing.T) {
	err := RefuseOver(Draw("repetition"))
	const want = "the game is over: draw (repetition); undo or start a new one"
	if !errors.Is(err, ErrOver) || err.Error() != want {
		t.Errorf("error %v, not %s", err, want)
	}
}

func TestClip(t *testing.T) {
	forty := strings.Repeat("0123456789", 4)
	cases := []struct{ text, want string }{
		{"", ""},
		{"0.2s3", "0.2s3"},
		{forty, forty},
		{forty + "x", forty + "..."},
		{forty[:39] + "é", forty[:39] + "..."},             // 41 bytes, the cut falls into é
		{forty[:38] + "🟥🟥", forty[:38] + "..."},            // and into a character of four bytes
		{strings.Repeat("é", 20), strings.Repeat("é", 20)}, // exactly 40 bytes
		{"\xff", "\xff"},
	}
	for _, c := range cases {
		got := Clip(c.text)
		if got != c.want || utf8.ValidString(c.text) && !utf8.ValidString(got) {
			t.Errorf("Clip(%q) = %q, not %q", c.text, got, c.want)
		}
	}
	if got := Clip(strings.Repeat("\x80", 1000)); len(got) > 50 {
		t.Errorf("%d bytes that are no characters are clipped to %d", 1000, len(got))
	}
}
