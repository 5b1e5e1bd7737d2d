package blokus

import (
	"fmt"
	"strconv"
	"strings"

	"quadrille/ai/blokusbot/prior"
	"quadrille/engine/blokus"
)

// samplesOf reads a game, a line of a file, and returns the positions in which
// there was a choice.
func samplesOf(line string) ([]prior.Sample, error) {
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "duo" && words[0] != "classic" {
		return nil, fmt.Errorf("no game: %q", line)
	}
	game, err := strconv.ParseUint(words[1], 10, 64)
	if err != nil {
		return nil, err
	}
	s := blokus.NewState(configOf(words[0], game))
	var samples []prior.Sample
	for _, word := range words[2:] {
		played, visits, _ := strings.Cut(word, ":")
		m, err := strconv.ParseUint(played, 10, 16)
		if err != nil || !s.Legal(blokus.Placement(m)) {
			return nil, fmt.Errorf("no turn: %q", played)
		}
		if visits != "" {
			sample, err := sampleOf(&s, visits)
			if err != nil {
				return nil, err
			}
			samples = append(samples, sample)
		}
		s.Play(blokus.Placement(m))
	}
	return samples, nil
}

// sampleOf pairs all legal placements with their shares of the simulations.
func sampleOf(s *blokus.State, visits string) (prior.Sample, error) {
	counts := map[blokus.Placement]float32{}
	sum := float32(0)
	for _, word := range strings.Split(visits, ",") {
		move, count, _ := strings.Cut(word, "=")
		count, _, _ = strings.Cut(count, "@")
		m, err := strconv.ParseUint(move, 10, 16)
		n, err2 := strconv.ParseFloat(count, 32)
		if err != nil || err2 != nil || !(n >= 0 && n < 1e9) {
			return prior.Sample{}, fmt.Errorf("no simulations: %q", word)
		}
		counts[blokus.Placement(m)] = float32(n)
		sum += float32(n)
	}
	if sum == 0 {
		return prior.Sample{}, fmt.Errorf("no simulations: %q", visits)
	}
	sample := prior.Sample{State: *s, Moves: s.AppendPlacements(nil, s.Side())}
	for _, m := range sample.Moves {
		sample.Shares = append(sample.Shares, counts[m]/sum)
	}
	return sample, nil
}
