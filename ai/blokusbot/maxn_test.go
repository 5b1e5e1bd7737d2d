package blokusbot

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"quadrille/ai"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// plainAim is what a seat likes, with the hero's rank from -3 to 3 in hundreds.
func plainAim(scores []int, seat, hero int) int {
	worth := scores[seat]
	for _, s := range scores {
		switch {
		case seat == hero && s < scores[seat]:
			worth += 1000
		case seat == hero && s > scores[seat]:
			worth -= 1000
		}
	}
	return worth
}

// plainEnds are the final scores of all equilibria, by playing everything: one of a
// turn is kept if every other turn has one that the seat to move likes no better.
func plainEnds(t testing.TB, p engine.Position, hero int) [][]int {
	if p.Result().Over {
		return [][]int{p.Scores()}
	}
	seat, sure := int(p.Turn())-1, -1<<30
	var all [][]int
	for _, token := range p.Legal() {
		worst := 1 << 30
		for _, scores := range plainEnds(t, mustPlay(t, p, token), hero) {
			worst = min(worst, plainAim(scores, seat, hero))
			if !slices.ContainsFunc(all, func(s []int) bool { return slices.Equal(s, scores) }) {
				all = append(all, scores)
			}
		}
		sure = max(sure, worst)
	}
	return slices.DeleteFunc(all, func(s []int) bool { return plainAim(s, seat, hero) < sure })
}

// severalSets are the options of games for three and four.
func severalSets() (sets []engine.Rules) {
	for _, options := range optionSets() {
		if options["variant"] != "classic" {
			continue
		}
		for _, players := range []string{"each", "3"} {
			options["players"] = players
			sets = append(sets, maps.Clone(options))
		}
	}
	return sets
}

// TestMaxN compares max^n with playing everything.
func TestMaxN(t *testing.T) {
	sole, several := 0, 0
	for _, p := range endings(t, severalSets(), 4, 7, 3) {
		s := p.SearchState()
		task := newTask(&bot{}, ai.NewControl(ai.Limits{}), p, ai.Limits{}, ai.FullStrength(), nil)
		got := newSolver(s.Seat(), 1, func() bool { return false }).solveMaxN(&s, task.roots)
		var scores []int
		for _, score := range got.scores[:p.Players()] {
			scores = append(scores, int(score))
		}
		want := plainEnds(t, p, s.Seat())
		if !got.ok || !slices.ContainsFunc(want, func(w []int) bool { return slices.Equal(w, scores) }) {
			t.Errorf("%s: the scores are %v, by playing everything %v", p.FEN(), scores, want)
		}
		end := playLine(t, p, task.tokens(got.line))
		if !end.Result().Over {
			t.Errorf("%s: the line %v ends before the game", p.FEN(), got.line)
		}
		if len(want) > 1 {
			several++
			continue
		}
		sole++
		if !slices.Equal(end.Scores(), scores) {
			t.Errorf("%s: the line %v ends with %v, not %v", p.FEN(), got.line, end.Scores(), scores)
		}
	}
	if sole < 20 || several < 1 {
		t.Errorf("%d positions with one equilibrium and %d with more are too few", sole, several)
	}
}

// TestMaxNAim tells the aims of the hero and of the others apart: the hero gives up a
// point for a rank.
func TestMaxNAim(t *testing.T) {
	v := &solver{hero: 1}
	second, third := finals{-5, -8, -9, -20}, finals{-5, -7, -6, -20}
	if v.aim(1, 4, -8, &second) <= v.aim(1, 4, -7, &third) {
		t.Error("the hero prefers a point to a rank")
	}
	v.hero = 0
	if v.aim(1, 4, -8, &second) >= v.aim(1, 4, -7, &third) {
		t.Error("another prefers a rank to a point")
	}
}

// recorded returns positions of games for four against Pentobi with so many placements
// to come.
func recorded(t *testing.T, games, left int) []*blokus.Position {
	var list []*blokus.Position
	for _, line := range recordLines(t, "classic5.txt.gz")[:games] {
		var p engine.Position = mustNew(t, engine.Rules{"variant": "classic", "corners": "fixed", "end": "all-blocked", "scoring": "official"})
		words := strings.Fields(line)[6:]
		for todo := len(words) - strings.Count(line, "pass") - left; todo > 0; words = words[1:] {
			if words[0] != "pass" {
				todo--
			}
			p = mustPlay(t, p, words[0])
		}
		list = append(list, p.(*blokus.Position))
	}
	return list
}

// TestMaxNEarly solves positions of real games with 12 placements to come.
func TestMaxNEarly(t *testing.T) {
	const least = 6
	solved := 0
	for _, p := range recorded(t, 10, 12) {
		s := p.SearchState()
		v := newSolver(s.Seat(), 1, func() bool { return false })
		v.budget = 10_000
		roots := s.AppendPlacements(nil, s.Side())
		if len(roots) == 0 {
			roots = []blokus.Placement{blokus.Pass}
		}
		if v.solveMaxN(&s, roots).ok {
			solved++
		}
	}
	if solved < least {
		t.Errorf("%d positions are solved, fewer than %d", solved, least)
	}
}

// TestMaxNReport plays an end by max^n, which claims no proof.
func TestMaxNReport(t *testing.T) {
	said := 0
	for _, p := range recorded(t, 4, 7) {
		if len(p.Legal()) == 1 {
			continue
		}
		best, infos := searched(t, p, ai.Limits{Nodes: 20_000}, nil)
		last := infos[len(infos)-1]
		if !strings.HasPrefix(last.Text, "by max^n the scores will be -") {
			continue
		}
		said++
		before := infos[len(infos)-2]
		if before.Proof != ai.NotProved || before.PV[0] != best.Move || len(before.Scores) != 4 || before.Nodes > 20_000 {
			t.Errorf("%s: %+v", p.FEN(), before)
		}
		playLine(t, p, before.PV)
	}
	if said == 0 {
		t.Error("max^n was never used")
	}
}

func TestSharesOf(t *testing.T) {
	if got := sharesOf([]int8{-3, -9, -3, -4}); !slices.Equal(got, []int{5000, 0, 5000, 0}) {
		t.Errorf("two that tie have %v", got)
	}
}

// TestForecast compares forecasts with all that a colour alone can place.
func TestForecast(t *testing.T) {
	tried := 0
	for _, p := range recorded(t, 8, 9) {
		s := p.SearchState()
		for colour := range s.Colours() {
			if n := placements(&s, colour); n == 0 || n > 16 {
				continue
			}
			var f forecaster
			got, _ := f.of(&s, colour, forecastWork)
			most := plainAlone(t, s, colour, &got.cells)
			if got.gain < most || got.exact && got.gain != most {
				t.Errorf("%s: colour %d gains %d (exact: %v), by placing everything %d", p.FEN(), colour, got.gain, got.exact, most)
			}
			if rough, looks := f.of(&s, colour, 1); looks != 0 || rough != got {
				t.Errorf("%s: colour %d is looked at again", p.FEN(), colour)
			}
			var hasty forecaster
			if rough, looks := hasty.of(&s, colour, 1); looks > 1 || rough.gain < most {
				t.Errorf("%s: colour %d gains at most %d after %d looks, by placing everything %d", p.FEN(), colour, rough.gain, looks, most)
			}
			tried++
		}
	}
	if tried < 8 {
		t.Errorf("%d forecasts are too few", tried)
	}
}

// plainAlone returns the most points that a colour gains by itself, all on the cells.
func plainAlone(t *testing.T, s blokus.State, colour int, cells *rowSets) int {
	passTo(&s, colour)
	gain := 0
	for _, m := range s.AppendPlacements(nil, colour) {
		for _, cell := range m.AppendCells(nil) {
			if cells[cell/boardRows]>>(cell%boardRows)&1 == 0 {
				t.Errorf("%s lies outside of the cells of the forecast", m.Token(s.Size()))
			}
		}
		next := s
		next.Place(m)
		gain = max(gain, next.Score(colour)-s.Score(colour)+plainAlone(t, next, colour, cells))
	}
	return gain
}
