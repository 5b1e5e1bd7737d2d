// Package othellobot plays Othello.
//
// The middle game is an alpha-beta search over turns (ai/alphabeta) with an
// evaluation by mobility, corners, stable disks and parity, in hundredths of a
// disk. The last turns are solved exactly by a search of their own that counts
// in disks and never estimates (solver.go). Whether a win can be forced within
// N turns is asked of a third one (mate.go). docs/search-othello.md has the
// reasons and the figures.
//
// A better evaluation has its place in eval.go and a faster solver in
// solver.go; nothing else knows how either works.
package othellobot
