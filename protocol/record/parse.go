package record

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quadrille/engine"
)

// Parse reads a text that is one record. Beyond the canonical form it takes
// any white space, "\r\n", missing turn numbers, missing Start and Result
// tags, and comments in any number. The error is a *ParseError.
func Parse(text string) (*Record, error) {
	p := parser{NewScanner(text)}
	r, err := p.record()
	if err == io.EOF {
		return nil, p.Errorf("there is no record")
	}
	if err != nil {
		return nil, err
	}
	if p.Space(); p.Rest != "" {
		return nil, p.Errorf("%q follows the end of the record", engine.Clip(p.word()))
	}
	return r, nil
}

// parser reads records.
type parser struct{ *Scanner }

// word reads up to white space or a special character; it is one such
// character when the text begins with it, and "" at the end.
func (p parser) word() string {
	n := strings.IndexAny(p.Rest, " \t\r\n"+special)
	switch {
	case n < 0:
		n = len(p.Rest)
	case n == 0:
		n = 1
	}
	return p.Skip(n)
}

// record reads one record. The error is io.EOF when only space is left.
func (p parser) record() (*Record, error) {
	if p.Space(); p.Rest == "" {
		return nil, io.EOF
	}
	r := &Record{}
	for p.Space(); strings.HasPrefix(p.Rest, "["); p.Space() {
		if err := p.tag(r); err != nil {
			return nil, err
		}
	}
	if r.Tag(GameTag) == "" {
		return nil, p.noGame(r)
	}
	result, err := p.turns(r)
	if err != nil {
		return nil, err
	}
	if tag := r.Tag(ResultTag); tag != "" && tag != result {
		return nil, p.Errorf("the record ends with %s but its header says [%s %q]", result, ResultTag, tag)
	}
	r.SetTag(ResultTag, result)
	if err := r.Check(); err != nil {
		return nil, p.Errorf("%v", err)
	}
	return r, nil
}

// noGame is the error of a header without the tag that says what is played.
func (p parser) noGame(r *Record) error {
	if len(r.Tags) == 0 {
		return p.Errorf("a record begins with its header, such as [%s \"othello\"], and not with %q", GameTag, engine.Clip(p.word()))
	}
	return p.Errorf("the header of a record says which game it is, [%s \"…\"], and this one begins with [%s %q]", GameTag, r.Tags[0].Name, engine.Clip(r.Tags[0].Value))
}

// tag reads a header line [Name "Value"].
func (p parser) tag(r *Record) error {
	line, _, _ := strings.Cut(p.Rest, "\n")
	t, err := ParseTag(strings.TrimRight(line, " \t\r"))
	if err != nil {
		return p.Errorf("%v", err)
	}
	if !utf8.ValidString(t.Value) {
		t.Value = CleanText(t.Value)
	}
	if err := checkTag(t); err != nil {
		return p.Errorf("%v", err)
	}
	if slices.ContainsFunc(r.Tags, func(have Tag) bool { return have.Name == t.Name }) {
		return p.Errorf("tag %s is given twice", t.Name)
	}
	r.Tags = append(r.Tags, t)
	p.Skip(len(line))
	return nil
}

var errTagForm = errors.New(`a header line is [Name "value"]`)

// ParseTag reads a header line. Its name and value may be no good for a record.
func ParseTag(line string) (Tag, error) {
	name, value, err := splitTag(line)
	return Tag{Name: name, Value: value}, err
}

func splitTag(line string) (name, value string, err error) {
	inner, ok := strings.CutPrefix(line, "[")
	if !ok {
		return "", "", errTagForm
	}
	name, quoted, ok := strings.Cut(inner, " ")
	quoted = strings.TrimLeft(quoted, " \t")
	if !ok || !strings.HasPrefix(quoted, `"`) {
		return "", "", errTagForm
	}
	var b strings.Builder
	for i := 1; i < len(quoted); i++ {
		switch c := quoted[i]; c {
		case '\\':
			if i++; i == len(quoted) || quoted[i] != '\\' && quoted[i] != '"' {
				return "", "", errors.New(`in a value \ stands only before " and \`)
			}
			b.WriteByte(quoted[i])
		case '"':
			if strings.TrimSpace(quoted[i+1:]) != "]" {
				return "", "", errTagForm
			}
			return name, b.String(), nil
		default:
			b.WriteByte(c)
		}
	}
	return "", "", errTagForm
}

// turns reads all behind the header and returns the result that ends it.
func (p parser) turns(r *Record) (result string, err error) {
	numbered := false // the last word was a turn number
	var numbers numbering
	for {
		p.Space()
		line := p.Line
		word := p.word()
		switch {
		case word == "":
			return "", p.Errorf("the record ends without a result (%s)", strings.Join(results, " "))
		case word == "{":
			err = p.comment(r)
		case numbered && (word == "(" || slices.Contains(results, word) || isNumber(word)):
			err = ErrorAt(line, "a turn follows its number, not %q", engine.Clip(word))
		case len(r.Pending) > 0 && !slices.Contains(results, word):
			err = ErrorAt(line, "nothing but the result follows an unfinished turn, not %q", engine.Clip(word))
		case word == "(":
			err = p.pending(r)
		case slices.Contains(results, word):
			return word, nil
		case isNumber(word):
			numbered = true
			err = numbers.check(line, word, len(r.Turns))
		default:
			numbered = false
			r.Turns = append(r.Turns, Turn{Token: word})
			if e := checkToken(word); e != nil {
				err = ErrorAt(line, "%v", e)
			}
		}
		if err != nil {
			return "", err
		}
	}
}

// numbering is how many turns every number stands for, 0 before the second one:
// one, or a round of all players as in chess.
type numbering int

// mostPlayers is the longest round.
const mostPlayers = 4

// check checks the number behind some turns, which shows where a damaged file
// lacks any.
func (each *numbering) check(line int, word string, turns int) error {
	n, err := strconv.Atoi(strings.TrimSuffix(word, "."))
	if err == nil && *each == 0 && n == 2 && turns <= mostPlayers {
		*each = numbering(turns)
	}
	if want := turns/max(1, int(*each)) + 1; err != nil || n != want || turns%max(1, int(*each)) != 0 {
		return ErrorAt(line, "turn %s should have the number %d", engine.Clip(word), want)
	}
	return nil
}

// comment reads the rest of a comment and adds it to the turn before it.
func (p parser) comment(r *Record) error {
	end := strings.IndexAny(p.Rest, "{}")
	if end < 0 || p.Rest[end] == '{' {
		return p.Errorf("a comment begins with { and does not end with }")
	}
	text := oneSpaced(p.Rest[:end])
	if !utf8.ValidString(text) {
		text = CleanText(text)
	}
	if err := checkComment(text); err != nil {
		return p.Errorf("%v", err)
	}
	p.Skip(end + 1)
	to := &r.Intro
	if len(r.Turns) > 0 {
		to = &r.Turns[len(r.Turns)-1].Comment
	}
	*to = strings.TrimSpace(*to + " " + text)
	return nil
}

// pending reads the rest of the actions of an unfinished turn.
func (p parser) pending(r *Record) error {
	end := strings.IndexAny(p.Rest, "()")
	if end < 0 || p.Rest[end] == '(' {
		return p.Errorf("an unfinished turn begins with ( and does not end with )")
	}
	for action := range strings.SplitSeq(p.Rest[:end], ";") {
		action = oneSpaced(action)
		if err := checkAction(action); err != nil {
			return p.Errorf("%v", err)
		}
		r.Pending = append(r.Pending, action)
	}
	p.Skip(end + 1)
	return nil
}
