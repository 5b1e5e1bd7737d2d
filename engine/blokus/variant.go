package blokus

import (
	"maps"

	"quadrille/engine"
)

// Variants returns classic and duo by the official rules, which Pentobi plays.
// There a colour without a placement is passed over. Pentobi calls the second
// colour of duo green.
func (Game) Variants() []engine.Variant {
	official := engine.Rules{optCorners: "fixed", optEnd: "all-blocked", optScoring: "official"}
	with := func(variant string) engine.Rules {
		rules := maps.Clone(official)
		rules[optVariant] = variant
		return rules
	}
	return []engine.Variant{
		{Titles: []string{"Blokus"}, Rules: with("classic"), SkipsBlocked: true},
		{Titles: []string{"Blokus Duo"}, Rules: with("duo"), SkipsBlocked: true, Colours: [][]string{nil, {"green"}}},
	}
}

// BoardSize returns 20, or 14 for duo.
func (p *Position) BoardSize() int { return p.state.Size() }

// LegalFor lists the placements of a colour as if it were to move, none of one
// that is out.
func (p *Position) LegalFor(seat engine.Player) []string {
	if p.result.Over || seat != p.Turn() && p.state.Out(int(seat-1)) {
		return nil
	}
	var tokens []string
	for _, m := range p.placements(int(seat - 1)) {
		tokens = append(tokens, m.Token(p.state.Size()))
	}
	return tokens
}

// Points counts what every colour has laid and its bonus, as Pentobi does.
func (p *Position) Points() []int {
	points := append([]int(nil), p.Scores()...)
	for i := range points {
		points[i] += Squares
	}
	return points
}
