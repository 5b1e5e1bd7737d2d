package ai

// Factory makes the bots of one game.
type Factory struct {
	Game string     // engine.Game.Name of the game it plays
	New  func() Bot // a bot with nothing learned
	// Tuned returns what makes bots that differ from those of New in the
	// parameters named, "name=value,…", for matches that find out which are
	// best. It is nil where a search has none.
	Tuned func(parameters string) (func() Bot, error)
}
