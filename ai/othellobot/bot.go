package othellobot

import (
	"fmt"
	"math/bits"
	"os"
	"strings"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/book"
	"quadrille/ai/othellobot/endgame"
	"quadrille/ai/othellobot/midgame"
	"quadrille/ai/othellobot/pattern"
	"quadrille/engine"
	"quadrille/engine/othello"
)

// bot is the player. It keeps its transposition table from search to search.
type bot struct {
	table endgame.Table
	eval  func() *pattern.Eval
}

// New returns a bot that has learned nothing. It is cheap: the table comes
// with the first search.
func New() ai.Bot { return &bot{eval: pattern.Default} }

// Tuned returns what makes bots that play by other weights, those of the file
// in "weights=FILE".
func Tuned(parameters string) (func() ai.Bot, error) {
	name, path, _ := strings.Cut(parameters, "=")
	if name != "weights" {
		return nil, fmt.Errorf("no parameter %q; there is weights=FILE", name)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	model, err := pattern.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	eval := model.Eval()
	return func() ai.Bot { return &bot{eval: func() *pattern.Eval { return eval }} }, nil
}

// Reset forgets everything.
func (b *bot) Reset() { b.table.Clear() }

// Ready loads the weights and makes the tables of what is left of the game.
func (b *bot) Ready(pos engine.Position, settings ai.Settings) {
	b.table.Ready(settings.Hash)
	s := pos.(*othello.Position).SearchState()
	midgame.Ready(b.eval(), bits.OnesCount64(s.Own|s.Opp))
	if settings.Book {
		book.Default.Book()
	}
}

// Eval splits the static evaluation.
func (b *bot) Eval(pos engine.Position) []ai.Term {
	s := pos.(*othello.Position).SearchState()
	return terms(&s, b.eval())
}

// Search looks for the best turn; see ai.Bot.
func (b *bot) Search(ctl *ai.Control, pos engine.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) ai.Best {
	t := newTask(ctl, pos.(*othello.Position), limits, settings, report)
	if len(t.Roots) == 0 {
		return ai.Best{}
	}
	t.setTime()
	b.table.Resize(settings.Hash)
	t.searcher = midgame.New(b.eval(), &b.table)
	switch {
	case settings.Weakened(limits):
		return t.PlayWeakly(handicaps(), t.state.Hash(), func(o alphabeta.Options) alphabeta.Report {
			return t.searcher.Run(t.state, midgame.Options{Options: o})
		})
	case limits.Mate > 0:
		return t.searchMate(&b.table)
	case settings.MayUseBook(limits):
		if best, ok := t.playFromBook(book.Default.Book()); ok {
			return best
		}
	}
	return t.search()
}

// search runs the search for a turn and reports what it finds.
func (t *task) search() ai.Best {
	last := t.searcher.Run(t.state, midgame.Options{Options: t.Options(), Thrifty: t.thrifty})
	t.Finish(last)
	return t.Best(last.Lines[0])
}
