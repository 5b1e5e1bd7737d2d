package book

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/opening"
	"quadrille/ai/othellobot/book"
	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/midgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/ai/tt"
	rules "quadrille/engine/othello"
)

// othelloHash is the transposition table of a search, in MiB. It is emptied before
// each.
const othelloHash = 16

func othello() growing {
	return &kind[rules.State]{
		game: book.Game{}, evaluation: pattern.Digest(),
		nodes: 2_000_000, plies: 22, loss: 300, ply: 40, unit: 10, trust: 6,
		searcher: func() search[rules.State] {
			table := tt.New[endgame.Entry](othelloHash)
			return searchOthello(midgame.New(pattern.Default(), table), table)
		},
	}
}

// searchOthello searches with as many lines as are wanted.
func searchOthello(m *midgame.Searcher, table *endgame.Table) search[rules.State] {
	return func(s rules.State, among []opening.Turn, most int, nodes, _ uint64) (lines []opening.Line) {
		table.Clear()
		o := midgame.Options{Options: alphabeta.Options{Control: ai.NewControl(ai.Limits{}), Nodes: nodes, MultiPV: most}}
		for _, t := range among {
			o.Moves = append(o.Moves, alphabeta.Move(t))
		}
		for _, l := range m.Run(s, o).Lines {
			lines = append(lines, opening.Line{Turn: opening.Turn(l.Moves[0]), Value: opening.Value{int16(l.Value), int16(-l.Value)}})
		}
		return lines
	}
}
