// Package othello reads and writes games of Othello in other programs' file
// formats: transcripts, GGF and WTHOR. It puts in the passes that the forms
// leave out and refuses illegal moves. The tests are in package formats.
package othello

import "quadrille/protocol/record"

// Formats lists the forms but transcripts.
func Formats() []record.Format { return []record.Format{GGF(), wthor()} }
