// Package store says what is kept of a game, and what may go wrong with it. It
// knows nothing of engines or rules: a game is words that somebody else
// understands. Its sub-packages keep games, each in its own way: package sqlite
// in a database, package kv in any store of keys and values.
//
// Whatever keeps them, what a method has written stays when it returns nil, and
// of a change all is written or nothing. Two who change one game at the same
// time are told apart by its version: the second gets [ErrStale].
package store
