// Package atomic is sync/atomic as searches use it. A program in a browser has one
// thread, which goes from one goroutine to another only where that waits or calls
// the scheduler, so there it is package plain: what is atomic costs a call there,
// as much as the turns of a position.
package atomic
