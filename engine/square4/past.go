package square4

// Recurring lists the states of the movement phase that end the game as a draw
// when they come again, each once and the latest first.
func (p *Position) Recurring() []State { return p.past.AtLeast(p.rules.Int(optRepetition) - 1) }
