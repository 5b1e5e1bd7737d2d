package blokusbot

import (
	"math"

	"quadrille/ai"
	"quadrille/ai/blokusbot/book"
	"quadrille/ai/opening"
	"quadrille/engine"
	"quadrille/engine/blokus"
)

// nearEqual is by how much a turn of the book may be worse than its best one and
// still be played, in thousandths of a win.
const nearEqual = 10

// InBook says whether a position is in one of the books; see ai.Reader.
func (b *bot) InBook(pos engine.Position) bool {
	s := pos.(*blokus.Position).SearchState()
	return opening.InAny(s, book.Books(&s)...)
}

// playFromBook plays one of the turns that the book finds about equally good.
func (t *task) playFromBook() (ai.Best, bool) {
	for _, e := range book.Books(&t.state) {
		b := e.Book()
		if c, ok := b.Pick(t.state, nearEqual, t.settings.Seed); ok {
			return t.playChoice(b, c), true
		}
	}
	return ai.Best{}, false
}

// playChoice answers with a turn of a book.
func (t *task) playChoice(b *opening.Book[blokus.State], c opening.Line) ai.Best {
	t.report(ai.Info{Text: opening.Said})
	line := []blokus.Placement{blokus.Placement(c.Turn)}
	next := t.state
	next.Play(line[0])
	for _, turn := range b.Follow(next, followed) {
		line = append(line, blokus.Placement(turn))
	}
	info := ai.Info{Depth: len(line), SelDepth: len(line), Nodes: 1, Time: t.ctl.Elapsed(), PV: t.tokens(line)}
	if t.state.Players() == 2 {
		info.HasScore = true
		info.Score.CP = int(math.Round(float64(c.Value[0])/5)) - 100
	} else {
		info.Scores = make([]int, t.state.Players())
		for i := range info.Scores {
			info.Scores[(t.state.Seat()+i)%t.state.Players()] = 10 * int(c.Value[i])
		}
	}
	t.report(info)
	return t.best(line)
}

// followed is how many turns of the book's best line a report has behind its own.
const followed = 3
