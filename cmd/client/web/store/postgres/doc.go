// Package postgres keeps a server's games in a PostgreSQL database, as package
// store describes them.
//
// The tables are those of package sqlite, in the first schema of the connection's
// search_path, so that several stores fit in one database. A schema that has
// tables of others, or of a later version of this program, is refused and left as
// it is. What a method has written is on the database's disk when it returns nil,
// as far as the database is set to wait for that (synchronous_commit).
//
// Several servers may use a store (Join): each holds a shared lock of the database
// as long as one connection of its own lasts, and without it writes nothing. Who
// copies a store holds the lock alone (Open). Such locks belong to a session, so a
// pooler in between must leave sessions alone. Servers tell each other of changes by
// NOTIFY, and divide the work among themselves by a table of who has what.
package postgres
