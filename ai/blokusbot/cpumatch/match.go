package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"quadrille/engine"
	"quadrille/engine/blokus"
)

// match is what all games have in common.
type match struct {
	games, first, warm int
	variant, gtp       string
	a, b               string
	nodes              uint64
	time               time.Duration
	factor             float64
	spend, firstTurn   float64
	verbose            bool
	record             string
	vary               string

	budget budget
	// simulations of the bot, counted as times are.
	simulations budget
	sum         float64 // of scores, and of their squares
	squares     float64
	played      int
	variation   *variation
	bySeat      [4]float64
	inSeat      [4]int
	used        [2]time.Duration // by the bot and its opponent
	turns       [2]int
}

// player chooses turns in one game after another.
type player interface {
	// begin starts a game.
	begin(game int) error
	// choose returns the turn of the side to move; turns are all so far.
	choose(pos engine.Position, turns []string, ownTurn int) (token string, used time.Duration, err error)
	close()
}

func (m *match) run() error {
	var opponent player
	if m.gtp == "" {
		opponent = m.ourselves(m.b)
	} else {
		p, err := m.openGTP()
		if err != nil {
			return err
		}
		opponent = p
	}
	defer opponent.close()
	if m.gtp != "" {
		if err := m.warmUp(opponent); err != nil {
			return err
		}
	}
	us := m.ourselves(m.a)
	var err error
	if m.variation, err = newVariation(m.vary); err != nil {
		return err
	}
	for game := m.first; game < m.first+m.games; game++ {
		if m.vary != "" {
			us = m.ourselves(m.a + "," + m.variation.draw(game))
		}
		if err := m.play(us, opponent, game); err != nil {
			return fmt.Errorf("game %d: %w", game, err)
		}
	}
	m.report()
	m.variation.report()
	return nil
}

// warmUp learns how long the opponent thinks.
func (m *match) warmUp(p player) error {
	for game := range m.warm {
		if _, _, err := m.game(func(int) player { return p }, -1-game, m.budget.add); err != nil {
			return err
		}
	}
	return nil
}

// game plays one game and returns the scores and the turns.
func (m *match) game(seats func(seat int) player, number int, spent func(turn int, used time.Duration)) ([]int, []string, error) {
	pos, err := blokus.Game{}.New(engine.Rules{
		"variant": m.variant, "corners": "fixed", "end": "all-blocked", "scoring": "official",
	}, 1)
	if err != nil {
		return nil, nil, err
	}
	for seat := range pos.Players() {
		if err := seats(seat).begin(number); err != nil {
			return nil, nil, err
		}
	}
	var turns []string
	var own [4]int
	for !pos.Result().Over {
		seat := int(pos.Turn()) - 1
		token, used, err := seats(seat).choose(pos, turns, own[seat])
		if err != nil {
			return nil, nil, err
		}
		spent(own[seat], used)
		own[seat]++
		if pos, err = pos.Play(token); err != nil {
			return nil, nil, err
		}
		turns = append(turns, token)
	}
	return pos.(*blokus.Position).Scores(), turns, nil
}

// play plays a game of the bot in one seat and adds its rank score.
func (m *match) play(us, them player, game int) error {
	players := 2
	if m.variant == "classic" {
		players = 4
	}
	seat := game % players
	var last player
	seats := func(s int) player {
		last = them
		if s == seat {
			last = us
		}
		return last
	}
	spent := func(turn int, used time.Duration) {
		side := 1
		if last == us {
			side = 0
		} else {
			m.budget.add(turn, used)
		}
		m.used[side] += used
		m.turns[side]++
	}
	scores, turns, err := m.game(seats, game, spent)
	if err != nil {
		return err
	}
	score := rankScore(scores, seat)
	m.sum += score
	m.squares += score * score
	m.played++
	m.bySeat[seat] += score
	m.inSeat[seat]++
	m.variation.add(seat, score)
	if m.verbose {
		fmt.Printf("game %d seat %d scores %v: %.3f, so far %s, cpu %s\n", game, seat+1, scores, score, m.mean(), m.times())
	}
	return m.write(game, seat, scores, turns)
}

// write appends a game to the record: seat of the bot, scores, turns.
func (m *match) write(game, seat int, scores []int, turns []string) error {
	if m.record == "" {
		return nil
	}
	f, err := os.OpenFile(m.record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintf(f, "%d %d %s %s\n", game, seat+1, strings.Trim(fmt.Sprint(scores), "[]"), strings.Join(turns, " "))
	return err
}

// rankScore is 1 for the best score and 0 for the worst, evenly between; equal
// scores share.
func rankScore(scores []int, seat int) float64 {
	beaten := 0.0
	for other, s := range scores {
		switch {
		case other == seat:
		case s < scores[seat]:
			beaten++
		case s == scores[seat]:
			beaten += 0.5
		}
	}
	return beaten / float64(len(scores)-1)
}

// mean is the mean score with half the width of its 95 % interval.
func (m *match) mean() string {
	n := float64(m.played)
	mean := m.sum / n
	return fmt.Sprintf("%.1f %% ± %.1f", 100*mean, 196*math.Sqrt(max(0, m.squares/n-mean*mean)/n))
}

func (m *match) times() string {
	each := func(side int) time.Duration { return m.used[side] / time.Duration(max(1, m.turns[side])) }
	return fmt.Sprintf("%.1f : %.1f ms", each(0).Seconds()*1000, each(1).Seconds()*1000)
}

func (m *match) report() {
	fmt.Printf("%s, %d games: %s, processor time a turn %s\n", m.variant, m.played, m.mean(), m.times())
	if m.nodes == 0 {
		fmt.Println("simulations a turn:", m.simulations.line(func(n time.Duration) any { return int(n) }))
		if m.gtp != "" {
			fmt.Println("ms a turn of the opponent:", m.budget.line(func(n time.Duration) any { return fmt.Sprintf("%.1f", n.Seconds()*1000) }))
		}
	}
	for seat, n := range m.inSeat {
		if n > 0 {
			fmt.Printf("seat %d: %d games, %.1f %%\n", seat+1, n, 100*m.bySeat[seat]/float64(n))
		}
	}
}
