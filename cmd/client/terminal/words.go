package terminal

import (
	"fmt"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/protocol/driver"
)

// ScoreWords says in words what a search found. The turn is the seat that the
// search moves for, and name gives a seat, such as p1, its name. It is empty when the report has no score.
func ScoreWords(i driver.Info, turn string, name func(seat string) string) string {
	switch {
	case len(i.Scores) > 0:
		return leaderWords(i.Scores, name)
	case i.HasScore && i.Mate > 0:
		return fmt.Sprintf("%s wins by force in %s%s", name(turn), atMost(i), engine.Count(i.Mate, "ply"))
	case i.HasScore && i.Mate < 0:
		return fmt.Sprintf("%s wins by force in %s%s", name(opponent(turn)), atMost(i), engine.Count(-i.Mate, "ply"))
	case i.Proof == driver.ProvedDraw:
		return "a proved draw"
	case i.Proof == driver.ProvedWin:
		return name(turn) + " wins by force" + margin(i)
	case i.Proof == driver.ProvedLoss:
		return name(opponent(turn)) + " wins by force" + margin(i)
	case i.HasScore:
		return evaluationWords(i, turn, name)
	}
	return ""
}

// atMost says that a win may come sooner than its number of plies.
func atMost(i driver.Info) string {
	if i.Bound == driver.ExactBound {
		return ""
	}
	return "at most "
}

// opponent is the other of two seats.
func opponent(seat string) string {
	if seat == "p1" {
		return "p2"
	}
	return "p1"
}

// margin is the score behind a proof, where that is in the unit of the game.
func margin(i driver.Info) string {
	if !i.HasScore || !driver.Measures(i.CP) {
		return ""
	}
	return " (" + hundredths(max(i.CP, -i.CP)) + ")"
}

// evaluationWords grades a score, with the number behind it. What a hundredth is
// worth differs from game to game, and from the start of one to its end: ten disks
// are little at first. So the grade goes by the chance to win where the engine tells
// that.
func evaluationWords(i driver.Info, turn string, name func(string) string) string {
	seat, cp, bound := turn, i.CP, i.Bound
	if cp < 0 {
		seat, cp = opponent(turn), -cp
		switch bound {
		case driver.LowerBound:
			bound = driver.UpperBound
		case driver.UpperBound:
			bound = driver.LowerBound
		}
	}
	seat = name(seat)
	if !driver.Measures(cp) {
		return seat + " much better"
	}
	value := map[driver.Bound]string{driver.LowerBound: "at least ", driver.UpperBound: "at most "}[bound] + "+" + hundredths(cp)
	grade, bounds := cp, [...]int{20, 100, 300}
	if i.Chance > 0 {
		grade, bounds = max(i.Chance, 10000-i.Chance), [...]int{5300, 6500, 8500}
	}
	switch {
	case grade < bounds[0]:
		return fmt.Sprintf("even (%s for %s)", value, seat)
	case grade < bounds[1]:
		return fmt.Sprintf("%s slightly better (%s)", seat, value)
	case grade < bounds[2]:
		return fmt.Sprintf("%s better (%s)", seat, value)
	}
	return fmt.Sprintf("%s much better (%s)", seat, value)
}

// leaderWords names who is ahead among several seats and every seat's score.
func leaderWords(scores []int, name func(string) string) string {
	best, shared := 0, false
	for seat, v := range scores {
		switch {
		case v > scores[best]:
			best, shared = seat, false
		case seat > 0 && v == scores[best]:
			shared = true
		}
	}
	words := name(seatAt(best)) + " ahead"
	if shared {
		words = "no seat ahead"
	}
	var each []string
	for seat, v := range scores {
		each = append(each, name(seatAt(seat))+" "+hundredths(v))
	}
	return words + " (" + strings.Join(each, ", ") + ")"
}

// seatAt is the protocol's word for a seat, counted from 0.
func seatAt(i int) string { return "p" + strconv.Itoa(i+1) }

// hundredths writes a number of hundredths with a decimal point.
func hundredths(n int) string { return fmt.Sprintf("%.2f", float64(n)/100) }

// Count writes a large number in three digits and a unit.
func Count(n uint64) string {
	switch {
	case n < 10_000:
		return strconv.FormatUint(n, 10)
	case n < 10_000_000:
		return fmt.Sprintf("%.0fk", float64(n)/1e3)
	case n < 10_000_000_000:
		return fmt.Sprintf("%.0fM", float64(n)/1e6)
	}
	return fmt.Sprintf("%.0fG", float64(n)/1e9)
}

// ResultWords says how a game ended: "Red wins (block)" or "draw (repetition)",
// where name gives a seat, such as p1, its name.
func ResultWords(result, reason string, name func(seat string) string) string {
	words := result
	if winner, ok := strings.CutSuffix(result, "win"); ok {
		words = name(winner) + " wins"
	}
	if reason == "" || reason == "none" {
		return words
	}
	return words + " (" + strings.ReplaceAll(reason, "-", " ") + ")"
}
