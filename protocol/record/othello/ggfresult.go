package othello

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/record"
)

// flags are the letters behind a result.
var flags = map[string]string{"r": resigned, "t": timeout, "s": agreed}

// outcome reads RE: Black's result, then perhaps a colon and a flag.
func (g *ggfReader) outcome() (result, reason, stated string) {
	text := record.CleanText(g.score.value)
	number, flag, flagged := strings.Cut(text, ":")
	if number = strings.TrimSpace(number); strings.Trim(number, "?") == "" {
		return "", "", ""
	}
	n, err := strconv.ParseFloat(number, 64)
	reason = flags[strings.ToLower(strings.TrimSpace(flag))]
	switch {
	case err != nil || n != n || math.Abs(n) > 999 || flagged && reason == "":
		g.note("RE[%s] is not a result that is known here, such as +2.00 or -12:r; it is kept as a text", engine.Clip(text))
		return "", "", text
	case g.Last.Result().Over:
		return "", "", g.contradiction(n, reason)
	case math.Abs(n) > 64 && !flagged:
		return "", "", ""
	}
	result = winner(cmp.Compare(n, 0))
	if n != sweep(result) {
		stated = lead(n)
	}
	return result, reason, stated
}

// contradiction is what RE states of a game that its moves end, when it is not
// what they say. Some programs count the empty squares for the winner, which is
// kept without a note.
func (g *ggfReader) contradiction(n float64, reason string) string {
	own, all := leads(g.game)
	if n == own && reason == "" {
		return ""
	}
	if n != own && n != all || reason != "" {
		g.note("the file states the result %s, but the moves end the game with %s", strings.TrimSpace(lead(n)+" "+reason), lead(own))
	}
	return strings.TrimSpace(lead(n) + " " + reason)
}

// ggfScore writes RE: what the record states, the difference of disks, or all
// disks for the winner of a game that its turns do not end.
func ggfScore(g game) string {
	n, reason, ok := stated(g)
	over, result := g.Last.Result().Over, g.Tag(record.ResultTag)
	switch {
	case ok:
	case over:
		n, _ = leads(g)
	case result == record.Unfinished:
		if text := g.Tag(record.StatedTag); text != "" && !statedForm().MatchString(text) {
			return text
		}
		return "?"
	default:
		n = sweep(result)
	}
	if !over {
		reason = g.Tag(record.ReasonTag)
	}
	number := fmt.Sprintf("%+.2f", n)
	if m, err := strconv.ParseFloat(number, 64); err != nil || m != n {
		number = lead(n)
	}
	for flag, word := range flags {
		if reason == word {
			return number + ":" + flag
		}
	}
	return number
}
