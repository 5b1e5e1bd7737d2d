package blksgf

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/engine"
	"quadrille/engine/blokus"
	"quadrille/protocol/record"
)

const (
	gameName  = "blokus"
	passToken = "pass"
)

// variants are the variants by the value of GM.
var variants = map[string]string{"Blokus": "classic", "Blokus Duo": "duo"}

// pentobi are the rules that Pentobi plays by.
func pentobi(variant string) engine.Rules {
	return engine.Rules{"variant": variant, "corners": "fixed", "end": "all-blocked", "scoring": "official", "start": "1"}
}

// textTags are the properties that are the text of a tag.
var textTags = map[string]string{
	"PB": "P1", "PW": "P2", "P1": "P1", "P2": "P2", "P3": "P3", "P4": "P4",
	"DT": record.DateTag, "EV": "Event", "PC": "Place", "RO": "Round",
}

// tagOrder is the order in which tags are written.
var tagOrder = []string{"Event", "Place", "Round", record.DateTag, "P1", "P2", "P3", "P4"}

// Parse reads any number of games. The notes say what of the text is not in
// the records. The games before an error are returned with it; it is a
// *record.ParseError.
func Parse(data []byte) (records []*record.Record, notes []string, err error) {
	s := &scanner{rest: strings.TrimPrefix(string(data), "\uFEFF"), line: 1}
	for {
		t, ok, err := s.next()
		switch {
		case err != nil:
			return records, notes, err
		case !ok && records == nil:
			return nil, nil, s.errorf("there is no game")
		case !ok:
			return records, notes, nil
		}
		g := game{tags: map[string]string{}}
		r, err := g.read(t)
		if err != nil {
			return records, notes, err
		}
		records = append(records, r)
		for _, note := range g.notes(t) {
			notes = append(notes, fmt.Sprintf("game %d: %s", len(records), note))
		}
	}
}

// game is what has been read of a game.
type game struct {
	position engine.Position
	start    string // value of the tag Start
	rules    engine.Rules
	tags     map[string]string
	record   record.Record
	result   property
	skipped  []string
}

func (g *game) notes(t tree) (notes []string) {
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
					return nil, fail(p.line, "%v", err)
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
		return fail(root.line, "the first node has no GM, so the game is not known to be Blokus")
	}
	variant, ok := variants[gm.values[0]]
	if !ok {
		return fail(gm.line, "the game is %q; Blokus and Blokus Duo are played here", engine.Clip(gm.values[0]))
	}
	g.rules = pentobi(variant)
	if ru, ok := find(root, "RU"); ok && strings.Contains(ru.values[0], "=") {
		given, err := engine.ParseSettings(strings.Fields(ru.values[0]))
		if err != nil {
			return fail(ru.line, "RU: %v", err)
		}
		for name, value := range given {
			g.rules[name] = value
		}
	}
	if g.rules["start"] == "random" || g.rules["variant"] != variant {
		return fail(gm.line, "the rules leave the start to chance or name another variant than GM")
	}
	position, err := blokus.Game{}.New(g.rules, 0)
	if err != nil {
		return fail(gm.line, "the rules: %v", err)
	}
	g.position, g.rules = position, position.Rules()
	if err := g.setUp(root); err != nil {
		return err
	}
	g.start = record.StartPos
	if g.position != position {
		g.start = g.position.FEN()
	}
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
	if seat, ok := g.seat(p.name); ok {
		return g.move(seat, p)
	}
	if tag, ok := textTags[p.name]; ok {
		return g.text(tag, p)
	}
	switch p.name {
	case "C":
		g.comment(p.values[0])
	case "RE":
		g.result = p
	case "CA":
		if !strings.EqualFold(p.values[0], "UTF-8") {
			return fmt.Errorf("the characters are %q, and only UTF-8 is read", engine.Clip(p.values[0]))
		}
	case "RU":
		if !strings.Contains(p.values[0], "=") {
			g.skip(p.name)
		}
	case "GM", "FF", "AP":
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

// seat is the player of a move property.
func (g *game) seat(name string) (engine.Player, bool) {
	names := [][]string{{"1", "BLUE"}, {"2", "YELLOW"}, {"3", "RED"}, {"4", "GREEN"}}
	if g.rules["variant"] == "duo" {
		names = [][]string{{"B", "1", "BLUE"}, {"W", "2", "GREEN"}}
	}
	i := slices.IndexFunc(names, func(n []string) bool { return slices.Contains(n, name) })
	return engine.Player(i + 1), i >= 0
}

// text takes a text over into a tag. Of several days the first counts.
func (g *game) text(tag string, p property) error {
	value := strings.Join(strings.Fields(p.values[0]), " ")
	if tag == record.DateTag {
		value, _, _ = strings.Cut(value, ",")
		if _, err := time.Parse(time.DateOnly, value); err != nil && value != "" {
			g.skip(p.name)
			return nil
		}
	}
	if g.tags[tag] == "" {
		g.tags[tag] = value
	}
	return nil
}

// comment adds to the comment on the turn before, or on the start.
func (g *game) comment(text string) {
	text = strings.Join(strings.Fields(strings.NewReplacer("{", "(", "}", ")").Replace(text)), " ")
	to := &g.record.Intro
	if turns := g.record.Turns; len(turns) > 0 {
		to = &turns[len(turns)-1].Comment
	}
	*to = strings.TrimSpace(*to + " " + text)
}

// move plays a piece, after the passes of the colours before it that cannot.
func (g *game) move(seat engine.Player, p property) error {
	for g.position.Turn() != seat && !g.position.Result().Over && g.position.Phase() == blokus.PhaseBlocked {
		if err := g.play(passToken); err != nil {
			return err
		}
	}
	token := strings.ToLower(strings.Join(p.values, ","))
	number := len(g.record.Turns) + 1
	if turn := g.position.Turn(); turn != seat && !g.position.Result().Over {
		return fmt.Errorf("turn %d is one of %s, but %s is to move", number, seat, turn)
	}
	if token == passToken {
		return fmt.Errorf("turn %d is a pass, which the format does not have", number)
	}
	if err := g.play(token); err != nil {
		return fmt.Errorf("turn %d, %s: %w", number, engine.Clip(token), err)
	}
	return nil
}

func (g *game) play(token string) error {
	next, err := g.position.Play(token)
	if err != nil {
		return err
	}
	g.position = next
	g.record.Turns = append(g.record.Turns, record.Turn{Token: next.Token()})
	return nil
}

// finish writes the header in front of the turns.
func (g *game) finish(line int) (*record.Record, error) {
	r := &g.record
	r.SetTag(record.GameTag, gameName)
	r.SetTag(record.RulesTag, engine.FormatRules(blokus.Game{}.Options(), g.rules, " "))
	for _, tag := range tagOrder {
		if value := g.tags[tag]; value != "" && (g.rules["variant"] != "duo" || tag != "P3" && tag != "P4") {
			r.SetTag(tag, value)
		}
	}
	r.SetTag(record.StartTag, g.start)
	result, reason, err := g.outcome()
	if err != nil {
		return nil, fail(g.result.line, "RE[%s]: %v", engine.Clip(g.result.values[0]), err)
	}
	r.SetTag(record.ResultTag, result)
	if reason != "" {
		r.SetTag(record.ReasonTag, reason)
	}
	if err := r.Check(); err != nil {
		return nil, fail(line, "%v", err)
	}
	return r, nil
}

// reasons are the letters behind the sign of a result.
var reasons = map[string]string{"R": "resign", "Resign": "resign", "T": "timeout", "Time": "timeout"}

// outcome is the result that the moves show, or that of RE in duo.
func (g *game) outcome() (result, reason string, err error) {
	said := ""
	if g.result.values != nil {
		winner, margin, _ := strings.Cut(g.result.values[0], "+")
		said = map[string]string{"B": "p1win", "W": "p2win", "0": "draw", "Draw": "draw"}[winner]
		if said != "draw" {
			reason = reasons[margin]
		}
	}
	if g.rules["variant"] != "duo" {
		said = ""
	}
	end := g.position.Result()
	switch {
	case end.Over && said != "" && said != end.String() && g.rules["end"] == "all-blocked":
		return "", "", fmt.Errorf("the moves end the game with %s", end)
	case end.Over:
		return end.String(), end.Reason, nil
	case said != "":
		return said, reason, nil
	}
	return record.Unfinished, "", nil
}
