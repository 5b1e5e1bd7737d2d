package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Section is a part of a manual page that the grammar does not have: a heading
// and rows of a term and its explanation. A row without a term is a paragraph.
type Section struct {
	Title string
	Rows  [][2]string
}

// Manual is the manual page, in the macros of man(7).
func (p *Program) Manual() string {
	m := &manual{}
	root := p.Model.Node
	m.linef(".TH %s 1 %q %q", strings.ToUpper(root.Name), p.Date, p.Version)
	m.linef(".SH NAME\n%s \\- %s", escaped(root.Name), escaped(lowerFirst(firstSentence(root.Help))))
	m.linef(".SH SYNOPSIS")
	for i, c := range leaves(root) {
		if i > 0 {
			m.linef(".br")
		}
		m.linef(".B %s\n%s", escaped(root.Name), synopsis(root, c))
	}
	m.linef(".SH DESCRIPTION\n%s", escaped(sentence(root.Help)))
	m.linef(".SH OPTIONS")
	m.flags(root)
	m.linef(".SH COMMANDS")
	for _, c := range leaves(root) {
		m.command(root, c)
	}
	for _, s := range p.Sections {
		m.linef(".SH %s", escaped(strings.ToUpper(s.Title)))
		var rows [][2]string
		for _, row := range s.Rows {
			rows = append(rows, [2]string{escaped(row[0]), row[1]})
		}
		m.rows(rows)
	}
	return m.String()
}

// leaves are the commands of a program, without those that help does not show.
// The program itself is one where it works without a command.
func leaves(root *kong.Node) (list []*kong.Node) {
	if root.DefaultCmd == nil || root.DefaultCmd.Hidden {
		list = append(list, root)
	}
	for _, c := range root.Children {
		if !c.Hidden {
			list = append(list, c)
		}
	}
	return list
}

// synopsis is a command as it is written, behind the program's name. The name
// of a default command may be left out.
func synopsis(root, c *kong.Node) string {
	words := []string{escaped(c.Name)}
	switch c {
	case root:
		words = nil
	case root.DefaultCmd:
		words = []string{"[" + escaped(c.Name) + "]"}
	}
	words = append(words, "[\\fIflags\\fR]")
	for _, v := range c.Positional {
		words = append(words, "\\fI"+escaped(v.Summary())+"\\fR")
	}
	return strings.Join(words, " ")
}

// manual is a page that is being written.
type manual struct{ strings.Builder }

func (m *manual) linef(format string, args ...any) { fmt.Fprintf(m, format+"\n", args...) }

func (m *manual) command(root, c *kong.Node) {
	if c == root {
		return // its flags are the page's options
	}
	m.linef(".SS %s %s\n%s", escaped(root.Name), escaped(c.Name), escaped(sentence(c.Help)))
	for _, v := range c.Positional {
		m.rows([][2]string{{"\\fI" + escaped(v.Summary()) + "\\fR", v.Help}})
	}
	m.flags(c)
	if c.Detail != "" {
		m.linef(".PP\n%s", escaped(strings.ReplaceAll(c.Detail, "PROGRAM", root.Name)))
	}
}

// flags are those of a command and not of the whole program.
func (m *manual) flags(c *kong.Node) {
	for _, f := range c.Flags {
		if f.Hidden {
			continue
		}
		name := "\\fB" + escaped("--"+f.Name) + "\\fR"
		if f.Short != 0 {
			name = "\\fB" + escaped("-"+string(f.Short)) + "\\fR, " + name
		}
		if !f.IsBool() {
			value := strings.Trim(f.FormatPlaceHolder(), `"`)
			name += "=\\fI" + escaped(cmp.Or(value, strings.ToUpper(f.Name))) + "\\fR"
		}
		m.rows([][2]string{{name, strings.TrimSpace(f.Help + environment(f))}})
	}
}

// environment says which variables a flag takes its value from.
func environment(f *kong.Flag) string {
	if len(f.Envs) == 0 {
		return ""
	}
	return " Environment: $" + strings.Join(f.Envs, ", $") + "."
}

// rows writes terms, which are in roff, and explanations, which are not.
func (m *manual) rows(rows [][2]string) {
	for i, row := range rows {
		switch {
		case row[0] != "":
			m.linef(".TP\n%s", row[0])
			if row[1] != "" {
				m.linef("%s", escaped(row[1]))
			}
		case i > 0:
			m.linef(".PP\n%s", escaped(row[1]))
		default:
			m.linef("%s", escaped(row[1]))
		}
	}
}

// escaped is a text in which nothing is a request or an escape of roff.
func escaped(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

func lowerFirst(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}

// sentence is a text with a full stop.
func sentence(text string) string {
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + "."
}
