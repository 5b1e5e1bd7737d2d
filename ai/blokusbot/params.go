package blokusbot

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"quadrille/ai"
	"quadrille/ai/blokusbot/prior"
	"quadrille/ai/mcts"
	"quadrille/engine/blokus"
)

// The variants have parameters of their own: classic for four, duo, classic for
// two and for three, and junior.
const (
	classic = iota
	duo
	classicTwo
	classicThree
	junior
	variants
)

func variantOf(s *blokus.State) int {
	switch {
	case s.Junior():
		return junior
	case s.Colours() == 2:
		return duo
	case s.Players() == 2:
		return classicTwo
	case s.Players() == 3:
		return classicThree
	}
	return classic
}

// A game has an early and a late stage with parameters of their own.
const (
	earlyStage = iota
	lateStage
	stages
)

// lateFrom is how many pieces a colour has placed when the late stage begins for it. With
// two players there is none.
const lateFrom = 12

func stageOf(s *blokus.State) int {
	if s.Players() > 2 && s.Placed(s.Side()) >= lateFrom {
		return lateStage
	}
	return earlyStage
}

// large says whether a variant is played on the large board.
func large(variant int) bool { return variant != duo && variant != junior }

// params are the numbers that tuning matches try.
type params struct {
	// These are those of mcts.Weights.
	explore, firstCount, expand  float64
	amaf, amafVisits, amafParent float64
	// local, size and contact are by how much a placement is likelier in a
	// playout for each local cell that it covers, each square, and each corner
	// at which its piece can be continued.
	local, size, contact float64
	corners              float64 // growth corners that a playout looks at for local placements
	// rank is the part of a result that is the rank and not the share of the
	// win, and bonus what the margin counts beside both; a margin of 1/steep
	// deviations above the mean is half of the best. The margin is that over
	// the best of the others, or the own score if alone is 1.
	rank, bonus, steep, alone float64
	// model rates turns in the tree. Ratings are divided by heat, and turns
	// that are rated by more than hopeless below the best are left out.
	model          *prior.Model
	heat, hopeless float64
}

func standardParams(variant, stage int) params {
	if large(variant) {
		p := params{
			explore: 1.2, expand: 3, firstCount: 2,
			amaf: 0.55, amafVisits: 2000, amafParent: 30000,
			local: 6, size: 3, contact: 1.5, corners: 1,
			bonus: 0.8, steep: 2, alone: 1, rank: 1,
			heat: 1, hopeless: 350, model: prior.Standard(),
		}
		switch {
		case variant == classicTwo:
			p.bonus, p.alone, p.rank = 0.7, 0, 0.2
		case stage == lateStage:
			// There are few turns left in which a turn could be played as well, and
			// the rank that comes of points is nearly decided.
			p.amaf, p.firstCount, p.bonus = 0.2, 1, 0.3
		}
		return p
	}
	return params{
		explore: 0.75, expand: 3, firstCount: 2,
		amaf: 0.5, amafVisits: 2000, amafParent: 30000,
		local: 30, size: 2, contact: 1.5, corners: 1,
		bonus: 0.7, steep: 2, rank: 0.2,
		heat: 1, hopeless: 350, model: prior.Standard(),
	}
}

// allParams are the parameters of a bot, by variant and stage.
type allParams [variants][stages]params

func standard() *allParams {
	all := new(allParams)
	for variant := range all {
		for stage := range all[variant] {
			all[variant][stage] = standardParams(variant, stage)
		}
	}
	return all
}

// fields names the parameters for Tuned.
func (p *params) fields() map[string]*float64 {
	return map[string]*float64{
		"explore": &p.explore, "expand": &p.expand, "firstCount": &p.firstCount,
		"amaf": &p.amaf, "amafVisits": &p.amafVisits, "amafParent": &p.amafParent,
		"local": &p.local, "size": &p.size, "contact": &p.contact, "corners": &p.corners,
		"bonus": &p.bonus, "steep": &p.steep, "alone": &p.alone, "rank": &p.rank,
		"heat": &p.heat, "hopeless": &p.hopeless,
	}
}

func (p *params) weights() mcts.Weights {
	return mcts.Weights{
		Explore: p.explore, Expand: uint32(p.expand), FirstCount: p.firstCount,
		Amaf: p.amaf, AmafVisits: uint32(p.amafVisits), AmafParent: uint32(p.amafParent),
	}
}

// Tuned returns what makes bots that differ from those of New, in all variants and
// stages, in the parameters named, "name=value,...", and in the file of weights named as
// model. A name that begins with "late." is for the late stage alone.
func Tuned(text string) (func() ai.Bot, error) {
	tuned := standard()
	for _, word := range strings.Split(text, ",") {
		if word == "" {
			continue
		}
		from := earlyStage
		if rest, ok := strings.CutPrefix(word, "late."); ok {
			word, from = rest, lateStage
		}
		for i := range tuned {
			for stage := from; stage < stages; stage++ {
				if err := tuned[i][stage].set(word); err != nil {
					return nil, err
				}
			}
		}
	}
	return func() ai.Bot { return &bot{params: tuned} }, nil
}

// set changes one parameter.
func (p *params) set(word string) error {
	name, value, _ := strings.Cut(word, "=")
	if name == "model" {
		return p.load(value)
	}
	number, err := strconv.ParseFloat(value, 64)
	field := p.fields()[name]
	if field == nil {
		names := slices.Sorted(maps.Keys(p.fields()))
		return fmt.Errorf("no parameter %q; there are: %s model", name, strings.Join(names, " "))
	}
	if err != nil {
		return fmt.Errorf("%s is a number, not %q", name, value)
	}
	*field = number
	return nil
}

// load reads the weights of a file.
func (p *params) load(name string) error {
	file, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	p.model, err = prior.Parse(file)
	return err
}
