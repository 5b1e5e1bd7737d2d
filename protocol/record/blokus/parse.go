package blokus

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quadrille/engine"
	"quadrille/engine/blokus"
	"quadrille/protocol/record"
)

// variant is a way to play that Pentobi has: the value of GM and its rules.
type variant struct {
	gm    string
	rules engine.Rules
}

func variants() []variant {
	known, _ := engine.Variants(blokus.Game{})
	var list []variant
	for _, v := range known {
		rules := maps.Clone(v.Rules)
		rules["start"] = "1"
		list = append(list, variant{v.Titles[0], rules})
	}
	return list
}

// variantOf finds the way to play that the rules belong to.
func variantOf(rules engine.Rules) variant {
	list := variants()
	return list[slices.IndexFunc(list, func(v variant) bool { return v.fits(rules) })]
}

// fits says whether rules differ in no more than a file can say beside GM.
func (v variant) fits(rules engine.Rules) bool {
	return v.rules["variant"] == rules["variant"] && v.rules["players"] == rules["players"]
}

// twoColours says whether a game has two colours and not four.
func twoColours(rules engine.Rules) bool { return rules["variant"] != "classic" }

// textTags are the properties that are the text of a tag.
var textTags = map[string]string{
	"PB": "P1", "PW": "P2", "P1": "P1", "P2": "P2", "P3": "P3", "P4": "P4",
	"DT": record.DateTag, "EV": "Event", "PC": "Place", "RO": "Round",
}

// tagOrder is the order in which tags are written.
var tagOrder = []string{"Event", "Place", "Round", record.DateTag, "P1", "P2", "P3", "P4"}

// parse reads a game.
func parse(s *record.Scanner) (*record.Record, []string, error) {
	t, err := scanner{s}.tree()
	if err != nil {
		return nil, nil, err
	}
	g := game{tags: map[string]string{}}
	r, err := g.read(t)
	return r, g.notes(t), err
}

// game is what has been read of a game.
type game struct {
	*record.Game
	rules   engine.Rules
	tags    map[string]string
	result  property
	skipped []string
	remarks []string
}

func (g *game) notes(t tree) (notes []string) {
	notes = append(notes, g.remarks...)
	if t.skipped > 0 {
		notes = append(notes, fmt.Sprintf("nodes of other variations that are skipped: %d", t.skipped))
	}
	if g.skipped != nil {
		notes = append(notes, "properties that records do not have are skipped: "+strings.Join(g.skipped, " "))
	}
	return notes
}

func (g *game) read(t tree) (*record.Record, error) {
	if err := g.begin(t.line[0]); err != nil {
		return nil, err
	}
	for i, n := range t.line {
		// The move first: a comment is one on the position behind it.
		for _, comment := range []bool{false, true} {
			for _, p := range n.properties {
				if (p.name == "C") != comment {
					continue
				}
				if err := g.property(p, i == 0); err != nil {
					return nil, record.ErrorAt(p.line, "%v", err)
				}
			}
		}
	}
	return g.finish(t.ends)
}

// begin reads the variant and the rules, which come before all else.
func (g *game) begin(root node) error {
	gm, ok := find(root, "GM")
	if !ok {
		return record.ErrorAt(root.line, "the first node has no GM, so the game is not known to be Blokus")
	}
	known := variants()
	i := slices.IndexFunc(known, func(v variant) bool { return strings.EqualFold(v.gm, strings.TrimSpace(gm.values[0])) })
	if i < 0 {
		var names []string
		for _, v := range known {
			names = append(names, v.gm)
		}
		return record.ErrorAt(gm.line, "the game is %q; played here are %s", engine.Clip(gm.values[0]), strings.Join(names, ", "))
	}
	g.rules = maps.Clone(known[i].rules)
	if ru, ok := find(root, "RU"); ok && strings.Contains(ru.values[0], "=") {
		given, err := engine.ParseSettings(strings.Fields(ru.values[0]))
		if err != nil {
			return record.ErrorAt(ru.line, "RU: %v", err)
		}
		maps.Copy(g.rules, given)
	}
	if g.rules["start"] == "random" || !known[i].fits(g.rules) {
		return record.ErrorAt(gm.line, "the rules leave the start to chance or name another way to play than GM")
	}
	position, err := blokus.Game{}.New(g.rules, 0)
	if err != nil {
		return record.ErrorAt(gm.line, "the rules: %v", err)
	}
	g.rules = position.Rules()
	if position, err = g.setUp(root, position); err != nil {
		return err
	}
	g.Game = record.NewGame(blokus.Game{}, position)
	return nil
}

func find(n node, name string) (property, bool) {
	i := slices.IndexFunc(n.properties, func(p property) bool { return p.name == name })
	if i < 0 {
		return property{}, false
	}
	return n.properties[i], true
}

func (g *game) property(p property, root bool) error {
	if isSetup(p.name) {
		if !root {
			return fmt.Errorf("%s sets up a position within the game; only the first node may", p.name)
		}
		return nil // setUp has read it
	}
	if colour, ok := g.colour(p.name); ok {
		return g.move(colour, p)
	}
	if tag, ok := textTags[p.name]; ok {
		return g.text(tag, p)
	}
	switch p.name {
	case "C":
		g.comment(p.values[0])
	case "RE":
		g.result = p
	case "RU":
		if !strings.Contains(p.values[0], "=") {
			g.skip(p.name)
		}
	case "GM", "FF", "AP", "CA":
	default:
		g.skip(p.name)
	}
	return nil
}

func (g *game) skip(name string) {
	if !slices.Contains(g.skipped, name) {
		g.skipped = append(g.skipped, name)
	}
}

// moveNames are the names of move properties by colour, first the one written.
func moveNames(rules engine.Rules) [][]string {
	if twoColours(rules) {
		return [][]string{{"B", "1", "BLUE"}, {"W", "2", "GREEN"}}
	}
	return [][]string{{"1", "BLUE"}, {"2", "YELLOW"}, {"3", "RED"}, {"4", "GREEN"}}
}

// colour is the number of the colour of a move property.
func (g *game) colour(name string) (int, bool) {
	i := slices.IndexFunc(moveNames(g.rules), func(n []string) bool { return slices.Contains(n, name) })
	return i, i >= 0
}

// text takes a text over into a tag. Of several days the first counts; what is
// no day is kept as it is.
func (g *game) text(tag string, p property) error {
	value := record.CleanText(p.values[0])
	if tag == record.DateTag {
		first, _, _ := strings.Cut(value, ",")
		if day, _, ok := record.ParseDate(first); ok {
			value = day
		} else if value != "" {
			g.remarks = append(g.remarks, fmt.Sprintf("DT[%s] is not a day that is known here, such as 2026-11-28; it is kept as a text", engine.Clip(value)))
		}
	}
	if g.tags[tag] == "" {
		g.tags[tag] = value
	}
	return nil
}

// comment adds to the comment on the turn before, or on the start.
func (g *game) comment(text string) {
	to := &g.Intro
	if n := len(g.Turns); n > 0 {
		to = &g.Turns[n-1].Comment
	}
	*to = strings.TrimSpace(*to + " " + record.CleanComment(text))
}

// move plays a piece, after the passes of the colours before it that cannot.
func (g *game) move(colour int, p property) error {
	for engine.ColourToMove(g.Last) != colour && !g.Last.Result().Over && g.Last.Phase() == blokus.PhaseBlocked {
		if err := g.Play(engine.Pass, ""); err != nil {
			return err
		}
	}
	token := strings.ToLower(strings.Join(p.values, ","))
	number := len(g.Turns) + 1
	if at := engine.ColourToMove(g.Last); at != colour && !g.Last.Result().Over {
		colours := engine.Colours(g.Last)
		return fmt.Errorf("turn %d is one of %s, but %s is to move", number, colours[colour].Name, colours[at].Name)
	}
	if token == engine.Pass {
		return fmt.Errorf("turn %d is a pass, which the format does not have", number)
	}
	if err := g.Play(token, ""); err != nil {
		return fmt.Errorf("turn %d, %s: %w", number, engine.Clip(token), err)
	}
	return nil
}

// finish writes the header in front of the turns. A result that is not what the
// turns show is kept beside theirs.
func (g *game) finish(line int) (*record.Record, error) {
	var tags []record.Tag
	for _, name := range tagOrder {
		if !absent(name, g.Start.Players()) {
			tags = append(tags, record.Tag{Name: name, Value: g.tags[name]})
		}
	}
	said := ""
	if g.result.values != nil {
		said = record.CleanText(g.result.values[0])
	}
	result, reason := g.outcome(said)
	r := g.Finish(tags, result, reason, "")
	if said != "" && said != "?" && !sameScore(said, score(g.Game)) {
		r.SetTag(record.StatedTag, said)
		if note := g.Contradicts(result); note != "" {
			g.remarks = append(g.remarks, note)
		}
	}
	if err := r.Check(); err != nil {
		return nil, record.ErrorAt(line, "%v", err)
	}
	return r, nil
}

// absent says whether a tag is one of a seat that there is not.
func absent(name string, players int) bool {
	seat, ok := strings.CutPrefix(name, "P")
	n, err := strconv.Atoi(seat)
	return ok && err == nil && n > players
}

// sameScore compares two forms of RE.
func sameScore(a, b string) bool {
	short := strings.NewReplacer("Resign", "R", "Time", "T", "Draw", "0")
	return short.Replace(a) == short.Replace(b)
}

// reasons are the letters behind the sign of a result.
var reasons = map[string]string{"R": "resign", "Resign": "resign", "T": "timeout", "Time": "timeout"}

// outcome is what RE says with two players of a game that its moves do not end, or that
// end where Pentobi's do.
func (g *game) outcome(said string) (result, reason string) {
	ended := g.Last.Result().Over
	if g.Start.Players() != 2 || ended && g.rules["end"] != "all-blocked" {
		return "", ""
	}
	winner, margin, _ := strings.Cut(said, "+")
	switch winner {
	case "B":
		return "p1win", reasons[margin]
	case "W":
		return "p2win", reasons[margin]
	case "0", "Draw":
		return "draw", ""
	}
	return "", ""
}
