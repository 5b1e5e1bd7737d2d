package record

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// ParseError is what is wrong with a text that should be a record.
type ParseError struct {
	Line int // from 1
	Text string
}

func (e *ParseError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// Parse reads a text that is one record. Beyond the canonical form it takes
// any white space, "\r\n", missing turn numbers, missing Start and Result
// tags, and comments in any number. The error is a *ParseError.
func Parse(text string) (*Record, error) {
	p := newParser(text)
	r, err := p.record()
	if err == io.EOF {
		return nil, p.errorf("there is no record")
	}
	if err != nil {
		return nil, err
	}
	if p.space(); p.rest != "" {
		return nil, p.errorf("%q follows the end of the record", clip(p.word()))
	}
	return r, nil
}

// ParseAll reads a text of any number of records, one behind the other. The
// records before an error are returned with it.
func ParseAll(text string) ([]*Record, error) {
	p := newParser(text)
	var all []*Record
	for {
		r, err := p.record()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, r)
	}
}

// parser reads a text from its beginning.
type parser struct {
	rest string
	line int
}

func newParser(text string) *parser {
	text = strings.TrimPrefix(text, "\uFEFF") // some editors begin a file with it
	return &parser{rest: text, line: 1}
}

func (p *parser) errorf(format string, args ...any) error {
	return &ParseError{Line: p.line, Text: fmt.Sprintf(format, args...)}
}

// skip passes over n bytes.
func (p *parser) skip(n int) {
	p.line += strings.Count(p.rest[:n], "\n")
	p.rest = p.rest[n:]
}

// space passes over white space.
func (p *parser) space() {
	p.skip(len(p.rest) - len(strings.TrimLeft(p.rest, " \t\r\n")))
}

// word reads up to white space or a special character; it is one such
// character when the text begins with it, and "" at the end.
func (p *parser) word() string {
	n := strings.IndexAny(p.rest, " \t\r\n"+special)
	switch {
	case n < 0:
		n = len(p.rest)
	case n == 0:
		n = 1
	}
	w := p.rest[:n]
	p.skip(n)
	return w
}

// record reads one record. The error is io.EOF when only space is left.
func (p *parser) record() (*Record, error) {
	if p.space(); p.rest == "" {
		return nil, io.EOF
	}
	r := &Record{}
	for p.space(); strings.HasPrefix(p.rest, "["); p.space() {
		if err := p.tag(r); err != nil {
			return nil, err
		}
	}
	if r.Tag(GameTag) == "" {
		return nil, p.errorf("the header has no tag [%s \"…\"]", GameTag)
	}
	result, err := p.turns(r)
	if err != nil {
		return nil, err
	}
	if tag := r.Tag(ResultTag); tag != "" && tag != result {
		return nil, p.errorf("the record ends with %s but its header says [%s %q]", result, ResultTag, tag)
	}
	r.SetTag(ResultTag, result)
	if err := r.Check(); err != nil {
		return nil, p.errorf("%v", err)
	}
	return r, nil
}

// tag reads a header line [Name "Value"].
func (p *parser) tag(r *Record) error {
	line, _, _ := strings.Cut(p.rest, "\n")
	name, value, err := splitTag(strings.TrimRight(line, " \t\r"))
	if err != nil {
		return p.errorf("%v", err)
	}
	t := Tag{Name: name, Value: value}
	if err := checkTag(t); err != nil {
		return p.errorf("%v", err)
	}
	if slices.ContainsFunc(r.Tags, func(have Tag) bool { return have.Name == name }) {
		return p.errorf("tag %s is given twice", name)
	}
	r.Tags = append(r.Tags, t)
	p.skip(len(line))
	return nil
}

var errTagForm = errors.New(`a header line is [Name "value"]`)

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
func (p *parser) turns(r *Record) (result string, err error) {
	numbered := false // the last word was a turn number
	for {
		p.space()
		start := *p
		word := p.word()
		switch {
		case word == "":
			return "", p.errorf("the record ends without a result (%s)", strings.Join(results, " "))
		case word == "{":
			err = p.comment(r)
		case numbered && (word == "(" || slices.Contains(results, word) || isNumber(word)):
			err = start.errorf("a turn follows its number, not %q", clip(word))
		case len(r.Pending) > 0 && !slices.Contains(results, word):
			err = start.errorf("nothing but the result follows an unfinished turn, not %q", clip(word))
		case word == "(":
			err = p.pending(r)
		case slices.Contains(results, word):
			return word, nil
		case isNumber(word):
			numbered = true
			err = start.number(word, len(r.Turns)+1)
		default:
			numbered = false
			r.Turns = append(r.Turns, Turn{Token: word})
			if e := checkToken(word); e != nil {
				err = start.errorf("%v", e)
			}
		}
		if err != nil {
			return "", err
		}
	}
}

// number checks a turn number, which shows where a damaged file lacks turns.
func (p *parser) number(word string, want int) error {
	if n, err := strconv.Atoi(strings.TrimSuffix(word, ".")); err != nil || n != want {
		return p.errorf("turn %s should have the number %d", clip(word), want)
	}
	return nil
}

// comment reads the rest of a comment and adds it to the turn before it.
func (p *parser) comment(r *Record) error {
	end := strings.IndexAny(p.rest, "{}")
	if end < 0 || p.rest[end] == '{' {
		return p.errorf("a comment begins with { and does not end with }")
	}
	text := oneSpaced(p.rest[:end])
	if err := checkComment(text); err != nil {
		return p.errorf("%v", err)
	}
	p.skip(end + 1)
	to := &r.Intro
	if len(r.Turns) > 0 {
		to = &r.Turns[len(r.Turns)-1].Comment
	}
	*to = strings.TrimSpace(*to + " " + text)
	return nil
}

// pending reads the rest of the actions of an unfinished turn.
func (p *parser) pending(r *Record) error {
	end := strings.IndexAny(p.rest, "()")
	if end < 0 || p.rest[end] == '(' {
		return p.errorf("an unfinished turn begins with ( and does not end with )")
	}
	for action := range strings.SplitSeq(p.rest[:end], ";") {
		action = oneSpaced(action)
		if err := checkAction(action); err != nil {
			return p.errorf("%v", err)
		}
		r.Pending = append(r.Pending, action)
	}
	p.skip(end + 1)
	return nil
}
