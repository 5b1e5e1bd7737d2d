package ai

// Factory makes the bots of one game.
type Factory struct {
	Game string     // engine.Game.Name of the game it plays
	New  func() Bot // a bot with nothing learned
}
