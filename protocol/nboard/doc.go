// Package nboard lets programs that speak the NBoard protocol, version 2,
// drive this engine for Othello. docs/dialects.md lists the commands.
//
// The protocol is Chris Welty's, described in the document that comes with
// NBoard. It has no answer to a command that cannot be performed, and asks
// engines to ignore lines that they do not know; here a status line says what
// was wrong, and nothing has changed.
package nboard
