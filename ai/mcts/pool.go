package mcts

import (
	"math"
	"unsafe"

	"quadrille/ai/atomic"
)

// edge is a turn from one node to the next. The node behind it is a block of edges
// in the pool.
type edge struct {
	*stats
	look *look
}

// stats is what simulations along an edge found.
type stats struct {
	// sum adds up the results of the player who chooses this turn, in units of
	// 1/valueUnit.
	sum atomic.Int64
	// amaf adds up, with weights, what is believed at first and the games in which
	// the turn was played later: their number in the lower half, their results in
	// the upper, in units of 1/amafUnit.
	amaf   atomic.Uint64
	visits atomic.Uint32
	// child is the index of the first edge behind this one, or one of the
	// words below. What is behind it, and count, are written before child is.
	child atomic.Uint32

	prior float32
	count uint16 // edges behind this one
}

// look is all that choosing among the edges of a node looks at, so that it goes
// through little memory: as a float32 each, the mean result in the lower half and
// what prior and visits make of the bonus in the upper. It follows from the stats.
type look struct{ atomic.Uint64 }

const (
	valueUnit = 1 << 24
	amafUnit  = 1 << 12
)

// What child says when it is no index.
const (
	unexpanded uint32 = 0
	expanding  uint32 = 1<<32 - 1 // a goroutine is at it
	terminal   uint32 = 1<<32 - 2 // the game is over
)

// refresh makes the look of an edge follow its stats.
func (e edge) refresh() {
	visits, amaf := float32(e.visits.Load()), e.amaf.Load()
	sum := float32(e.sum.Load())*(1./valueUnit) + float32(amaf>>32)*(1./amafUnit)
	mean := sum / (visits + float32(uint32(amaf))*(1./amafUnit))
	bonus := e.prior / (1 + visits)
	e.look.Store(uint64(math.Float32bits(mean)) | uint64(math.Float32bits(bonus))<<32)
}

// amafOf is an amount of stats.amaf: so many games with so much as their results,
// in units of 1/amafUnit.
func amafOf(count, sum float64) uint64 { return uint64(sum)<<32 | uint64(count) }

// mean is the mean result of the simulations along an edge.
func (e edge) mean() float64 {
	return float64(e.sum.Load()) / valueUnit / float64(max(1, e.visits.Load()))
}

// expanded says whether there are edges behind an edge.
func (e edge) expanded() bool {
	child := e.child.Load()
	return child != unexpanded && child < terminal
}

// chunkEdges is the number of edges that a goroutine takes at a time. No node
// has more.
const chunkEdges = 1 << 12

// chunk is memory for edges. It holds no pointers.
type chunk struct {
	looks [chunkEdges]look
	stats [chunkEdges]stats
	moves [chunkEdges]Move
}

const chunkBytes = int(unsafe.Sizeof(chunk{}))

// block is the edges of a node.
type block struct {
	looks []look
	stats []stats
	moves []Move
}

func (b block) edge(i int) edge { return edge{&b.stats[i], &b.looks[i]} }

// pool is the memory of a tree: chunks that are made when they are needed. The
// edge with the index 0 leads to the root.
type pool struct {
	chunks []*chunk
	used   atomic.Int32
}

// resize empties the pool and sets its limit. It keeps what memory it may.
func (p *pool) resize(mib int) {
	chunks := make([]*chunk, max(2, mib<<20/chunkBytes))
	copy(chunks, p.chunks)
	p.chunks = chunks
	p.used.Store(0)
}

// takeChunk makes a new chunk, or takes one of an earlier tree, or returns false
// at the limit.
func (p *pool) takeChunk() (uint32, bool) {
	for {
		n := p.used.Load()
		if int(n) >= len(p.chunks) {
			return 0, false
		}
		if p.used.CompareAndSwap(n, n+1) {
			if p.chunks[n] == nil {
				p.chunks[n] = new(chunk)
			}
			return uint32(n), true
		}
	}
}

// edge returns the edge with an index.
func (p *pool) edge(index uint32) edge {
	c, i := p.chunks[index/chunkEdges], index%chunkEdges
	return edge{&c.stats[i], &c.looks[i]}
}

// block returns so many edges from an index on.
func (p *pool) block(first uint32, count uint16) block {
	c, i := p.chunks[first/chunkEdges], first%chunkEdges
	end := i + uint32(count)
	return block{c.looks[i:end], c.stats[i:end], c.moves[i:end]}
}

// behind returns the edges behind an edge, if there are any.
func (p *pool) behind(e edge) block {
	if !e.expanded() {
		return block{}
	}
	return p.block(e.child.Load(), e.count)
}

// full is the share of the pool that is taken, in permille.
func (p *pool) full() int {
	if len(p.chunks) == 0 {
		return 0
	}
	return int(p.used.Load()) * 1000 / len(p.chunks)
}

// allocator hands out blocks from a chunk of its own.
type allocator struct {
	pool      *pool
	next, end uint32
}

// take returns the index of n edges, or false when there is no room. What is in them
// is of no meaning.
func (t *allocator) take(n int) (uint32, bool) {
	if n > int(t.end-t.next) {
		chunk, ok := t.pool.takeChunk()
		if !ok {
			return 0, false
		}
		t.next, t.end = chunk*chunkEdges, (chunk+1)*chunkEdges
	}
	if n > int(t.end-t.next) {
		return 0, false
	}
	first := t.next
	t.next += uint32(n)
	return first, true
}
