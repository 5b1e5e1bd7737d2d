// Package engine is the vocabulary of games: positions, actions, players,
// results, rule options, diagrams and refusals. The games, the protocol, the
// bots and the client share it.
//
// The package lives in the text-facing world. A [Position] is immutable and
// speaks in tokens (one token is one whole turn, without spaces) and actions
// (the parts of a turn, such as "place 0 2"); it is convenient, not fast. Each
// game package also has a small value type for the searches, which never pass
// through this package once a search has begun.
//
// Nothing here knows a particular game. The list of games is engine/games.
package engine
