// Package protocol is the engine's end of the pipe: it reads commands, one a
// line, keeps a game, runs searches and writes answers.
//
// The language is UGI (kz04px's Universal Game Interface, itself UCI without
// the chess) and what UGI lacks: a choice of games, turns of more than one
// action, up to four players, errors and a state that programs can read.
// docs/protocol.md describes it; the command table in commands.go is the source
// of `help`.
//
// A [Session] is the game and the options without any text protocol, so that
// other dialects can share it. A [Server] speaks the language over a session.
// It runs as one loop that owns the session and is the only writer. Two kinds
// of goroutine feed it: a reader, which reads a line only when asked for one,
// and at most one running search.
package protocol
