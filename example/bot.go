package example

import (
	"fmt"
	"math/bits"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine"
)

// bot is the player. It keeps its transposition table from search to search.
type bot struct{ table tt.Table[tt.Entry] }

// NewBot returns a player.
func NewBot() ai.Bot { return &bot{} }

// Ready takes the table's memory.
func (b *bot) Ready(_ engine.Position, settings ai.Settings) { b.table.Ready(settings.Hash) }

// Reset forgets earlier searches.
func (b *bot) Reset() { b.table.Clear() }

// Bench searches two boards.
func (b *bot) Bench() []ai.BenchPosition {
	return []ai.BenchPosition{{Depth: 9}, {Depth: 5, Rules: engine.Rules{optSize: "5", optRow: "4"}}}
}

// Eval is the two sides' open rows.
func (b *bot) Eval(pos engine.Position) []ai.Term {
	p := pos.(*Position)
	own, other := search{p.board}.open(p.state)
	return []ai.Term{{Name: "own rows", Value: own}, {Name: "other rows", Value: -other}, {Name: "total", Value: own - other}}
}

// Search looks for the best turn; see ai.Bot.
func (b *bot) Search(ctl *ai.Control, pos engine.Position, limits ai.Limits, settings ai.Settings, report func(ai.Info)) ai.Best {
	p := pos.(*Position)
	t := alphabeta.NewTask(ctl, pos, limits, settings, report, func(token string) alphabeta.Move {
		cell, _ := p.board.parse(token)
		return alphabeta.Move(cell)
	})
	t.Tokens = p.board.tokens
	t.SetTime(uint8(p.state.side()), (bits.OnesCount64(p.board.empty(p.state))+1)/2)
	b.table.Resize(settings.Hash)
	run := func(o alphabeta.Options) alphabeta.Report {
		return alphabeta.New(search{p.board}, &b.table).Run(p.state, o)
	}
	if settings.Weakened(limits) {
		return t.PlayWeakly(handicaps(), p.Hash(), run)
	}
	options := t.Options()
	if limits.Mate > 0 {
		options.Depth = 2*limits.Mate - 1
	}
	last := run(options)
	t.Finish(last)
	if mate := alphabeta.Mate(last.Lines[0].Value); limits.Mate > 0 && (mate <= 0 || mate > options.Depth) {
		report(ai.Info{Text: fmt.Sprint("no win in ", limits.Mate)})
	}
	return t.Best(last.Lines[0])
}

// handicaps are those of the levels below full strength.
func handicaps() *ai.Handicaps {
	var all ai.Handicaps
	for i := range all {
		all[i] = ai.Handicap{Depth: 1 + i/3, Noise: 20 * (len(all) - i), Ceiling: 300, Blunder: 2 * (len(all) - i)}
	}
	return &all
}

// tokens writes a line of turns.
func (b *board) tokens(line []alphabeta.Move) (words []string) {
	for _, m := range line {
		words = append(words, b.token(int(m)))
	}
	return words
}

// search is alphabeta.Game on a board.
type search struct{ *board }

// known values a state that is over: the side to move has lost, or it is a draw.
func (g search) known(s *state) (value int, known bool) {
	switch {
	case g.won(s.marks[1-s.side()]) != 0:
		return -alphabeta.Win, true
	case g.empty(*s) == 0:
		return 0, true
	}
	return 0, false
}

// open counts for each side the marks on rows that the other side has none on,
// by their squares. The first is the side to move.
func (g search) open(s state) (own, other int) {
	mine, theirs := s.marks[s.side()], s.marks[1-s.side()]
	for _, line := range g.lines {
		n, m := bits.OnesCount64(mine&line), bits.OnesCount64(theirs&line)
		if m == 0 {
			own += n * n
		}
		if n == 0 {
			other += m * m
		}
	}
	return own, other
}

// Leaf values a state.
func (g search) Leaf(s *state) (value int, known bool) {
	if v, known := g.known(s); known {
		return v, true
	}
	own, other := g.open(*s)
	return own - other, false
}

// Expand lists the turns, those on many rows first.
func (g search) Expand(s *state, moves []alphabeta.Choice) ([]alphabeta.Choice, int, bool) {
	if v, known := g.known(s); known {
		return moves, v, true
	}
	for set := g.empty(*s); set != 0; set &= set - 1 {
		order := int32(0)
		for _, line := range g.lines {
			if line&set&-set != 0 {
				order++
			}
		}
		moves = append(moves, alphabeta.Choice{Move: alphabeta.Move(bits.TrailingZeros64(set)), Order: order})
	}
	return moves, 0, false
}

// Legal lists the turns.
func (g search) Legal(s *state, moves []alphabeta.Move) []alphabeta.Move {
	for set := g.empty(*s); set != 0; set &= set - 1 {
		moves = append(moves, alphabeta.Move(bits.TrailingZeros64(set)))
	}
	return moves
}

// Play returns the state after a turn.
func (g search) Play(s *state, m alphabeta.Move) state { return s.play(int(m)) }

// Key is the hash of a state; no symmetry is used.
func (g search) Key(s *state) (key uint64, symmetry uint8) { return s.key(g.board), 0 }

// Orient changes nothing, for want of a symmetry.
func (g search) Orient(m alphabeta.Move, _ uint8) alphabeta.Move { return m }

// Horizon is the number of empty cells.
func (g search) Horizon(s *state) int { return bits.OnesCount64(g.empty(*s)) }

// MoveSpace is the number of cells.
func (g search) MoveSpace() int { return g.size * g.size }
