package othello

import (
	"bytes"
	"fmt"
	"strings"
	"time"

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
	for _, p := range []property{
		{name: "PC", value: r.Tag("Place")}, {name: "DT", value: date(r)},
		{name: "PB", value: r.Tag("P1")}, {name: "PW", value: r.Tag("P2")},
		{name: "RB", value: r.Tag("P1Rating")}, {name: "RW", value: r.Tag("P2Rating")},
		{name: "TI", value: r.Tag("Clock")}, {name: "TB", value: r.Tag("P1Clock")}, {name: "TW", value: r.Tag("P2Clock")},
		{name: "RE", value: ggfScore(g)}, {name: "TY", value: "8"}, {name: "BO", value: board(g)},
	} {
		if strings.Contains(p.value, "]") {
			return fmt.Errorf("%q has a ], which GGF cannot hold", engine.Clip(p.value))
		}
		if p.value != "" {
			fmt.Fprintf(b, "%s[%s]", p.name, p.value)
		}
	}
	printMoves(b, g)
	b.WriteString(";)\n")
	return nil
}

// date writes DT, or nothing when the record has no day.
func date(r *record.Record) string {
	t, err := time.Parse(time.DateOnly, r.Tag(record.DateTag))
	if err != nil {
		return ""
	}
	day := t.Format("2006.01.02")
	if clock := r.Tag("Time"); clock != "" {
		day += "_" + clock
	}
	return day
}

// ggfScore writes RE: the difference of disks, or all disks for the winner of a
// game that its turns do not end.
func ggfScore(g game) string {
	if g.Last.Result().Over {
		disks := g.Last.Scores()
		return fmt.Sprintf("%+d.00", disks[0]-disks[1])
	}
	number := map[string]string{"p1win": "+64.00", "p2win": "-64.00", "draw": "+0.00"}[g.Tag(record.ResultTag)]
	if number == "" {
		return "?"
	}
	for flag, reason := range flags {
		if g.Tag(record.ReasonTag) == reason {
			return number + ":" + flag
		}
	}
	return number
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
		fmt.Fprintf(b, "%s[%s%s]", colour, move, behind(turn.Comment))
		colour = map[string]string{"B": "W", "W": "B"}[colour]
	}
}

// behind writes the evaluation and the time in a comment as they stand behind a
// move; a comment of another form has none.
func behind(comment string) string {
	words := strings.Fields(comment)
	var values [2]string
	next := 0
	for ; len(words) >= 2 && next < 2; next++ {
		if words[0] == commentWords[next] {
			values[next] = words[1]
			words = words[2:]
		}
	}
	switch {
	case len(words) > 0 || strings.ContainsAny(values[0]+values[1], "/]"):
		return ""
	case values[1] != "":
		return "/" + values[0] + "/" + values[1]
	case values[0] != "":
		return "/" + values[0]
	}
	return ""
}
