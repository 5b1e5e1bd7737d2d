// Package gtp lets programs that speak the Go Text Protocol, version 2, drive
// this engine. They drive it for othello as they drive Edax, Egaroucid or
// GRhino, for blokus as they drive Pentobi. docs/dialects.md lists the
// commands.
//
// The language is that of Gunnar Farnebäck's draft 2 of the GTP2 specification;
// set_game and list_games are Quarry's, and the names of the games and colours
// of blokus are those of Pentobi-GTP.md.
package gtp
