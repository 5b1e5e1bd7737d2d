package compliance

import (
	"fmt"
	"io"
	"strings"
)

// Print writes a line for a result, and below a broken rule why, and the end
// of the conversation. The verdict on a rule that does not count is in brackets.
func Print(w io.Writer, r Result, verbose bool) {
	note := ""
	if r.Note != "" {
		note = "  (" + r.Note + ")"
	}
	verdict := string(r.Verdict)
	if !r.Counts {
		verdict = "(" + verdict + ")"
	}
	fmt.Fprintf(w, "%-13s  %-9s  %-23s  %s%s\n", verdict, r.Section, r.Rule, r.Text, note)
	if r.Why != "" {
		for line := range strings.SplitSeq(r.Why, "\n") {
			fmt.Fprintln(w, "               "+printable(line))
		}
	}
	if r.Verdict != Broken && !verbose {
		return
	}
	const shown = 12
	lines := r.Lines
	if !verbose && len(lines) > shown {
		lines = lines[len(lines)-shown:]
	}
	for _, line := range lines {
		fmt.Fprintln(w, "               "+printable(line))
	}
}

// printable shows what a terminal must not interpret.
func printable(line string) string {
	if strings.IndexFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) < 0 {
		return line
	}
	return fmt.Sprintf("%q", line)
}

// Summary counts the verdicts of each section in a line.
func Summary(results []Result) string {
	var parts []string
	for _, section := range []string{UGI, Quadrille} {
		count := map[Verdict]int{}
		total, counted := 0, false
		for _, r := range results {
			if r.Section == section {
				count[r.Verdict]++
				total++
				counted = counted || r.Counts
			}
		}
		if total == 0 {
			continue
		}
		part := fmt.Sprintf("%s: %d of %d ok, %d broken, %d not offered", section, count[OK], total, count[Broken], count[NotOffered])
		if !counted {
			part += " (not claimed, and does not count)"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "; ")
}
