// Package wthor reads and writes the databases of Othello games of the French
// Othello federation: binary files .wtb (WTH_2001.wtb) with the games of a
// year, and the files of names beside them, WTHOR.JOU of players and WTHOR.TRN
// of tournaments.
//
// # Form
//
// A file begins with 16 bytes: century, year, month and day on which it was
// made; the number of games (4 bytes); the number of names (2); the year of the
// games (2); the side of the board (8, or 0 for the same); the kind (0 games, 1
// solitaires); the depth of the theoretical score; one byte that is free. Numbers
// have their lowest byte first.
//
// A game is 68 bytes: the numbers of tournament, Black and White (2 bytes each,
// counted from 0 in the files of names); Black's disks at the end, empty squares
// counted for the winner; Black's disks if both had played perfectly from the
// position with as many empty squares as the depth says; 60 moves, each 10 times
// the row and the column, both from 1, and 0 behind the last, where Edax writes
// 92.
//
// # What crosses over
//
//	tournament, players   Event, P1, P2: the name, or without names "tournament 7"
//	                      and "player 12"
//	year of the games     Date, as the year alone
//	score                 Result; a game that its moves do not end is won by the
//	                      side with more than 32
//	theoretical score     Theory, as "40 at 22", when the depth is not 0
//
// Passes are not in the file and are put in. A finished game whose score is not
// that of its moves is read, and a note says so.
//
// # What does not
//
// The format has no day, no reason, no comments, no game that goes on and no
// other start than the start position, and holds 65535 names of each kind. Print
// keeps numbers from names such as "player 12" and writes 0 for other names.
// The day on which a file was made is written as zeros, so that the same games
// always give the same bytes.
package wthor
