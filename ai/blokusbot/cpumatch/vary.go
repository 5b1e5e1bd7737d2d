package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// variation tries many parameters in one match: each game draws a value of
// each, and in the end the games with one value of a parameter are compared
// with those with the others. So every game tells something of every parameter.
type variation struct {
	names  []string
	values [][]string
	drawn  [][]int // the number of each value, by game
	seats  []int
	scores []float64
}

// newVariation reads "name=value~value ...", or nothing at all.
func newVariation(text string) (*variation, error) {
	v := new(variation)
	for _, word := range strings.Fields(text) {
		name, values, ok := strings.Cut(word, "=")
		if !ok {
			return nil, fmt.Errorf("no values: %q", word)
		}
		v.names = append(v.names, name)
		v.values = append(v.values, strings.Split(values, "~"))
	}
	return v, nil
}

// draw returns the parameters of a game.
func (v *variation) draw(game int) string {
	rng := rand.New(rand.NewPCG(uint64(game), 5))
	var drawn []int
	var words []string
	for i, name := range v.names {
		n := rng.IntN(len(v.values[i]))
		drawn = append(drawn, n)
		words = append(words, name+"="+v.values[i][n])
	}
	v.drawn = append(v.drawn, drawn)
	return strings.Join(words, ",")
}

// add tells the result of the game drawn last.
func (v *variation) add(seat int, score float64) {
	v.seats = append(v.seats, seat)
	v.scores = append(v.scores, score)
}

// report prints for each value its effect in hundredths.
func (v *variation) report() {
	for p, name := range v.names {
		fmt.Printf("%s:", name)
		for n, value := range v.values[p] {
			mean, half := v.effect(p, n)
			fmt.Printf("  %s %+.1f ± %.1f", value, 100*mean, 100*half)
		}
		fmt.Println()
	}
}

// effect is the mean score of the games with a value of a parameter, less the
// mean of their seats in all games, with half the width of its 95 % interval.
func (v *variation) effect(parameter, value int) (mean, half float64) {
	var sum, count [4]float64
	for i, seat := range v.seats {
		sum[seat] += v.scores[i]
		count[seat]++
	}
	total, squares, games := 0.0, 0.0, 0.0
	for i, seat := range v.seats {
		if v.drawn[i][parameter] == value {
			x := v.scores[i] - sum[seat]/count[seat]
			total += x
			squares += x * x
			games++
		}
	}
	games = max(1, games)
	mean = total / games
	return mean, 1.96 * math.Sqrt(max(0, squares/games-mean*mean)/games)
}
