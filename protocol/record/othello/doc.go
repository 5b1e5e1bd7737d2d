// Package othello reads and writes the files in which other programs keep games
// of Othello: transcripts, the Generic Game Format and the databases of WTHOR.
// It puts in the passes that the forms leave out and refuses illegal moves. The
// tests are in package formats.
package othello

import "quadrille/protocol/record"

// Formats lists the forms.
func Formats() []record.Format { return []record.Format{transcript(), ggf(), wthor()} }
