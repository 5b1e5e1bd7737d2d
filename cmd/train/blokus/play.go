package blokus

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"quadrille/ai/blokusbot"
	"quadrille/cmd/train/linefile"
	"quadrille/cmd/train/numbered"
	"quadrille/engine/blokus"
)

// often is how many simulations of a turn tell something of its worth.
const often = 100

// playCommand plays games. A line of the file is one: the variant, then for each
// turn the placement that was played, a colon, and placement=simulations of all
// turns that were tried; for those tried often, after an @, each seat's share
// of the win follows in thousandths. Passes and turns without a choice have
// none.
type playCommand struct {
	File  string `arg:"" help:"File of games; one that exists is continued."`
	Games int    `default:"500" help:"Games in the file in the end."`
	rulesOfPlay
	numbered.Flags
}

// rulesOfPlay are what a game depends on beside its number.
type rulesOfPlay struct {
	Variant string `default:"duo" enum:"duo,classic" help:"duo or classic."`
	Nodes   uint64 `default:"1500" help:"Simulations a turn."`
	Params  string `placeholder:"NAME=VALUE,..." help:"Parameters of the bot, as in explore=1,rank=1; engine --tune blokus:x lists them."`
}

// Run plays until the file has its games.
func (c *playCommand) Run() error {
	if c.Games < 1 || c.Nodes < 1 {
		return errors.New("--games and --nodes are at least 1")
	}
	if _, err := blokusbot.Tuned(c.Params); err != nil {
		return err
	}
	file, _, err := linefile.Continue(c.File, nil, samplesOf)
	if err != nil {
		return err
	}
	w := numbered.Work{Kind: Games, Rules: c.rulesOfPlay, Path: c.File, Total: c.Games}
	w.InFile(file)
	return errors.Join(c.Do(w), file.Close())
}

// Games are games of the bot against itself.
var Games = numbered.Kind{Name: "blokus-games",
	Makers: func(rules []byte, _ []string) (func() numbered.Maker, error) {
		var r rulesOfPlay
		if err := json.Unmarshal(rules, &r); err != nil {
			return nil, err
		}
		_, err := blokusbot.Tuned(r.Params)
		return func() numbered.Maker { return func(n int) (string, error) { return r.play(uint64(n)) } }, err
	},
	Check: func(line string) error { _, err := samplesOf(line); return err }}

// configOf returns the rules of the games: those of Pentobi or, for one game in
// four, those of the seed document.
func configOf(variant string, game uint64) blokus.Config {
	c := blokus.Config{Duo: variant == "duo", Fixed: true, Official: true}
	if game%4 == 3 {
		c.Fixed, c.Official, c.FirstOut = false, false, true
	}
	return c
}

func (c *rulesOfPlay) play(game uint64) (string, error) {
	tuned, err := blokusbot.Tuned(c.Params)
	if err != nil {
		return "", err
	}
	bot := tuned()
	rng := rand.New(rand.NewPCG(game, 77))
	s := blokus.NewState(configOf(c.Variant, game))
	var text strings.Builder
	fmt.Fprintf(&text, "%s %d", c.Variant, game)
	for !s.Over() {
		var visits []blokusbot.Visit
		if s.Can(s.Side()) {
			visits = blokusbot.Visits(bot, &s, nil, c.Nodes, rng.Uint64())
		} else {
			visits = []blokusbot.Visit{{Move: blokus.Pass}}
		}
		m := pick(visits, s.SquaresLeft(s.Side()), rng)
		fmt.Fprintf(&text, " %d:", m)
		if len(visits) > 1 {
			text.WriteString(visitsText(visits, s.Colours()))
		}
		s.Play(m)
	}
	return text.String(), nil
}

// visitsText writes how often the turns of a position were tried.
func visitsText(visits []blokusbot.Visit, colours int) string {
	words := make([]string, len(visits))
	for i, v := range visits {
		words[i] = fmt.Sprintf("%d=%d", v.Move, v.Visits)
		if v.Visits < often {
			continue
		}
		for seat, share := range v.Shares[:colours] {
			words[i] += fmt.Sprintf("%c%.0f", "@/"[min(seat, 1)], 1000*share)
		}
	}
	return strings.Join(words, ",")
}

// pick draws a turn: in the opening, and now and then later, in proportion to
// the simulations, so that games differ, else the most tried.
func pick(visits []blokusbot.Visit, squaresLeft int, rng *rand.Rand) blokus.Placement {
	const opening = blokus.Squares - 20
	if squaresLeft < opening && rng.IntN(6) > 0 {
		return visits[0].Move
	}
	sum := 0
	for _, v := range visits {
		sum += int(v.Visits)
	}
	at := rng.IntN(max(1, sum))
	for _, v := range visits {
		if at -= int(v.Visits); at < 0 {
			return v.Move
		}
	}
	return visits[0].Move
}
