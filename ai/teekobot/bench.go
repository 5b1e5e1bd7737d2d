package teekobot

import "quadrille/ai"

// Bench lists fixed searches.
func (b *bot) Bench() []ai.BenchPosition {
	return []ai.BenchPosition{
		{FEN: "OXO./..X./XO.O/...X X size=4,advanced=false,repetition=3 -", Depth: 12},
		{FEN: "..../..../..../.... O size=4,advanced=false,repetition=3 -", Depth: 10},
		{FEN: "O..X/.XO./.OX./X..O O size=4,advanced=false,repetition=3 -", Depth: 12},
		{FEN: "O...X/.X.O./..X../.O.X./O.... X size=5,advanced=false,repetition=3 -", Depth: 9},
		{FEN: "...../...../...../...../..... O size=5,advanced=false,repetition=3 -", Depth: 7},
		{FEN: "...../.X.../..O../...../..... O size=5,advanced=true,repetition=3 -", Depth: 7},
	}
}
