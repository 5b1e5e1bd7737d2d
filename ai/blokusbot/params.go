package blokusbot

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"quadrille/ai"
	"quadrille/ai/blokusbot/internal/prior"
	"quadrille/ai/mcts"
)

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
	// deviations above the mean is half of the best.
	rank, bonus, steep float64
	// model rates turns in the tree. Ratings are divided by heat, and turns
	// that are rated by more than hopeless below the best are left out.
	model          *prior.Model
	heat, hopeless float64
}

func standardParams() params {
	return params{
		explore: 1, expand: 3, firstCount: 3,
		amaf: 0.7, amafVisits: 2000, amafParent: 30000,
		local: 30, size: 3, contact: 1.5, corners: 1,
		bonus: 0.3, steep: 2, rank: 0.2,
		heat: 1, hopeless: 350, model: prior.Standard(),
	}
}

// fields names the parameters for NewTuned.
func (p *params) fields() map[string]*float64 {
	return map[string]*float64{
		"explore": &p.explore, "expand": &p.expand, "firstCount": &p.firstCount,
		"amaf": &p.amaf, "amafVisits": &p.amafVisits, "amafParent": &p.amafParent,
		"local": &p.local, "size": &p.size, "contact": &p.contact, "corners": &p.corners,
		"bonus": &p.bonus, "steep": &p.steep, "rank": &p.rank,
		"heat": &p.heat, "hopeless": &p.hopeless,
	}
}

func (p *params) weights() mcts.Weights {
	return mcts.Weights{
		Explore: p.explore, Expand: uint32(p.expand), FirstCount: p.firstCount,
		Amaf: p.amaf, AmafVisits: uint32(p.amafVisits), AmafParent: uint32(p.amafParent),
	}
}

// NewTuned returns a bot that differs from that of New in the parameters named,
// "name=value,...", and in the file of weights named as model, for matches that
// find out which are best (cpumatch).
func NewTuned(text string) (ai.Bot, error) {
	p := standardParams()
	fields := p.fields()
	for _, word := range strings.Split(text, ",") {
		if word == "" {
			continue
		}
		name, value, _ := strings.Cut(word, "=")
		if name == "model" {
			if err := p.load(value); err != nil {
				return nil, err
			}
			continue
		}
		number, err := strconv.ParseFloat(value, 64)
		if fields[name] == nil || err != nil {
			return nil, fmt.Errorf("no parameter %q", word)
		}
		*fields[name] = number
	}
	return &bot{params: p}, nil
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
