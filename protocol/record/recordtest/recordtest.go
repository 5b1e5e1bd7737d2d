// Package recordtest makes random records for the tests of the packages that
// read and write them.
package recordtest

import (
	"pgregory.net/rapid"

	"quadrille/engine"
	"quadrille/protocol/record"
)

// Game plays random turns of a game from its start position: to the end, or
// half the time to some turn before. The record has the tags Game, Rules when
// the game has any, those given, Start, Result and Reason.
func Game(t *rapid.T, g engine.Game, rules engine.Rules, tags ...record.Tag) *record.Record {
	p, err := g.New(rules, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := &record.Record{}
	r.SetTag(record.GameTag, g.Name())
	if text := engine.FormatRules(g.Options(), p.Rules(), " "); text != "" {
		r.SetTag(record.RulesTag, text)
	}
	for _, tag := range tags {
		r.SetTag(tag.Name, tag.Value)
	}
	r.SetTag(record.StartTag, record.StartPos)
	most := 1000
	if rapid.Bool().Draw(t, "unfinished") {
		most = rapid.IntRange(1, 60).Draw(t, "turns")
	}
	// One number for all turns, since a draw for each is slow.
	seed := rapid.Uint64().Draw(t, "seed")
	for range most {
		legal := p.Legal()
		if len(legal) == 0 {
			break
		}
		seed = seed*6364136223846793005 + 1442695040888963407
		token := legal[(seed>>33)%uint64(len(legal))]
		if p, err = p.Play(token); err != nil {
			t.Fatal(err)
		}
		r.Turns = append(r.Turns, record.Turn{Token: token})
	}
	r.SetTag(record.ResultTag, record.Unfinished)
	if end := p.Result(); end.Over {
		r.SetTag(record.ResultTag, end.String())
		r.SetTag(record.ReasonTag, end.Reason)
	}
	return r
}

// Text draws a text of several characters, the awkward ones of most formats
// among them, without white space at its ends or double.
func Text(but string) *rapid.Generator[string] {
	return rapid.StringMatching(`[A-Za-zé"'()\\:;./\[\]]{1,8}( [a-z0-9\[\]\\]{1,5})?`).Filter(func(s string) bool {
		for _, c := range s {
			for _, b := range but {
				if b == c {
					return false
				}
			}
		}
		return true
	})
}
