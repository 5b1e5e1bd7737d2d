// Package kv keeps games, as package store describes them, in anything that
// keeps keys and values: a browser's database, or the memory of a test.
//
// What is known of every game apart from its turns is held in memory, and the
// turns are read when they are asked for. A change is one change of the disk, so
// all of it is there afterwards or nothing.
//
// The disk has a mark, a version and the name of the store that has it open. One
// that is not this program's or of a later version is refused and left as it is.
// Of two stores that have one disk open at the same time, the one that opened it
// last goes on, and the other writes nothing more.
//
// A value that cannot be read is left as it is, and its game is refused with
// [store.ErrDamaged] until it is deleted; the other games are there.
package kv
