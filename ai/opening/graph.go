package opening

import (
	"fmt"
	"slices"
)

// Graph is a book that grows.
type Graph[S any] struct {
	game  Game[S]
	nodes []node[S] // each behind one that leads to it; the first is the start
	index map[uint64]int
}

// node is a position of a graph.
type node[S any] struct {
	state    S
	searched Value // what the search of the position before it found
	links    []link
	explored bool
	// rest is what the best turn without a link is worth, to the side to move, and
	// hasRest says whether there is one.
	rest    Value
	hasRest bool
}

// link is a turn that leads to a position of the graph.
type link struct {
	turn Turn
	to   int
}

// Line is a turn that a search found, and what it is worth to the seat that makes
// it and to those after it.
type Line struct {
	Turn  Turn
	Value Value
}

// NewGraph returns the graph of the start position alone.
func NewGraph[S any](g Game[S]) *Graph[S] {
	b := &Graph[S]{game: g, index: map[uint64]int{}}
	b.add(g.Start(), Value{})
	return b
}

// Len is the number of positions.
func (b *Graph[S]) Len() int { return len(b.nodes) }

// Position returns a position by its number.
func (b *Graph[S]) Position(n int) S { return b.nodes[n].state }

// Unlinked returns the turns of a position that have no link yet, one of all that
// lead to images of the same position.
func (b *Graph[S]) Unlinked(n int) (turns []Turn) {
	at := &b.nodes[n]
	seen := map[uint64]bool{}
	for _, l := range at.links {
		seen[b.game.Key(&b.nodes[l.to].state)] = true
	}
	for _, t := range b.game.Turns(&at.state) {
		next := b.game.Play(at.state, t)
		if key := b.game.Key(&next); !seen[key] {
			seen[key] = true
			turns = append(turns, t)
		}
	}
	return turns
}

// Explored returns how many positions have been explored.
func (b *Graph[S]) Explored() (n int) {
	for i := range b.nodes {
		if b.nodes[i].explored {
			n++
		}
	}
	return n
}

// add returns the number of a position, which is a new one if need be.
func (b *Graph[S]) add(s S, searched Value) int {
	key := b.game.Key(&s)
	if n, ok := b.index[key]; ok {
		return n
	}
	b.index[key] = len(b.nodes)
	b.nodes = append(b.nodes, node[S]{state: s, searched: searched})
	return len(b.nodes) - 1
}

// Explore enters what a search has found in a position: the turns that come into
// the book and, if there is one, the best of the others.
func (b *Graph[S]) Explore(n int, lines []Line, rest *Line) error {
	if n < 0 || n >= len(b.nodes) {
		return fmt.Errorf("there is no position %d; there are %d", n, len(b.nodes))
	}
	s := b.nodes[n].state
	mover, seats := b.game.Mover(&s), b.game.Seats()
	for _, l := range lines {
		if !b.game.Legal(&s, l.Turn) {
			return fmt.Errorf("turn %d is not legal in position %d", l.Turn, n)
		}
		next := b.game.Play(s, l.Turn)
		to := b.add(next, turned(l.Value, mover, b.game.Mover(&next), seats))
		if at := &b.nodes[n]; !slices.ContainsFunc(at.links, func(l link) bool { return l.to == to }) {
			at.links = append(at.links, link{l.Turn, to})
		}
	}
	at := &b.nodes[n]
	at.explored, at.hasRest = true, rest != nil
	if rest != nil {
		at.rest = rest.Value
	}
	return nil
}

// values works out what each position is worth.
func (b *Graph[S]) values() []Value {
	known, values := make([]bool, len(b.nodes)), make([]Value, len(b.nodes))
	var value func(n int) Value
	value = func(n int) Value {
		if known[n] {
			return values[n]
		}
		at := &b.nodes[n]
		v := at.searched
		for i, l := range at.links {
			if w := b.after(n, l, value(l.to)); i == 0 || w[0] > v[0] {
				v = w
			}
		}
		if at.hasRest && (len(at.links) == 0 || at.rest[0] > v[0]) {
			v = at.rest
		}
		known[n], values[n] = true, v
		return v
	}
	for n := range b.nodes {
		value(n)
	}
	return values
}

// after is what the position behind a link of position n is worth, v, to the side to
// move in position n, and to those after it. Where the link leads another seat may be
// to move than in the image of it that the graph has.
func (b *Graph[S]) after(n int, l link, v Value) Value {
	at := &b.nodes[n].state
	next := b.game.Play(*at, l.turn)
	return turned(v, b.game.Mover(&next), b.game.Mover(at), b.game.Seats())
}

// Costs say what leaving the book costs.
type Costs struct {
	Ply   int // what a turn more costs, in the unit of values
	Plies int // turns from the start at which the book ends
}

// Next returns the numbers of the positions that are to be explored next, at most
// so many: those at which the book is left at the least cost.
func (b *Graph[S]) Next(c Costs, most int) (list []int) {
	values := b.values()
	type reached struct{ cost, turns int }
	best := make([]reached, len(b.nodes))
	queue := &frontier{}
	queue.push(0, 0)
	done := make([]bool, len(b.nodes))
	for len(list) < most {
		cost, n, ok := queue.pop()
		if !ok {
			break
		}
		if done[n] {
			continue
		}
		done[n] = true
		at := &b.nodes[n]
		if best[n].turns >= c.Plies || len(b.game.Turns(&at.state)) == 0 {
			continue
		}
		if b.open(n, values) {
			list = append(list, n)
		}
		for _, l := range at.links {
			next := cost + c.Ply + int(values[n][0]-b.after(n, l, values[l.to])[0])
			if old := &best[l.to]; !done[l.to] && (old.turns == 0 || next < old.cost) {
				*old = reached{next, best[n].turns + 1}
				queue.push(next, l.to)
			}
		}
	}
	return list
}

// open says whether a position is to be explored, or explored once more because a
// turn that is not in the book is better than all that are.
func (b *Graph[S]) open(n int, values []Value) bool {
	at := &b.nodes[n]
	if !at.explored {
		return true
	}
	if !at.hasRest {
		return false
	}
	for _, l := range at.links {
		if b.after(n, l, values[l.to])[0] >= at.rest[0] {
			return false
		}
	}
	return true
}
