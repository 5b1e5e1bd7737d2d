package enginetest

import (
	"maps"
	"slices"
	"strings"

	"quadrille/engine"
)

// fens feeds the FEN parser with spoilt FENs of a position.
func (tr *trial) fens(p engine.Position) {
	fen := p.FEN()
	for range 30 {
		tr.badFEN(mutate(tr.rng, fen))
	}
	for _, words := range spoiltWords(fen) {
		tr.badFEN(words)
	}
	for _, text := range slices.Concat(garbage(), tr.endless) {
		tr.noFEN(text)
	}
}

// spoiltWords drops, empties, doubles and swaps the words of a FEN.
func spoiltWords(fen string) []string {
	words := strings.Split(fen, " ")
	spoilt := []string{fen + " ", " " + fen, fen + " x", strings.ReplaceAll(fen, " ", "  "), strings.ToUpper(fen), strings.ToLower(fen)}
	for i := range words {
		with := func(middle ...string) string {
			return strings.Join(slices.Concat(words[:i], middle, words[i+1:]), " ")
		}
		spoilt = append(spoilt, with(), with(""), with("-"), with("0"), with("--"), with(words[i], words[i]),
			with(words[(i+1)%len(words)]), with(words[i][:len(words[i])/2]), with(words[i]+words[i]), with("\xff"),
			with(strings.Repeat(words[i], 300)), with("99999999999999999999"))
	}
	return spoilt
}

// badFEN reads a FEN that is most likely wrong. Where it is accepted it must be
// a proper position.
func (tr *trial) badFEN(fen string) {
	what := "FEN " + clip(fen)
	tr.guard(what, func() {
		p, err := tr.contract.Game.ParseFEN(fen, maps.Clone(tr.rules))
		if err != nil {
			tr.refused(what, p, err, engine.ErrPosition)
			return
		}
		other := *tr
		other.rules, other.start, other.line = p.Rules(), fen, nil
		other.hashes, other.seen = hashes{}, nil
		other.proper(p)
	})
}

// noFEN reads what is no FEN of any game.
func (tr *trial) noFEN(text string) {
	what := "FEN " + clip(text)
	tr.guard(what, func() {
		p, err := tr.contract.Game.ParseFEN(text, maps.Clone(tr.rules))
		tr.refused(what, p, err, engine.ErrPosition)
	})
}

// proper checks a position and some of what can be played from it.
func (tr *trial) proper(p engine.Position) {
	tr.facts(p)
	tr.legal(p)
	tr.state(p)
	tr.diagram(p.Diagram())
	tr.same("reading its FEN", p, tr.parse(p.FEN()))
	for _, token := range p.Legal()[:min(2, len(p.Legal()))] {
		next, err := p.Play(token)
		if err != nil {
			tr.failf("legal token %s is refused: %v", token, err)
		}
		tr.same("reading the FEN after "+token, next, tr.parse(next.FEN()))
	}
}
