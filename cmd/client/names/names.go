// Package names has the one rule for names of people and programs: what is
// refused where somebody can be told, and cut where nobody can. It is the
// Nickname profile of PRECIS (RFC 8266) with a width: a name has nothing that is
// not seen or that turns the text around it, and does not push everything else
// off the line.
package names

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
	"golang.org/x/text/cases"
	"golang.org/x/text/secure/precis"
)

// Width is the width of the widest name in columns of a terminal, in which a
// Latin letter has one and a Chinese character two.
const Width = 40

// mostMarks is how many accents may stand on a letter, as UTS 39 counts them
// (5.4); with dozens a name covers the lines around it.
const mostMarks = 4

// columns are the same whatever the language of this machine.
var columns = runewidth.Condition{StrictEmojiNeutral: true}

// Columns is how many columns of a terminal a text takes.
func Columns(text string) int { return columns.StringWidth(text) }

// Check returns the name as it is to be kept: with the compatible forms of
// letters as the usual ones, and words with single spaces between them. The
// error says what is wrong with it.
func Check(text string) (string, error) {
	text = withoutVariants(text)
	for _, r := range text {
		if !seen(r) {
			return "", fmt.Errorf("a name may not have U+%04X in it, which is not seen or changes how the rest is seen", r)
		}
	}
	name, err := precis.Nickname.String(text)
	switch {
	case strings.TrimSpace(text) == "":
		return "", errors.New("a name has at least one character")
	case err != nil:
		return "", errors.New("a name may have characters that only join others, or middle dots, only where a language needs them")
	case name != withFewMarks(name):
		return "", fmt.Errorf("a name has at most %d accents on a letter", mostMarks)
	case Columns(name) > Width:
		return "", fmt.Errorf("a name is at most %d columns wide, not %d", Width, Columns(name))
	}
	return name, nil
}

// Clean returns what can be shown of a name that comes from a file or a
// program: without what Check refuses, and cut where it is too wide. It is
// empty when nothing is left.
func Clean(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !seen(r):
			return -1
		}
		return r
	}, withoutVariants(strings.ToValidUTF8(text, "")))
	name, err := precis.Nickname.String(text)
	if err != nil {
		name, err = precis.Nickname.String(strings.Map(plainOnly, text))
	}
	if err != nil {
		return ""
	}
	return strings.TrimSpace(columns.Truncate(withFewMarks(name), Width, "..."))
}

// Append returns the name with something behind it, such as a number, for which
// a long name makes room.
func Append(name, what string) string {
	return columns.Truncate(name, Width-columns.StringWidth(what), "...") + what
}

// Key is the same for names that are told apart by capitals or spaces only.
func Key(name string) string {
	key, err := precis.Nickname.CompareKey(name)
	if err != nil {
		key = name
	}
	return cases.Fold().String(key) // of which there is more than small letters: the final sigma
}

// allowed are the characters of names.
var allowed = precis.Nickname.Allowed()

// seen says whether a character may be in a name: none of those that control or
// turn the text, are invisible, private or not assigned, nor a blank drawn as
// none or what stands for bytes that are no text. Where those that join others
// may stand depends on their neighbours.
func seen(r rune) bool {
	switch r {
	case '\u2800', unicode.ReplacementChar:
		return false
	case ' ':
		return true
	}
	return allowed.Contains(r) || byContext(r)
}

// byContext says whether a character is allowed between certain others only
// (RFC 5892, appendix A).
func byContext(r rune) bool {
	return r == '\u200c' || r == '\u200d' || r == '\u00b7' || r == '\u0375' || r == '\u05f3' || r == '\u05f4' || r == '\u30fb' ||
		r >= '\u0660' && r <= '\u0669' || r >= '\u06f0' && r <= '\u06f9'
}

// plainOnly drops what depends on its neighbours.
func plainOnly(r rune) rune {
	if byContext(r) {
		return -1
	}
	return r
}

// withoutVariants drops the characters that ask for an emoji in colour or in
// black; phones put them behind every heart.
func withoutVariants(text string) string {
	return strings.NewReplacer("\ufe0e", "", "\ufe0f", "").Replace(text)
}

// withFewMarks drops accents beyond the most.
func withFewMarks(text string) string {
	marks := 0
	return strings.Map(func(r rune) rune {
		if !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
			return r
		}
		if marks++; marks > mostMarks {
			return -1
		}
		return r
	}, text)
}
