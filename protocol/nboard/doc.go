// Package nboard lets the Othello program NBoard, and whatever else speaks its
// protocol in version 2, use this engine. docs/dialects.md lists the commands.
//
// The protocol is Chris Welty's, described in the document that comes with
// NBoard. It has no answer to a command that cannot be performed, and asks
// engines to ignore lines that they do not know; here a status line says what
// was wrong, and nothing has changed.
package nboard
