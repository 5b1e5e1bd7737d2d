package cli

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// What stands for names of files and of folders in a list of candidates.
const (
	Files   = ":files"
	Folders = ":folders"
)

// Complete lists what the last of the words behind the program's name may
// become, each with a tab and a description behind it where there is one, or
// Files or Folders.
func (p *Program) Complete(words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	l := line{program: p, words: words, node: p.Model.Node}
	for _, word := range words[:len(words)-1] {
		l.read(word)
	}
	return l.candidates(words[len(words)-1])
}

// line is a command line as far as it has been read.
type line struct {
	program *Program
	words   []string
	node    *kong.Node // the command
	pending *kong.Flag // the flag whose value comes next
	args    int        // arguments so far
	plain   bool       // "--" was read, or an argument of a command that passes the rest on
}

func (l *line) read(word string) {
	flag, value := l.find(word)
	switch {
	case l.pending != nil:
		l.pending = nil
	case l.plain:
		l.args++
	case word == "--":
		l.plain = true
	case flag != nil:
		if !value && !flag.IsBool() {
			l.pending = flag
		}
	case strings.HasPrefix(word, "-") && word != "-":
	case l.args == 0 && l.child(word) != nil:
		l.node = l.child(word)
	default:
		l.args++
		l.plain = l.command().Passthrough || slices.ContainsFunc(l.command().Positional, func(v *kong.Value) bool { return v.Passthrough })
	}
}

// command is the command that the flags and arguments are of: without one the
// default command.
func (l *line) command() *kong.Node {
	if l.node.DefaultCmd != nil {
		return l.node.DefaultCmd
	}
	return l.node
}

func (l *line) child(name string) *kong.Node {
	for _, c := range l.node.Children {
		if c.Name == name || slices.Contains(c.Aliases, name) {
			return c
		}
	}
	return nil
}

// flags are the flags that may be written here, with or without those that help
// does not show.
func (l *line) flags(hidden bool) []*kong.Flag {
	return slices.Concat(l.command().AllFlags(!hidden)...)
}

// find is the flag that a word is, and whether its value is in the word.
func (l *line) find(word string) (flag *kong.Flag, value bool) {
	name, _, value := strings.Cut(word, "=")
	for _, f := range l.flags(true) {
		short := f.Short != 0 && strings.HasPrefix(word, "-"+string(f.Short))
		switch {
		case name == "--"+f.Name:
			return f, value
		case short:
			return f, len(word) > 2
		}
	}
	return nil, false
}

func (l *line) candidates(word string) (list []string) {
	name, value, given := strings.Cut(word, "=")
	flag, _ := l.find(word)
	switch {
	case l.pending != nil:
		list = l.values(l.pending.Value)
	case l.plain:
		list = l.arguments()
	case given && strings.HasPrefix(word, "--") && flag != nil:
		return prefixed(name+"=", l.values(flag.Value), value)
	case strings.HasPrefix(word, "-"):
		for _, f := range l.flags(false) {
			list = append(list, described("--"+f.Name, f.Help))
		}
	default:
		list = l.arguments()
		for _, c := range l.node.Children {
			if !c.Hidden && l.args == 0 {
				list = append(list, described(c.Name, c.Help))
			}
		}
	}
	return prefixed("", list, word)
}

// prefixed are the candidates for a word, with what stands before it. Names of
// files are the shell's to choose.
func prefixed(before string, list []string, word string) []string {
	var found []string
	for _, c := range list {
		switch {
		case c == Files || c == Folders:
			found = append(found, c)
		case strings.HasPrefix(c, word):
			found = append(found, before+c)
		}
	}
	return found
}

// arguments are what the next argument may be.
func (l *line) arguments() []string {
	positional := l.command().Positional
	switch {
	case len(positional) == 0:
		return nil
	case l.args < len(positional):
		return l.values(positional[l.args])
	case positional[len(positional)-1].IsCumulative():
		return l.values(positional[len(positional)-1])
	}
	return nil
}

// values are what a flag or an argument may be.
func (l *line) values(v *kong.Value) []string {
	kind := v.Tag.PlaceHolder
	if enum := v.EnumSlice(); v.Enum != "" {
		return slices.DeleteFunc(enum, func(s string) bool { return s == "" })
	}
	if l.program.Values != nil {
		if list := l.program.Values(kind, l.words); list != nil {
			return list
		}
	}
	switch {
	case kind == "DIR":
		return []string{Folders}
	case kind == "FILE", kind == "CMD", v.Flag == nil:
		return []string{Files}
	}
	return nil
}

// described is a candidate with the first sentence of its help.
func described(name, help string) string {
	return strings.TrimRight(name+"\t"+firstSentence(help), "\t")
}

// firstSentence is that of a text, in one line and without its full stop.
func firstSentence(text string) string {
	sentence, _, _ := strings.Cut(strings.Join(strings.Fields(text), " ")+" ", ". ")
	return strings.TrimSpace(sentence)
}
