package blokus

import "quadrille/engine"

// Variants returns the ways to play by the official rules, which Pentobi plays.
// There a colour without a placement is passed over. Pentobi calls the second
// colour of the small board green.
func (Game) Variants() []engine.Variant {
	with := func(title, variant, players string, colours ...[]string) engine.Variant {
		rules := engine.Rules{optCorners: "fixed", optEnd: "all-blocked", optScoring: "official", optVariant: variant, optPlayers: players}
		return engine.Variant{Titles: []string{title}, Rules: rules, SkipsBlocked: true, Colours: colours}
	}
	return []engine.Variant{
		with("Blokus", "classic", "each"),
		with("Blokus Two-Player", "classic", "2"),
		with("Blokus Three-Player", "classic", "3"),
		with("Blokus Duo", "duo", "each", nil, []string{"green"}),
		with("Blokus Junior", "junior", "each", nil, []string{"green"}),
	}
}

// BoardSize returns 20, or 14 for duo and junior.
func (p *Position) BoardSize() int { return p.state.Size() }

// LegalFor lists the placements of a colour as if it were to move, none of one
// that is out.
func (p *Position) LegalFor(colour int) []string {
	if p.result.Over || colour != p.state.Side() && p.state.Out(colour) {
		return nil
	}
	var tokens []string
	for _, m := range p.placements(colour) {
		tokens = append(tokens, m.Token(p.state.Size()))
	}
	return tokens
}

// Points counts what every colour has laid and its bonus, as Pentobi does.
func (p *Position) Points() []int {
	squares := Squares
	if p.state.junior {
		squares = juniorSquares
	}
	points := make([]int, p.state.Colours())
	for colour := range points {
		points[colour] = squares + p.state.Score(colour)
	}
	return points
}
