package engine

// OpeningNamer is a Position of a game whose ways to begin have names.
type OpeningNamer interface {
	// Opening returns the name that people have for the way the game began, as
	// far as it has come, or "". It keeps the name when play has left what was
	// named.
	Opening() string
}

// Opening returns the name of the way a game began, or "" where there is none
// or the game has no such names.
func Opening(p Position) string {
	if namer, ok := p.(OpeningNamer); ok {
		return namer.Opening()
	}
	return ""
}
