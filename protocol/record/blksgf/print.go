package blksgf

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"strings"

	"quadrille/engine"
	"quadrille/engine/blokus"
	"quadrille/protocol/record"
)

// Print writes the games one behind the other. The error names the game that
// cannot be written, from 1.
func Print(records []*record.Record) ([]byte, error) {
	var b bytes.Buffer
	for i, r := range records {
		if err := printGame(&b, r); err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return b.Bytes(), nil
}

func printGame(b *bytes.Buffer, r *record.Record) error {
	if err := r.Check(); err != nil {
		return err
	}
	p, err := begin(r)
	if err != nil {
		return err
	}
	b.WriteString("(\n;")
	printRoot(b, r, p.Rules())
	if start := r.Tag(record.StartTag); start != "" && start != record.StartPos {
		if err := printSetup(b, p); err != nil {
			return err
		}
	}
	var moves bytes.Buffer
	for i, turn := range r.Turns {
		next, err := p.Play(turn.Token)
		if err != nil {
			return fmt.Errorf("turn %d, %q: %w", i+1, engine.Clip(turn.Token), err)
		}
		printTurn(&moves, p, next.Token(), turn.Comment)
		p = next
	}
	if end := p.Result(); end.Over && end.String() != r.Tag(record.ResultTag) {
		return fmt.Errorf("the result is %q, but the turns end the game with %s", r.Tag(record.ResultTag), end)
	}
	if p.Players() == 2 {
		put(b, "RE", score(r, p))
	}
	put(b, "C", r.Intro)
	b.WriteString("\n" + moves.String() + ")\n")
	return nil
}

// begin is the start position of the record.
func begin(r *record.Record) (engine.Position, error) {
	if name := r.Tag(record.GameTag); name != gameName {
		return nil, fmt.Errorf("the game is %q, and the format holds only blokus", engine.Clip(name))
	}
	rules, err := engine.ParseSettings(strings.Fields(r.Tag(record.RulesTag)))
	if err != nil {
		return nil, err
	}
	if rules["start"] == "random" {
		return nil, errors.New("its rules leave the start to chance")
	}
	start, err := blokus.Game{}.New(rules, 0)
	fen := r.Tag(record.StartTag)
	if err != nil || fen == "" || fen == record.StartPos {
		return start, err
	}
	p, err := blokus.Game{}.ParseFEN(fen, nil)
	if err == nil && !maps.Equal(p.Rules(), start.Rules()) {
		err = errors.New("its rules are not those in the position that it begins at")
	}
	return p, err
}

// put writes a property, or nothing when it has no value.
func put(b *bytes.Buffer, name, value string) {
	if value != "" {
		fmt.Fprintf(b, "%s[%s]", name, strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(value))
	}
}

func printRoot(b *bytes.Buffer, r *record.Record, rules engine.Rules) {
	variant := rules["variant"]
	name := "Blokus"
	players := []string{"P1", "P2", "P3", "P4"}
	if variant == "duo" {
		name, players = "Blokus Duo", []string{"PB", "PW"}
	}
	put(b, "GM", name)
	put(b, "CA", "UTF-8")
	if !maps.Equal(rules, pentobi(variant)) {
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
func printTurn(b *bytes.Buffer, p engine.Position, token, comment string) {
	switch {
	case token != passToken:
		colour := fmt.Sprint(int(p.Turn()))
		if p.Players() == 2 {
			colour = map[engine.Player]string{engine.P1: "B", engine.P2: "W"}[p.Turn()]
		}
		b.WriteString(";")
		put(b, colour, token)
	case comment == "":
		return
	default:
		b.WriteString(";")
	}
	put(b, "C", comment)
	b.WriteString("\n")
}

// score writes RE of a game for two.
func score(r *record.Record, p engine.Position) string {
	winner := map[string]string{"p1win": "B+", "p2win": "W+", "draw": "0"}[r.Tag(record.ResultTag)]
	switch {
	case winner == "" || winner == "0":
		return winner
	case p.Result().Over:
		margin := p.Scores()[0] - p.Scores()[1]
		return fmt.Sprint(winner, max(margin, -margin))
	case r.Tag(record.ReasonTag) == "resign":
		return winner + "R"
	case r.Tag(record.ReasonTag) == "timeout":
		return winner + "T"
	}
	return winner
}
