// Package host keeps a server's games: it owns the engine processes and writes
// every change to the store before it answers. It asks the engines about every
// game over the protocol. It knows no game.
package host
