package othello

import (
	"cmp"
	"math"
	"strconv"

	"quadrille/protocol/record"
)

// In Othello a record's StatedResult is Black's lead in disks, such as "+8",
// with the reason behind it if that contradicts the moves: "-64 resign". It may
// be a result, such as p1win, of a record that contradicts its moves. Any other
// text is what a file has where a result should be.
var statedForm = record.Pattern(`^(?:([-+]?\d{1,3}(?:\.\d+)?)|(p1win|p2win|draw))(?: (resign|timeout|agreement))?$`)

// lead writes Black's lead in disks.
func lead(n float64) string {
	sign := "+"
	if n < 0 {
		sign = "-"
	}
	return sign + strconv.FormatFloat(math.Abs(n), 'f', -1, 64)
}

// leads are Black's leads at the end of a game: as the disks lie, and with the
// empty squares for the winner.
func leads(g game) (own, all float64) {
	disks := g.Last.Scores()
	return float64(disks[0] - disks[1]), float64(2*finalScore(g) - 64)
}

// sweep is the lead of who has all disks, which the forms write for a result
// that has no number.
func sweep(result string) float64 {
	return map[string]float64{"p1win": 64, "p2win": -64}[result]
}

// stated is Black's lead as the record states it, and the reason. It is not ok
// when the record states none, or one that contradicts its own result in a game
// that its moves do not end.
func stated(g game) (n float64, reason string, ok bool) {
	form := statedForm().FindStringSubmatch(g.Tag(record.StatedTag))
	if form == nil {
		return 0, "", false
	}
	if n = sweep(form[2]); form[1] != "" {
		n, _ = strconv.ParseFloat(form[1], 64)
	}
	over := g.Last.Result().Over
	return n, form[3], over || winner(cmp.Compare(n, 0)) == g.Tag(record.ResultTag)
}
