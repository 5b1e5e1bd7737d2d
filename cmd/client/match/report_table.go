package match

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"quadrille/cmd/client/match/arena"
	"quadrille/cmd/client/match/stats"
	"quadrille/engine"
)

// Reports show a match as it goes on: as a live table on a terminal,
// as plain lines elsewhere, and as JSON lines for programs.

// confidence of every error bar.
const confidence = 0.95

// writeTable writes the whole standing.
func writeTable(w io.Writer, p Progress) {
	writeRows(w, p)
	if len(p.Spec.Engines) == 2 && p.Standing.Seats == 2 {
		writeDuel(w, p)
	}
	switch {
	case p.Spec.Format == Neighbours:
		writeNeighbours(w, p)
	case len(p.Spec.Engines) > 2:
		writeCross(w, p)
	}
	writeTimes(w, p)
	writeLateness(w, p)
	writeEffects(w, p)
	writeTest(w, p)
	writeEnds(w, p)
	writeHands(w, p)
}

// writeHands writes which machines play, where it is not this one.
func writeHands(w io.Writer, p Progress) {
	for _, note := range p.Crew.Notes {
		fmt.Fprintln(w, note)
	}
	if len(p.Crew.Away) == 0 {
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\nworker\tat a time\tgames\tnodes/s\ttimes\t\n")
	for _, h := range p.Crew.Away {
		speed, factor := "-", "-"
		if h.Speed > 0 {
			speed = fmt.Sprint(h.Speed)
		}
		if h.Factor != "" {
			factor = "×" + h.Factor
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t\n", h.Name, h.Players, h.Games, speed, factor)
	}
	t.Flush()
	for _, h := range p.Crew.Away {
		if h.Refused != "" {
			fmt.Fprintf(w, "%s plays no games: %s\n", h.Name, strings.ReplaceAll(h.Refused, "\n", " "))
		}
	}
}

// writeRows writes a line for each engine, the best first.
func writeRows(w io.Writer, p Progress) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer t.Flush()
	last := "Elo\t±95%\tLOS"
	if p.Standing.Seats > 2 {
		last = "rank score\t±95%"
	}
	fmt.Fprintf(t, "#\tengine\tgames\twins\tdraws\tlosses\tpoints\tshare\t%s\ts/game\t\n", last)
	for place, e := range p.Standing.Order() {
		r := p.Standing.Rows[e]
		fmt.Fprintf(t, "%d\t%s\t%d\t%d\t%d\t%d\t%s\t%.1f%%\t%s\t%s\t\n", place+1, p.Spec.Engines[e].Name,
			r.Games, r.Wins, r.Draws, r.Losses, points(r.Points), 100*r.Share(), merit(p.Standing, e), seconds(r))
	}
}

// merit is an engine's Elo difference to those it met or, with more than two
// seats, its rank score.
func merit(s *Standing, engine int) string {
	if s.Seats > 2 {
		return fmt.Sprintf("%.3f\t%s", s.Rows[engine].Share(), bar(s.RankError(engine, confidence), 3))
	}
	e := s.Counts(engine, -1).Estimate(confidence)
	return fmt.Sprintf("%s\t%s\t%.1f%%", elo(e.Elo), bar((e.High-e.Low)/2, 1), 100*e.LOS)
}

func seconds(r Row) string {
	if r.Games == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(r.Millis)/1000/float64(r.Games))
}

func points(p float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", p), "0"), ".")
}

func elo(e float64) string {
	if math.IsInf(e, 0) {
		return strings.Replace(fmt.Sprintf("%+v", e), "Inf", "inf", 1)
	}
	return fmt.Sprintf("%+.1f", math.Round(10*e)/10+0) // no minus before a zero
}

func bar(half float64, digits int) string {
	if math.IsInf(half, 0) || math.IsNaN(half) {
		return "inf"
	}
	return fmt.Sprintf("%.*f", digits, half)
}

// writeDuel writes what only a match of two has.
func writeDuel(w io.Writer, p Progress) {
	pairs, single := p.Standing.Pairs(0, 1)
	e := p.Standing.Counts(0, 1).Estimate(confidence)
	fmt.Fprintf(w, "%s - %s: Elo %s (95%%: %s to %s), likelihood of superiority %.1f%%\n",
		p.Spec.Engines[0].Name, p.Spec.Engines[1].Name, elo(e.Elo), elo(e.Low), elo(e.High), 100*e.LOS)
	fmt.Fprintf(w, "pairs by points: 0: %d, ½: %d, 1: %d, 1½: %d, 2: %d; games without a partner: %d\n",
		pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], single)
	if m := p.Standing.Margins; m.N > 0 {
		fmt.Fprintf(w, "mean margin %+.2f ± %s\n", m.Mean(), bar(m.Error(confidence), 2))
	}
}

// writeCross writes points and games of every engine against every other.
func writeCross(w io.Writer, p Progress) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer t.Flush()
	order := p.Standing.Order()
	fmt.Fprint(t, "\nagainst\t")
	for i := range order {
		fmt.Fprintf(t, "%d\t", i+1)
	}
	fmt.Fprintln(t)
	for _, e := range order {
		fmt.Fprintf(t, "%s\t", p.Spec.Engines[e].Name)
		for _, other := range order {
			switch d := p.Standing.Duels[e][other]; {
			case e == other || d.Games() == 0:
				fmt.Fprint(t, "·\t")
			default:
				fmt.Fprintf(t, "%s/%d\t", points(d.Points()), d.Games())
			}
		}
		fmt.Fprintln(t)
	}
}

// writeNeighbours writes how every engine fared against the one before, as a
// comparison of all their seats.
func writeNeighbours(w io.Writer, p Progress) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer t.Flush()
	fmt.Fprintln(t, "\npair\twins\tdraws\tlosses\tscore of the second\t±95%\t")
	for e := 1; e < len(p.Spec.Engines); e++ {
		d, sample := p.Standing.Duels[e][e-1], p.Standing.versus(e, e-1)
		fmt.Fprintf(t, "%s, %s\t%d\t%d\t%d\t%.1f%%\t%s\t\n", p.Spec.Engines[e-1].Name, p.Spec.Engines[e].Name,
			d.Wins, d.Draws, d.Losses, 100*sample.Mean(), bar(100*sample.Error(confidence), 1))
	}
}

// writeTimes compares the times of two engines where that is the point.
func writeTimes(w io.Writer, p Progress) {
	a, b := p.Standing.Rows[0], p.Standing.Rows[min(1, len(p.Standing.Rows)-1)]
	if len(p.Spec.Engines) != 2 || !p.Spec.CPU && len(p.Spec.leaders()) == 2 || b.Millis == 0 {
		return
	}
	kind := "time"
	if p.Spec.CPU {
		kind = "processor time"
	}
	fmt.Fprintf(w, "%s a game: %s %s s, %s %s s; ratio %.3f\n", kind, p.Spec.Engines[0].Name, seconds(a),
		p.Spec.Engines[1].Name, seconds(b), float64(a.Millis)/float64(b.Millis))
}

// writeEffects writes what each value of a parameter does to the share of
// points, in hundredths.
func writeEffects(w io.Writer, p Progress) {
	list := effects(p)
	for i, e := range list {
		if i == 0 || e.Parameter != list[i-1].Parameter {
			fmt.Fprintf(w, "%s:", e.Parameter)
		}
		fmt.Fprintf(w, "  %s %+.1f ± %s (%d)", e.Value, 100*e.Effect, bar(100*float64(e.Error), 1), e.Groups)
		if i == len(list)-1 || e.Parameter != list[i+1].Parameter {
			fmt.Fprintln(w)
		}
	}
}

func writeTest(w io.Writer, p Progress) {
	s := p.Spec.SPRT
	if s == nil {
		return
	}
	pairs, llr, verdict := p.Standing.Test(*s)
	low, high := s.Bounds()
	fmt.Fprintf(w, "SPRT of Elo %v against %v (alpha %v, beta %v): LLR %.2f (%.2f, %.2f) after %s: %s\n",
		s.Elo0, s.Elo1, s.Alpha, s.Beta, llr, low, high, engine.Count(pairs.N(), "pair"), verdictText(s, verdict))
}

func verdictText(s *stats.SPRT, v stats.Verdict) string {
	switch v {
	case stats.AcceptedH0:
		return fmt.Sprintf("H0 accepted, Elo %v", s.Elo0)
	case stats.AcceptedH1:
		return fmt.Sprintf("H1 accepted, Elo %v", s.Elo1)
	}
	return "not decided"
}

// writeEnds writes how the games ended and who was at fault.
func writeEnds(w io.Writer, p Progress) {
	var parts []string
	for _, end := range arena.Ends() {
		n := p.Standing.Ends[end]
		if n == 0 {
			continue
		}
		text := fmt.Sprintf("%s %d", end, n)
		var who []string
		for e, r := range p.Standing.Rows {
			if k := r.Faults[end]; k > 0 {
				who = append(who, fmt.Sprintf("%s %d", p.Spec.Engines[e].Name, k))
			}
		}
		if len(who) > 0 {
			text += " (" + strings.Join(who, ", ") + ")"
		}
		parts = append(parts, text)
	}
	if len(parts) > 0 {
		fmt.Fprintf(w, "ends: %s\n", strings.Join(parts, "; "))
	}
}

// title says what is played.
func title(p Progress) string {
	text := fmt.Sprintf("%s %s: %s; %s, %s", p.Spec.Game, p.Spec.Rules, strings.Join(engineNames(p), ", "), p.Spec.Format, engine.Count(p.Total, "game"))
	if p.Crew.Where == "" {
		text += fmt.Sprintf(", %d at a time", p.Crew.Players)
	} else {
		text += ", match " + p.Spec.ID + " at " + p.Crew.Where
	}
	if len(p.Crew.Cores) > 0 {
		text += " on " + engine.Plural(len(p.Crew.Cores), "core") + " " + strings.Trim(strings.ReplaceAll(fmt.Sprint(p.Crew.Cores), " ", ", "), "[]")
	}
	if p.Resumed > 0 {
		text += fmt.Sprintf("; %d were played before", p.Resumed)
	}
	if p.Journal != "" {
		text += "; journal " + p.Journal
	}
	return strings.Replace(text, " :", ":", 1)
}

// engineNames lists the engines in the order of the match.
func engineNames(p Progress) []string {
	var list []string
	for _, e := range p.Spec.Engines {
		list = append(list, e.Name)
	}
	return list
}

// seatNames lists the engines in the seats of a game.
func seatNames(g arena.Game, p Progress) []string {
	var list []string
	for _, e := range g.Seats {
		list = append(list, p.Spec.Engines[e].Name)
	}
	return list
}

// gameLine says how a game ended.
func gameLine(g arena.Game, p Progress) string {
	end := g.Reason
	if g.End != arena.EndRules && string(g.End) != g.Reason {
		end = string(g.End) + ", " + g.Reason
	}
	line := fmt.Sprintf("game %d (%d of %d) %s: %s by %s in %s", g.ID, p.Standing.Games, p.Total,
		strings.Join(seatNames(g, p), " - "), strings.Replace(g.Result, "*", "no single winner", 1), end, engine.Count(len(g.Turns), "turn"))
	if g.Fault > 0 {
		line += "\n  " + strings.ReplaceAll(strings.TrimSpace(g.Detail), "\n", "\n  ")
	}
	return line
}

// speed says how fast it goes and when it will end.
func speed(p Progress, now time.Time) string {
	played := p.Standing.Games - p.Resumed
	elapsed := now.Sub(p.Begun)
	text := fmt.Sprintf("%d of %s, %v", p.Standing.Games, engine.Count(p.Total, "game"), elapsed.Round(time.Second))
	if played == 0 || elapsed <= 0 {
		return text
	}
	rate := float64(played) / elapsed.Seconds()
	left := time.Duration(float64(p.Total-p.Standing.Games) / rate * float64(time.Second))
	text += fmt.Sprintf(", %.3g games a second", rate)
	if left > 0 && !p.Over && !p.decided() {
		text += fmt.Sprintf("; at most %v left, until %s", left.Round(time.Second), now.Add(left).Format("15:04:05"))
	}
	return text
}
