// Package enginetest is the contract that every game passes, for use in the
// tests of the game packages. It has four parts:
//
//   - [Contract] plays random games under many rule sets and checks at every
//     step what package engine promises: notation that reads back to the same
//     position, legal turns that play and illegal input that is refused with
//     the right kind of error and changes nothing. Given a [Reference], a slow
//     and plain second implementation of the rules, it compares the two step
//     by step.
//   - [Perft] counts turn sequences and compares them with a table of known
//     numbers.
//   - [Script] runs cases written in the game's notation: some turns, and what
//     must then hold.
//   - [FuzzFEN] and [FuzzTurns] are the bodies of fuzz tests.
//
// Random choices come from fixed seeds, so a failure can be repeated; the
// message of a failure has the rules and the turns that lead to it.
package enginetest
