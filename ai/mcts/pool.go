package mcts

import (
	"sync/atomic"
	"unsafe"
)

// edge is a turn from one node to the next, with what simulations along it
// found. The node behind it is a block of edges in the pool.
type edge struct {
	// sum adds up the results of the player who chooses this turn, in units of
	// 1/valueUnit.
	sum    atomic.Int64
	visits atomic.Uint32
	// child is the index of the first edge behind this one, or one of the
	// words below. Moves, priors and count are written before child is.
	child atomic.Uint32
	// amafSum and amafCount add up, with weights, the results of games in which
	// the turn was played later, and what is believed at first, in units of
	// 1/amafUnit.
	amafSum, amafCount atomic.Uint32

	prior float32
	move  Move
	count uint16 // edges behind this one
}

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

// chunkEdges is the number of edges that a goroutine takes at a time. No node
// has more.
const chunkEdges = 1 << 12

const edgeBytes = int(unsafe.Sizeof(edge{}))

// pool is the memory of a tree: chunks that are made when they are needed and
// hold no pointers.
type pool struct {
	chunks []*[chunkEdges]edge
	used   atomic.Int32
}

// resize empties the pool and sets its limit.
func (p *pool) resize(mib int) {
	p.chunks = make([]*[chunkEdges]edge, max(2, mib<<20/(chunkEdges*edgeBytes)))
	p.used.Store(0)
}

// takeChunk makes a new chunk, or empties one of an earlier tree, or returns
// false at the limit.
func (p *pool) takeChunk() (uint32, bool) {
	for {
		n := p.used.Load()
		if int(n) >= len(p.chunks) {
			return 0, false
		}
		if p.used.CompareAndSwap(n, n+1) {
			if p.chunks[n] == nil {
				p.chunks[n] = new([chunkEdges]edge)
			} else {
				clear(p.chunks[n][:])
			}
			return uint32(n), true
		}
	}
}

// edges returns a block.
func (p *pool) edges(first uint32, count uint16) []edge {
	offset := first % chunkEdges
	return p.chunks[first/chunkEdges][offset : offset+uint32(count)]
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

// take returns the index of n free edges, which is never 0, or false when
// there is no room.
func (t *allocator) take(n int) (uint32, bool) {
	if n > int(t.end-t.next) {
		chunk, ok := t.pool.takeChunk()
		if !ok {
			return 0, false
		}
		t.next, t.end = chunk*chunkEdges, (chunk+1)*chunkEdges
		if chunk == 0 {
			t.next = 1
		}
	}
	if n > int(t.end-t.next) {
		return 0, false
	}
	first := t.next
	t.next += uint32(n)
	return first, true
}
