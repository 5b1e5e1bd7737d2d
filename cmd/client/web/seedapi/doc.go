// Package seedapi has the HTTP interfaces of the three documents that Quadrille
// grew from. docs/seed-apis.md has every path of each, with the fields and every
// choice made where a document is silent.
//
// [NewSquare4] is that of "Four in a Square — Python Backend": a person is Red,
// and the server answers as Blue within the same request.
//
// [Blokus] is that of "BLOKUS" (in Greek): one game that everybody shares, of
// four colours without names or secrets.
//
// [Othello] is that of "Codekata-Othello-Flask": programs with secret keys play
// a competition in which everybody meets everybody with both colours. A single
// goroutine, the referee, keeps the [competition]: it begins games when both
// players are there, passes for those who must, and ends the games of those who
// run out of time. What must survive is in the store: the games are the host's,
// and a record says which of them are the competition's and how they ended.
// Besides, every key has boards of its own on which to practise against a level
// of ours.
package seedapi
