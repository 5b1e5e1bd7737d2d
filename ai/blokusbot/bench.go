package blokusbot

import (
	"quadrille/ai"
	"quadrille/engine"
)

// Bench lists fixed searches: the starts of both variants, and positions that
// the first guesses of the search, without searching, lead to after 8, 16 and
// 32 turns.
func (b *bot) Bench() []ai.BenchPosition {
	return []ai.BenchPosition{
		{Rules: engine.Rules{"variant": "duo"}, Depth: 2},
		{FEN: "14/14/6BBB5/5B1YBBY3/4BBBYY1Y3/5B2Y1Y3/3BB1BBY1YY2/4BB1B1Y4/5B1BYYY3/6YB1Y4/6YYY5/7Y6/14/14 B - - variant=duo,corners=free,end=first-out,scoring=remaining,start=1", Depth: 2},
		{Rules: engine.Rules{}, Depth: 2},
		{FEN: "G17BB/GGG14BB1/1G1G14B1/3GG11BB2/4GG1G7BB3/6GGG2G1B1B4/7G1GGGBBB5/11G1B6/12Y1B5/11YY1B5/10R1YBBB4/8RRR1Y1Y5/6R1R4YYY4/5RRR6Y5/6R8Y4/4RR9YY3/3RR11YY2/1R1R14Y1/1RR14YYY/RR17Y B - - variant=classic,corners=free,end=first-out,scoring=remaining,start=1", Depth: 2},
		{FEN: "G17BB/GGG7G6BB1/1G1G6G7B1/3GG3GGGB4BB2/1Y2GG1G1BBBB2BB3/1YGG2GGG2G1B1B4/1Y1G3G1GGGBBB5/1YYGG3G2G1B4B1/GGGY4GYY1Y1B3B1/GRGY3GGY1YY1B2BB1/1RYYY2GYYR1YBBB1B2/1R1R1YYYRRR1Y1Y1B3/1R1RYYR1R2RRYYYB3/1R1R1RRR4R1Y1B3/2RR2R4RR2YBB1B/4RR7R1YY1BB/3RR8RRRYYBB/1R1R9R4Y1/1RR14YYY/RR17Y B - - variant=classic,corners=free,end=first-out,scoring=remaining,start=1", Depth: 2},
	}
}
