package analyse

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"quadrille/cmd/client/judge"
	"quadrille/engine"
)

// WriteText writes a table of the turns and a summary of each seat.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintln(&b, strings.TrimSpace(r.Game+"  "+r.Rules))
	if players := r.Players(); players != "" {
		fmt.Fprintln(&b, players)
	}
	fmt.Fprintf(&b, "%s, go %s\n\n", r.Engine, r.Limits)
	if len(r.Candidates) > 0 || r.Total == 0 {
		r.candidateTable(&b)
	} else {
		r.turnTable(&b)
		r.summary(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// trimmed passes text on without the spaces at the ends of its lines.
type trimmed struct{ to *strings.Builder }

func (t trimmed) Write(b []byte) (int, error) {
	for line := range strings.SplitAfterSeq(string(b), "\n") {
		end := ""
		if strings.HasSuffix(line, "\n") {
			end = "\n"
		}
		t.to.WriteString(strings.TrimRight(line, " \n") + end)
	}
	return len(b), nil
}

// table writes rows in columns.
func table(b *strings.Builder, rows [][]string) {
	var padded strings.Builder
	t := tabwriter.NewWriter(&padded, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	t.Flush()
	trimmed{b}.Write([]byte(padded.String()))
}

func (r *Report) turnTable(b *strings.Builder) {
	rows := [][]string{{"turn", "seat", "played", "", "value", "lost", "best", "value", "line"}}
	for _, t := range r.Turns {
		best, value, line := "", "", ""
		if t.Best != t.Token {
			best, value, line = t.Best, t.Before.Text(t.Seat-1), lineText(t.Line)
		}
		rows = append(rows, []string{fmt.Sprint(t.Number), r.Seats[t.Seat-1], t.Token, note(t), t.After.Text(t.Seat - 1), lost(t), best, value, line})
	}
	table(b, rows)
	if len(r.Turns) < r.Total {
		fmt.Fprintf(b, "interrupted after %d of %s\n", len(r.Turns), engine.Count(r.Total, "turn"))
	}
	if r.Opening != "" {
		fmt.Fprintf(b, "opening: %s\n", r.Opening)
	}
	if words := r.BookText(); words != "" {
		fmt.Fprintf(b, "book: %s\n", words)
	}
	if r.Result != "" && r.Result != "none" {
		fmt.Fprintf(b, "result: %s (%s)\n", r.Result, r.Reason)
	}
}

// BookText says when the game leaves the engine's opening book; it is empty where
// that has none.
func (r *Report) BookText() string {
	switch {
	case r.Book == nil:
		return ""
	case *r.Book >= r.Total:
		return "the whole game is in it"
	}
	left := *r.Book + 1
	if left > len(r.Turns) {
		return fmt.Sprintf("left at turn %d", left)
	}
	return fmt.Sprintf("left at turn %d, %s", left, r.Turns[left-1].Token)
}

// note is the mark, or that the turn was the only one.
func note(t judge.Turn) string {
	if t.Forced {
		return "only"
	}
	return t.Mark
}

// lost is the loss in percent of a win; an exact one says so.
func lost(t judge.Turn) string {
	if t.Loss < 0.0005 {
		return ""
	}
	s := fmt.Sprintf("%.1f%%", 100*t.Loss)
	if t.Exact {
		s += " exactly"
	}
	return s
}

// lineText shortens a line for a table: six turns at most, and no more than fit.
func lineText(line []string) string {
	const most, width = 6, 40
	text := ""
	for i, token := range line {
		if i == most || i > 0 && len(text)+len(token) > width {
			return text + " …"
		}
		text = strings.TrimSpace(text + " " + token)
	}
	return text
}

func (r *Report) candidateTable(b *strings.Builder) {
	if r.Result != "none" {
		fmt.Fprintf(b, "result: %s (%s)\n", r.Result, r.Reason)
		return
	}
	rows := [][]string{{r.Seats[r.Seat-1], "value", "chance", "line"}}
	for _, c := range r.Candidates {
		rows = append(rows, []string{c.Token, c.Value.Text(r.Seat - 1), fmt.Sprintf("%.1f%%", 100*c.Value.Chance), lineText(c.Line)})
	}
	table(b, rows)
}

func (r *Report) summary(b *strings.Builder) {
	rows := [][]string{{"", "turns", "best", "lost a turn", judge.Inaccuracy, judge.Mistake, judge.Blunder}}
	for i, s := range r.Sums() {
		lost := ""
		if s.Turns > 0 {
			lost = fmt.Sprintf("%.1f%%", 100*s.Loss/float64(s.Turns))
		}
		rows = append(rows, []string{r.seatName(i), fmt.Sprint(s.Turns), fmt.Sprint(s.BestTurns), lost, fmt.Sprint(s.Marks[0]), fmt.Sprint(s.Marks[1]), fmt.Sprint(s.Marks[2])})
	}
	b.WriteByte('\n')
	table(b, rows)
	fmt.Fprintf(b, "\n%s\n", r.legend())
}

// seatName is the name of a seat, from 0, and of who plays it.
func (r *Report) seatName(i int) string {
	if i < len(r.Names) && r.Names[i] != "" {
		return r.Seats[i] + ": " + r.Names[i]
	}
	return r.Seats[i]
}

// Players says who plays which seat, or nothing when no name is known.
func (r *Report) Players() string {
	if strings.Join(r.Names, "") == "" {
		return ""
	}
	var all []string
	for i := range r.Seats {
		all = append(all, r.seatName(i))
	}
	return strings.Join(all, ", ")
}

// legend says what the marks mean.
func (r *Report) legend() string {
	unit := "percent of a win"
	if r.By == "score" {
		unit = "units of the game"
	}
	chance := fmt.Sprintf("a value of %.2f that is not proved counts as 73 percent", r.Scale/100)
	if r.Given {
		chance = "the chances of values that are not proved are the engine's"
	}
	return fmt.Sprintf("?! lost %g, ? %g, ?? %g %s or more; %s", r.Marks[0], r.Marks[1], r.Marks[2], unit, chance)
}
