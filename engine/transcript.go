package engine

// Transcriber is a Position of a game that has a notation for several turns in
// one word, such as the f5d6c3 of Othello.
type Transcriber interface {
	// Tokens returns the tokens that a whole transcript means from this
	// position on, with turns that the notation leaves out, such as forced
	// passes, put in. ok is false when the word is not a transcript. The tokens
	// are not checked for legality.
	Tokens(word string) (tokens []string, ok bool)
}
