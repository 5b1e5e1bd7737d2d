package blokusbot

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/ai/bottest"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// TestPentobiRecords plays the games against Pentobi, whose results
// docs/strength.md has, again by the rules and adds up the scores. Each turn would have a
// part of a clock.
func TestPentobiRecords(t *testing.T) {
	for name, want := range map[string]struct {
		games int
		mean  float64
	}{
		"duo5": {399, 0.8120}, "duo6": {180, 0.6972}, "duo7": {131, 0.6565}, "classic5": {800, 0.5798}, "classic6": {351, 0.5057},
		"classic7": {8, 0.5}, "two5": {137, 0.7737}, "three5": {158, 0.5237}, "junior5": {157, 0.4777},
	} {
		variant := strings.TrimRight(name, "5678")
		sum, games := 0.0, 0
		for _, line := range recordLines(t, name+".txt.gz") {
			sum += replay(t, variant, strings.Fields(line))
			games++
		}
		if games != want.games || math.Abs(sum/float64(games)-want.mean) > 0.0005 {
			t.Errorf("%s: %.4f in %d games, not %.4f in %d", name, sum/float64(games), games, want.mean, want.games)
		}
	}
}

func recordLines(t *testing.T, name string) []string {
	text := bottest.Packed(t, filepath.Join("../../testdata/blokus/pentobi", name))
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// replay plays a line of a record and returns the bot's rank score.
func replay(t *testing.T, variant string, words []string) float64 {
	rules := engine.Rules{"variant": variant, "corners": "fixed", "end": "all-blocked", "scoring": "official"}
	if fewer := map[string]string{"two": "2", "three": "3"}[variant]; fewer != "" {
		rules["variant"], rules["players"] = "classic", fewer
	}
	pos, err := blokus.Game{}.New(rules, 1)
	if err != nil {
		t.Fatal(err)
	}
	players := pos.Players()
	for _, token := range words[2+players:] {
		if s := pos.(*blokus.Position).SearchState(); turnsLeft(&s, s.Seat()) < 1 {
			t.Fatalf("game %s: %s has no part of a clock", words[0], token)
		}
		if pos, err = pos.Play(token); err != nil {
			t.Fatalf("game %s: %v", words[0], err)
		}
	}
	scores := pos.(*blokus.Position).Scores()
	if got := strings.Trim(fmt.Sprint(scores), "[]"); !pos.Result().Over || got != strings.Join(words[2:2+players], " ") {
		t.Fatalf("game %s: scores %s", words[0], got)
	}
	return rankScore(scores, int(words[1][0]-'1'))
}

// rankScore is 1 for the best score and 0 for the worst, evenly between; equal
// scores share.
func rankScore(scores []int, seat int) float64 {
	beaten := -0.5 // the seat itself is among them
	for _, s := range scores {
		switch {
		case s < scores[seat]:
			beaten++
		case s == scores[seat]:
			beaten += 0.5
		}
	}
	return beaten / float64(len(scores)-1)
}
