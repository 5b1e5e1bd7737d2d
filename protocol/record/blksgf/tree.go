package blksgf

import (
	"fmt"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/record"
)

// property is NAME[value][value]… and the line it begins on.
type property struct {
	name   string
	values []string
	line   int
}

// node is what follows a semicolon.
type node struct {
	properties []property
	line       int
}

// tree is the main line of a game tree and how many nodes beside it there are.
type tree struct {
	line    []node
	skipped int
	ends    int // the line of the text with the last bracket
}

// scanner reads game trees.
type scanner struct {
	rest string
	line int
}

func fail(line int, format string, args ...any) error {
	return &record.ParseError{Line: line, Text: fmt.Sprintf(format, args...)}
}

func (s *scanner) errorf(format string, args ...any) error { return fail(s.line, format, args...) }

func (s *scanner) skip(n int) {
	s.line += strings.Count(s.rest[:n], "\n")
	s.rest = s.rest[n:]
}

func (s *scanner) space() {
	s.skip(len(s.rest) - len(strings.TrimLeft(s.rest, " \t\r\n\v\f")))
}

// take passes over a character if it is next.
func (s *scanner) take(c string) bool {
	if !strings.HasPrefix(s.rest, c) {
		return false
	}
	s.skip(len(c))
	return true
}

// next reads a tree; ok is false at the end of the text. The main line goes
// into the first subtree wherever there are several. Depth is counted instead
// of recursed, so that brackets in any number cost no stack.
func (s *scanner) next() (t tree, ok bool, err error) {
	if s.space(); s.rest == "" {
		return t, false, nil
	}
	if !s.take("(") {
		return t, false, s.errorf("a game tree begins with ( and not with %q", engine.Clip(s.rest))
	}
	depth, closed := 1, false // closed once the main line has ended
	for fresh := true; depth > 0; {
		switch s.space(); {
		case s.rest == "":
			return t, false, s.errorf("the text ends within a game tree")
		case s.take(";"):
			n, err := s.node()
			if err != nil {
				return t, false, err
			}
			if fresh = false; closed {
				t.skipped++
			} else {
				t.line = append(t.line, n)
			}
			if len(t.line) > maxNodes {
				return t, false, s.errorf("the game has more than %d nodes", maxNodes)
			}
		case fresh:
			return t, false, s.errorf("behind ( comes a node, which begins with ;, and not %q", engine.Clip(s.rest))
		case s.take("("):
			depth, fresh = depth+1, true
		case s.take(")"):
			depth, closed = depth-1, true
		default:
			return t, false, s.errorf("%q is no part of a game tree", engine.Clip(s.rest))
		}
	}
	t.ends = s.line
	return t, true, nil
}

// node reads properties up to the next node or bracket.
func (s *scanner) node() (node, error) {
	n := node{line: s.line}
	for s.space(); s.rest != "" && !strings.ContainsRune(";()", rune(s.rest[0])); s.space() {
		p, err := s.property()
		if err != nil {
			return n, err
		}
		for _, other := range n.properties {
			if other.name == p.name {
				return n, fail(p.line, "%s is given twice in a node", p.name)
			}
		}
		if n.properties = append(n.properties, p); len(n.properties) > maxProperties {
			return n, s.errorf("a node has more than %d properties", maxProperties)
		}
	}
	return n, nil
}

const nameCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// What no game needs more of; beyond it a text costs memory and means nothing.
const (
	maxName       = 32     // characters of a property's name
	maxProperties = 200    // in a node
	maxNodes      = 10_000 // in the main line
)

func (s *scanner) property() (property, error) {
	p := property{line: s.line}
	n := len(s.rest) - len(strings.TrimLeft(s.rest, nameCharacters))
	if n == 0 || n > maxName {
		return p, s.errorf("a property begins with its name in capitals and digits, not with %q", engine.Clip(s.rest))
	}
	p.name = s.rest[:n]
	s.skip(n)
	for s.space(); s.take("["); s.space() {
		v, err := s.value(p.name)
		if err != nil {
			return p, err
		}
		p.values = append(p.values, v)
	}
	if p.values == nil {
		return p, s.errorf("property %s has no value in brackets", p.name)
	}
	return p, nil
}

// value reads up to the bracket that ends it. A backslash takes the next
// character as it is, and takes a line end away.
func (s *scanner) value(name string) (string, error) {
	var b strings.Builder
	rest := s.rest
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == ']':
			s.skip(i + 1)
			return b.String(), nil
		case c == '\\':
			switch i++; {
			case strings.HasPrefix(rest[i:], "\r\n"):
				i++
			case i < len(rest) && rest[i] != '\n':
				b.WriteByte(rest[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", s.errorf("the value of %s does not end with ]", name)
}
