package opening

import "container/heap"

// frontier are positions to go on from, the one that costs least first, and of two
// that cost the same the one that was found first.
type frontier struct{ heap costHeap }

type costHeap [][2]int // cost, number

func (h costHeap) Len() int { return len(h) }
func (h costHeap) Less(i, j int) bool {
	return h[i][0] < h[j][0] || h[i][0] == h[j][0] && h[i][1] < h[j][1]
}
func (h costHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push is heap.Interface's.
func (h *costHeap) Push(x any) { *h = append(*h, x.([2]int)) }

// Pop is heap.Interface's.
func (h *costHeap) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

func (f *frontier) push(cost, n int) { heap.Push(&f.heap, [2]int{cost, n}) }

func (f *frontier) pop() (cost, n int, ok bool) {
	if len(f.heap) == 0 {
		return 0, 0, false
	}
	x := heap.Pop(&f.heap).([2]int)
	return x[0], x[1], true
}
