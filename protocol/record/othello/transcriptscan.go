package othello

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/engine"
	"quadrille/engine/othello"
	"quadrille/protocol/record"
)

// kind is what a part of a text has to do with moves.
type kind int

const (
	otherPart   kind = iota // nothing
	movesPart               // squares and passes in one word
	damagedPart             // nearly squares, such as f9 or f5d
	labelPart               // a word that stands beside moves, such as black
	numberPart
	remarkPart // in braces, as in PGN
)

// part is a word of a text, a number or a remark.
type part struct {
	kind   kind
	text   string
	tokens []string // of moves, and of the squares that begin what is damaged
	number int      // -1 for one too large
	dotted bool     // the number has ., ) or : behind it
	line   int
}

// textLine is a line of a text: a tag of PGN, or parts.
type textLine struct {
	number int
	tag    record.Tag
	parts  []part
}

// is says whether the line has a part of the kind.
func (l textLine) is(k kind) bool {
	for _, p := range l.parts {
		if p.kind == k {
			return true
		}
	}
	return false
}

// textScanner takes a text apart that people pasted.
type textScanner struct {
	*record.Scanner
	depth    int  // of parentheses, which hold variations and times
	skipped  int  // moves in them
	begun    bool // there were moves
	noBraces bool // no remark ends in the rest
}

// newTextScanner begins a text. Characters of double width, as Japanese
// keyboards have them, become those of ASCII.
func newTextScanner(text string) *textScanner {
	if strings.ContainsFunc(text, isWide) {
		text = strings.Map(func(c rune) rune {
			if isWide(c) {
				return c - '！' + '!'
			}
			return c
		}, text)
	}
	return &textScanner{Scanner: record.NewScanner(text)}
}

func isWide(c rune) bool { return '！' <= c && c <= '～' }

// line reads up to the end of a line; a remark may go over several.
func (s *textScanner) line() textLine {
	l := textLine{number: s.Line}
	text, _, _ := strings.Cut(s.Rest, "\n")
	if tag, err := record.ParseTag(strings.TrimSpace(text)); err == nil {
		s.Skip(len(text))
		s.Take("\n")
		s.depth = 0
		l.tag = tag
		return l
	}
	if strings.TrimSpace(text) == "" {
		s.depth = 0
	}
	for s.Rest != "" && !s.Take("\n") {
		for _, p := range s.next() {
			switch {
			case s.depth == 0:
				l.parts = append(l.parts, p)
				s.begun = s.begun || p.kind == movesPart
			case p.kind == movesPart:
				s.skipped++
			}
		}
	}
	return l
}

// next reads a word or a character that is in none, which may have several
// parts or none.
func (s *textScanner) next() []part {
	line := s.Line
	c, size := utf8.DecodeRuneInString(s.Rest)
	switch {
	case isWord(c):
		return s.word()
	case c > unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsDigit(c)):
		n := strings.IndexFunc(s.Rest, func(c rune) bool { return c <= unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) })
		if n < 0 {
			n = len(s.Rest)
		}
		return []part{wordPart(s.Skip(max(n, size)), line)}
	case c == '-':
		if s.Span("-") == "--" {
			return []part{{kind: movesPart, text: "--", tokens: []string{engine.Pass}, line: line}}
		}
	case c == '{' && s.remark() != "":
		return []part{{kind: remarkPart, text: s.Skip(len(s.remark())), line: line}}
	case c == '%' && len(s.Rest) > 2 && isHex(s.Rest[1]) && isHex(s.Rest[2]): // in an address
		s.Skip(3)
	case c == '(' && (s.begun || s.depth > 0):
		s.Skip(1)
		s.depth++
	case c == ')' && s.depth > 0:
		s.Skip(1)
		s.depth--
	default:
		s.Skip(size)
	}
	return nil
}

func isWord(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' }

func isHex(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }

// remark is the text in braces that the rest begins with, or "".
func (s *textScanner) remark() string {
	if s.noBraces {
		return ""
	}
	end := strings.IndexByte(s.Rest, '}')
	if s.noBraces = end < 0; s.noBraces {
		return ""
	}
	return s.Rest[:end+1]
}

// word reads a word, to which its second half belongs when a line ends between
// the letter and the digit of a square.
func (s *textScanner) word() []part {
	line := s.Line
	word := s.Skip(wordLength(s.Rest))
	if half, rest := s.halves(word); rest != "" {
		s.Skip(len(s.Rest) - len(rest))
		word = half + s.Skip(wordLength(s.Rest))
	}
	digits := word[:len(word)-len(strings.TrimLeft(word, "0123456789"))]
	if digits == word {
		n, err := strconv.Atoi(word)
		if err != nil {
			n = -1
		}
		return []part{{kind: numberPart, text: word, number: n, dotted: s.Rest != "" && strings.IndexByte(".):", s.Rest[0]) >= 0, line: line}}
	}
	// 12f5 is turn 12, f5.
	if p := wordPart(word[len(digits):], line); digits != "" && p.kind == movesPart {
		n, _ := strconv.Atoi(digits)
		return []part{{kind: numberPart, text: digits, number: n, line: line}, p}
	}
	return []part{wordPart(word, line)}
}

func wordLength(text string) int {
	n := strings.IndexFunc(text, func(c rune) bool { return !isWord(c) })
	if n < 0 {
		return len(text)
	}
	return n
}

// halves says that a word is the first part of a game that the next line goes on
// with in the middle of a square, and returns the rest from there.
func (s *textScanner) halves(word string) (half, rest string) {
	gap := strings.TrimLeft(s.Rest, " \t\r")
	after := strings.TrimLeft(strings.TrimPrefix(gap, "\n"), " \t>|")
	if len(word) < 3 || len(gap) == 0 || gap[0] != '\n' || len(after) == 0 {
		return word, ""
	}
	if _, whole := othello.SplitTranscript(word); whole {
		return word, ""
	}
	_, ok := othello.SplitTranscript(word[:len(word)-1])
	_, square := othello.ParseTurn(strings.ToLower(word[len(word)-1:]) + after[:1])
	if !ok || !square {
		return word, ""
	}
	return word, after
}

// labels are words that stand beside the moves of a list, one turn a line or
// two.
var labels = record.Pattern(`(?i)^(black|white|dark|light|b|w|x|o|moves?|turns?|plays?|played|黒|白|先手|後手|手目)$`)

// nearly is what a person meant to be a square.
var nearly = record.Pattern(`^[a-z][0-9]{1,2}$`)

// broken is a word that begins with squares and has something else behind them.
var broken = record.Pattern(`^((?:[a-h][1-8])+)([a-z]|[a-z][0-9]+|[0-9]+)$|^((?:[a-h][1-8]){2,})`)

// wordPart says what a word is that is no number.
func wordPart(word string, line int) part {
	p := part{text: word, line: line}
	lower := strings.ToLower(word)
	if lower == "passes" || lower == "passed" {
		lower = engine.Pass
	}
	tokens, ok := othello.SplitTranscript(lower)
	squares := broken().FindStringSubmatch(lower)
	switch {
	case ok:
		p.kind, p.tokens = movesPart, tokens
	case labels().MatchString(word):
		p.kind = labelPart
	case squares != nil:
		p.kind = damagedPart
		p.tokens, _ = othello.SplitTranscript(squares[1] + squares[3])
	case nearly().MatchString(lower):
		p.kind = damagedPart
	}
	return p
}
