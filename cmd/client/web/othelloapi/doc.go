// Package othelloapi is the HTTP interface of the document
// "Codekata-Othello-Flask". Programs with secret keys play a competition in
// which everybody meets everybody with both colours. docs/seed-apis.md has
// every path with every choice made where the document is silent.
//
// An [API] has one [competition], kept by a single goroutine, the referee: it
// begins games when both players are there, passes for those who must, and
// ends the games of those who run out of time. Everything that must survive is
// in the store: the games are the host's, and a record says which of them are
// the competition's and how they ended. Besides, every key has boards of its
// own on which to practise against a level of ours.
package othelloapi
