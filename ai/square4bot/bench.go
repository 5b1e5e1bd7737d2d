package square4bot

import "quadrille/ai"

// Bench lists the start and positions of random play in every phase and under
// every rule option.
func (b *bot) Bench() []ai.BenchPosition {
	return []ai.BenchPosition{
		{FEN: "####/BRB./...B/R.R./...R/.RR./.RBB/B.../BBR. R movement 8,8 pieces=8,slideback=true,repetition=3 - 0", Depth: 1},
		{FEN: "R.B./.R../####/.R.B/BBB./R.R./..../.BR./RBBR R movement 8,8 pieces=8,slideback=false,repetition=3 1 12", Depth: 1},
		{FEN: "..../..R./..../B.R./B.B./R.B./B.../R.R./#### R placement 5,5 pieces=8,slideback=true,repetition=3 - -", Depth: 10},
		{FEN: "####/..../..../..BR/..../R.B./B.../.R../..RB R placement 4,4 pieces=8,slideback=true,repetition=3 - -", Depth: 9},
		{FEN: "####/.BB./BR../..../..../..R./..../..../.R.. R placement 3,3 pieces=8,slideback=true,repetition=3 - -", Depth: 8},
		{FEN: "..../..../..../..../..../...B/####/...R/.... R placement 1,1 pieces=8,slideback=true,repetition=3 - -", Depth: 8},
		{FEN: "..../..../R.../.B../..../..../####/..../.... R placement 1,1 pieces=4,slideback=true,repetition=3 - -", Depth: 7},
		{FEN: "R.B./...R/####/RRB./R..B/B.../B..R/.BB./..R. R placement 7,7 pieces=16,slideback=true,repetition=3 - -", Depth: 8},
		{FEN: ".R../.R../..../B..B/..../..../R.../B.../#### R placement 3,3 pieces=8,slideback=false,repetition=3 5 -", Depth: 8},
		{FEN: "..../..../..../..../####/..../..../..../.... R placement 0,0 pieces=8,slideback=true,repetition=3 - -", Depth: 8},
	}
}
