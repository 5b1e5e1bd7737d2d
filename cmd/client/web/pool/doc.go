// Package pool keeps engine processes and lends them out, a bounded number at
// once. Who finds all of them lent waits in a queue, first come first served.
// An engine that was lent under a key before is lent under it again where that
// can be, so that what it remembers of a game is of use. An engine that nobody
// wants for a while is ended, and one that has failed is replaced.
package pool
