package othellobot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/opening"
	"quadrille/ai/othellobot/book"
	"quadrille/engine"
	"quadrille/engine/othello"
)

// nearEqual is by how much a turn of the book may be worse than its best one
// and still be played, in hundredths of a disk.
const nearEqual = 30

// InBook says whether a position is in the book; see ai.Reader.
func (*bot) InBook(pos engine.Position) bool {
	return opening.InAny(pos.(*othello.Position).SearchState(), book.Default)
}

// playFromBook plays one of the turns that the book finds about equally good.
func (t *task) playFromBook(b *opening.Book[othello.State]) (ai.Best, bool) {
	c, ok := b.Pick(t.state, nearEqual, t.Settings.Seed)
	if !ok {
		return ai.Best{}, false
	}
	t.Send(ai.Info{Text: opening.Said})
	line := alphabeta.Line{Value: int(c.Value[0]), Moves: []alphabeta.Move{alphabeta.Move(c.Turn)}}
	for _, turn := range b.Follow(t.state.Play(othello.Turn(c.Turn)), t.empties()) {
		line.Moves = append(line.Moves, alphabeta.Move(turn))
	}
	t.Report(alphabeta.Report{Depth: 1, Nodes: 1, Lines: []alphabeta.Line{line}})
	return t.Best(line), true
}
