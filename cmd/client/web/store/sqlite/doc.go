// Package sqlite keeps a server's games in an SQLite database, as package store
// describes them.
//
// What a method has written is on the disk when it returns nil; a process that
// is killed, or a machine that loses its power, loses nothing that was
// answered. The changes of many goroutines that come at the same time are
// written in one transaction, so a thousand games cost few forced writes.
//
// The database is a file games.db in a folder of its own. It has a mark that
// tells it from other databases, and a version. A file that is damaged, not
// this program's or of a later version is refused and left as it is. One server
// at a time uses a folder; [Backup] copies the games meanwhile.
package sqlite
