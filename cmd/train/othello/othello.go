// Package othello has the commands that make the weights and the model of ProbCut
// of Othello. For the weights it plays games with itself, solves their ends, and
// fits tables of patterns to them; then it does so again with the better player.
package othello

// Commands are the subcommands of "train othello".
type Commands struct {
	Run       runCommand       `cmd:"" help:"Make weights from nothing: play and fit, generation after generation."`
	Play      playCommand      `cmd:"" help:"Play games and write them to a file."`
	Fit       fitCommand       `cmd:"" help:"Fit weights to files of games."`
	Positions positionsCommand `cmd:"" help:"Take positions out of games and solve them."`
	Measure   measureCommand   `cmd:"" help:"Compare scores with exact margins."`
	Cuts      cutsCommand      `cmd:"" help:"Fit how far shallow searches lie from deep ones."`
}
