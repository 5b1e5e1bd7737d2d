package blokus

import (
	"io"
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
type scanner struct{ *record.Scanner }

// tree reads a tree; the error is io.EOF at the end of the text. The main line goes
// into the first subtree wherever there are several. Depth is counted instead
// of recursed, so that brackets in any number cost no stack.
func (s scanner) tree() (t tree, err error) {
	if s.Space(); s.Rest == "" {
		return t, io.EOF
	}
	if !s.Take("(") {
		return t, s.Errorf("a game tree begins with ( and not with %q", engine.Clip(s.Rest))
	}
	depth, closed := 1, false // closed once the main line has ended
	for fresh := true; depth > 0; {
		switch s.Space(); {
		case s.Rest == "":
			return t, s.Errorf("the text ends within a game tree")
		case s.Take(";"):
			n, err := s.node()
			if err != nil {
				return t, err
			}
			if fresh = false; closed {
				t.skipped++
			} else {
				t.line = append(t.line, n)
			}
			if len(t.line) > maxNodes {
				return t, s.Errorf("the game has more than %d nodes", maxNodes)
			}
		case fresh:
			return t, s.Errorf("behind ( comes a node, which begins with ;, and not %q", engine.Clip(s.Rest))
		case s.Take("("):
			depth, fresh = depth+1, true
		case s.Take(")"):
			depth, closed = depth-1, true
		default:
			return t, s.Errorf("%q is not a part of a game tree", engine.Clip(s.Rest))
		}
	}
	t.ends = s.Line
	return t, nil
}

// node reads properties up to the next node or bracket.
func (s scanner) node() (node, error) {
	n := node{line: s.Line}
	for s.Space(); s.Rest != "" && !strings.ContainsRune(";()", rune(s.Rest[0])); s.Space() {
		p, err := s.property()
		if err != nil {
			return n, err
		}
		for _, other := range n.properties {
			if other.name == p.name {
				return n, record.ErrorAt(p.line, "%s is given twice in a node", p.name)
			}
		}
		if n.properties = append(n.properties, p); len(n.properties) > maxProperties {
			return n, s.Errorf("a node has more than %d properties", maxProperties)
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

func (s scanner) property() (property, error) {
	p := property{line: s.Line}
	if p.name = s.Span(nameCharacters); p.name == "" || len(p.name) > maxName {
		return p, s.Errorf("a property begins with its name in capitals and digits, not with %q", engine.Clip(p.name+s.Rest))
	}
	for s.Space(); s.Take("["); s.Space() {
		v, err := s.value(p.name)
		if err != nil {
			return p, err
		}
		p.values = append(p.values, v)
	}
	if p.values == nil {
		return p, s.Errorf("property %s has no value in brackets", p.name)
	}
	return p, nil
}

// value reads up to the bracket that ends it. A backslash takes the next
// character as it is, and takes a line end away.
func (s scanner) value(name string) (string, error) {
	var b strings.Builder
	rest := s.Rest
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == ']':
			s.Skip(i + 1)
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
	return "", s.Errorf("the value of %s does not end with ]", name)
}
