package othello

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/record"
)

// printGGF writes a game as a line.
func printGGF(b *bytes.Buffer, r *record.Record) error {
	if err := r.Check(); err != nil {
		return err
	}
	g, err := replay(r)
	if err != nil {
		return err
	}
	b.WriteString("(;GM[Othello]")
	for _, p := range properties(r, g) {
		if strings.Contains(p.value, "]") {
			return fmt.Errorf("%q has a ], which GGF cannot hold", engine.Clip(p.value))
		}
		if p.value != "" {
			fmt.Fprintf(b, "%s[%s]", p.name, p.value)
		}
	}
	printComment(b, g.Intro)
	printMoves(b, g)
	b.WriteString(";)\n")
	return nil
}

// properties are what stands before the moves: the properties that have tags, and
// those that were kept.
func properties(r *record.Record, g game) []property {
	all := []property{
		{name: "PC", value: r.Tag("Place")}, {name: "DT", value: date(r)},
		{name: "PB", value: r.Tag("P1")}, {name: "PW", value: r.Tag("P2")},
		{name: "RB", value: r.Tag("P1Rating")}, {name: "RW", value: r.Tag("P2Rating")},
		{name: "TI", value: r.Tag("Clock")}, {name: "TB", value: r.Tag("P1Clock")}, {name: "TW", value: r.Tag("P2Clock")},
		{name: "RE", value: ggfScore(g)}, {name: "TY", value: cmp.Or(r.Tag(keptTag+"TY"), "8")}, {name: "BO", value: board(g)},
	}
	for _, t := range r.Tags {
		name, kept := strings.CutPrefix(t.Name, keptTag)
		if kept && strings.Trim(name, letters) == "" && !slices.ContainsFunc(all, func(p property) bool { return p.name == name }) {
			all = append(all, property{name: name, value: t.Value})
		}
	}
	return all
}

// date writes DT as GGS does, or as NBoard does with a time that has a zone
// behind a space.
func date(r *record.Record) string {
	text, clock := r.Tag(record.DateTag), r.Tag("Time")
	day, _, ok := record.ParseDate(text)
	switch {
	case !ok || strings.Contains(clock, " "):
		return strings.TrimSpace(text + " " + clock)
	case clock != "":
		return strings.ReplaceAll(day, "-", ".") + "_" + clock
	}
	return strings.ReplaceAll(day, "-", ".")
}

// board writes BO with a space between rows.
func board(g game) string {
	fen := strings.ReplaceAll(g.Start.FEN(), "X", "*")
	words := []string{"8"}
	for row := range 8 {
		words = append(words, fen[8*row:8*row+8])
	}
	return strings.Join(append(words, fen[65:]), " ")
}

func printMoves(b *bytes.Buffer, g game) {
	colour := colours[g.Start.Turn()]
	for _, turn := range g.Turns {
		move := strings.ToUpper(turn.Token)
		if turn.Token == engine.Pass {
			move = "PA"
		}
		numbers, comment := behind(turn.Comment)
		fmt.Fprintf(b, "%s[%s%s]", colour, move, numbers)
		printComment(b, comment)
		colour = map[string]string{"B": "W", "W": "B"}[colour]
	}
}

func printComment(b *bytes.Buffer, text string) {
	if text != "" {
		fmt.Fprintf(b, "CO[%s]", strings.ReplaceAll(text, "]", ")"))
	}
}

// behind writes the evaluation and the time in a comment as they stand behind
// a move, and leaves the rest.
func behind(comment string) (numbers, rest string) {
	eval, time, rest := Numbers(comment)
	switch {
	case time != "":
		numbers = "/" + eval + "/" + time
	case eval != "":
		numbers = "/" + eval
	}
	return numbers, rest
}
