// Package host keeps games for a server: it owns the engine processes, asks
// them about every game over the protocol, and writes every change to the
// store before it answers. It knows no game.
package host
