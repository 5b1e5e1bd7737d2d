package othellobot

import (
	"math/rand/v2"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/book"
	"quadrille/engine/othello"
)

// nearEqual is by how much a turn of the book may be worse than its best one
// and still be played, in hundredths of a disk.
const nearEqual = 60

// mayUseBook says whether an answer from the book would do.
func (t *task) mayUseBook() bool {
	return t.Settings.Book && !t.Limits.Exact && !t.Limits.Infinite && !t.Limits.Ponder &&
		t.Settings.MultiPV == 1 && len(t.Limits.SearchMoves) == 0
}

// playFromBook plays one of the turns that the book finds about equally good.
// Seed and position decide which.
func (t *task) playFromBook(b *book.Book) (ai.Best, bool) {
	choices := b.Choices(t.state)
	if len(choices) == 0 {
		return ai.Best{}, false
	}
	equal := 1
	for equal < len(choices) && choices[equal].Value >= choices[0].Value-nearEqual {
		equal++
	}
	r := rand.New(rand.NewPCG(t.Settings.Seed, t.state.Hash()))
	chosen := choices[r.IntN(equal)]
	t.Send(ai.Info{Text: "from the book"})
	line := alphabeta.Line{Value: chosen.Value, Moves: []alphabeta.Move{alphabeta.Move(chosen.Turn)}}
	line.Moves = append(line.Moves, bookLine(b, t.state.Play(chosen.Turn))...)
	t.Report(alphabeta.Report{Depth: 1, Nodes: uint64(len(choices)), Lines: []alphabeta.Line{line}})
	return t.Best(line), true
}

// bookLine is the best line of the book from a state on.
func bookLine(b *book.Book, s othello.State) (line []alphabeta.Move) {
	for {
		choices := b.Choices(s)
		if len(choices) == 0 {
			return line
		}
		line = append(line, alphabeta.Move(choices[0].Turn))
		s = s.Play(choices[0].Turn)
	}
}
