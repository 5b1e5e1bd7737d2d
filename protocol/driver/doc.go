// Package driver is the client's end of the pipe: an engine process, and a
// game on it.
//
// A [Process] is any program that answers lines with lines. It is the common
// ground of the client, of a match runner with engines that speak other
// dialects, and of a server; [Inside] makes one of a function of this program. An [Engine] is a process that speaks UGI with
// Quadrille's additions. A [Game] is a game on an engine, and what most
// callers want:
//
//	e, err := driver.Open(ctx, driver.Config{Command: command})
//	g := driver.NewGame(e)
//	s, err := g.Begin(ctx, "square4 pieces=5", driver.Summary()...)
//	s, err = g.Play(ctx, "0.0s1", driver.Everything()...)
//	best, err := g.Engine().Go(ctx, "movetime 500", nil)
//	s, err = g.SetUp(ctx, g.Position().After(0), driver.AskTurn, driver.AskLegal)
//
// Each of these is one round trip: what changes the position and the questions
// about the outcome go out together. A [Position] is what a caller keeps of a
// game, in memory or in a store; [Game.SetUp] and [Game.Do] bring whatever
// engine is at hand to it, by the least that leads there from what the engine
// holds already. [State] is everything that an engine says about a position,
// of which the caller picks the [Question]s.
//
// What an engine process does wrong never hangs or kills its owner. Its
// standard error is always read, and the end of it kept for reports. A line
// of output may be up to [MaxLine] bytes. A process that ends, closes its
// output or does not answer in time fails every later request with the same
// error, which says what happened; the owner closes it and may start another.
// Close ends the process together with every process it started in its
// process group, and no goroutine survives it.
package driver
