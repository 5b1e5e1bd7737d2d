// Package classroom is the program of the document "Teeko Game Implementation
// Specification", for classes that write the same. It has the document's
// prompts, board, messages and computer player, on a plain input and output,
// so that a class can compare its own programs with it line by line.
//
// Unlike the rest of the client it asks no engine process. The program is for
// Teeko alone, its computer player is the document's and no search, and what it
// prints must not depend on the engine that is plugged in. The rules, the board
// and the board file are those of engine/teeko all the same.
//
// docs/classroom.md tells where each text comes from and what was chosen where
// the document is silent. The numbers 3.1 to 3.7 in comments are the document's
// sections on its functions.
package classroom
