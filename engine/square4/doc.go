// Package square4 is Four in a Square, Quadrille's main game: two players,
// marbles, and eight sliding tiles around a hole.
//
// # Board
//
// Nine squares, numbered 0 to 8 row by row from the top left, hold four slots
// each, numbered 0 to 3 the same way. Together they are a grid of 6 rows and 6
// columns. One square is the hole: it has no tile, so its slots hold nothing.
// At the start it is square 4, the centre.
//
//	square s, slot t:  row = s/3*2 + t/2,  column = s%3*2 + t%2
//
// # Turn
//
// Red, who is p1, begins. A turn is two actions: place a marble in an empty
// slot outside the hole, then slide a square next to the hole into it, with
// the marbles that lie on it. A side whose marbles are all placed only slides.
//
// A 2×2 block of one colour anywhere on the grid wins. After a placement a
// block of the mover ends the game at once, without a slide. After a slide a
// block of one side alone wins for that side, whoever slid; blocks of both are
// a draw.
//
// # Notation
//
// A turn is one token: 0.2s3 places at square 0 slot 2 and slides square 3;
// 0.2 is a placement that wins; s3 is a slide alone.
//
// The rules come from the documents "Four in a Square — Python Backend" in
// English and in Russian (8 and 16 marbles a side); docs/rules.md has them in
// full with every choice made where the documents are silent.
package square4
