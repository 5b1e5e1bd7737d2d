package blokus

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille/engine"
	"quadrille/engine/blokus"
	"quadrille/protocol/record"
)

// print writes a game.
func print(b *bytes.Buffer, r *record.Record) error {
	if err := r.Check(); err != nil {
		return err
	}
	if slices.Contains(strings.Fields(r.Tag(record.RulesTag)), "start=random") {
		return errors.New("its rules leave the start to chance")
	}
	g, err := record.Replay(blokus.Game{}, r)
	if err != nil {
		return err
	}
	b.WriteString("(\n;")
	printRoot(b, r, g.Start)
	if !g.FromStart() {
		if err := printSetup(b, g.Start); err != nil {
			return err
		}
	}
	put(b, "RE", cmp.Or(g.Tag(record.StatedTag), score(g)))
	put(b, "C", r.Intro)
	b.WriteString("\n")
	p := g.Start
	for _, t := range g.Turns {
		printTurn(b, p, t)
		if p, err = p.Play(t.Token); err != nil {
			return err
		}
	}
	b.WriteString(")\n")
	return nil
}

// put writes a property, or nothing when it has no value.
func put(b *bytes.Buffer, name, value string) {
	if value != "" {
		fmt.Fprintf(b, "%s[%s]", name, strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(value))
	}
}

func printRoot(b *bytes.Buffer, r *record.Record, start engine.Position) {
	rules := start.Rules()
	v := variantOf(rules)
	players := []string{"P1", "P2", "P3", "P4"}
	if start.Players() == 2 {
		players = []string{"PB", "PW"}
	}
	put(b, "GM", v.gm)
	put(b, "CA", "UTF-8")
	if !maps.Equal(rules, v.rules) {
		put(b, "RU", engine.FormatRules(blokus.Game{}.Options(), rules, " "))
	}
	put(b, "EV", r.Tag("Event"))
	put(b, "PC", r.Tag("Place"))
	put(b, "RO", r.Tag("Round"))
	put(b, "DT", r.Tag(record.DateTag))
	for i, player := range players {
		put(b, player, r.Tag(fmt.Sprint("P", i+1)))
	}
}

// printTurn writes a node. A pass has none, but its comment stays.
func printTurn(b *bytes.Buffer, p engine.Position, t record.Turn) {
	if t.Token == engine.Pass && t.Comment == "" {
		return
	}
	b.WriteString(";")
	if t.Token != engine.Pass {
		put(b, moveNames(p.Rules())[engine.ColourToMove(p)][0], t.Token)
	}
	put(b, "C", t.Comment)
	b.WriteString("\n")
}

// score writes RE of a game for two; others have none.
func score(g *record.Game) string {
	over, result := g.Last.Result().Over, g.Tag(record.ResultTag)
	if over {
		result = g.Last.Result().String()
	}
	winner := map[string]string{"p1win": "B+", "p2win": "W+", "draw": "0"}[result]
	switch {
	case g.Start.Players() != 2:
		return ""
	case winner == "" || winner == "0":
		return winner
	case over:
		margin := g.Last.Scores()[0] - g.Last.Scores()[1]
		return fmt.Sprint(winner, max(margin, -margin))
	case g.Tag(record.ReasonTag) == "resign":
		return winner + "R"
	case g.Tag(record.ReasonTag) == "timeout":
		return winner + "T"
	}
	return winner
}
